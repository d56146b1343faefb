package tsp

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"slices"
	"strconv"
)

// A Box is the smallest box around all cities.
type Box struct{ Lo, Hi [3]float64 }

// Box is the smallest box around the coordinates as given; zero without any.
func (in *Instance) Box() Box { return boxOf(in.coords, in.dims) }

func boxOf(coords []float64, dims int) Box {
	var b Box
	if len(coords) == 0 {
		return b
	}
	copy(b.Lo[:dims], coords[:dims])
	b.Hi = b.Lo
	for i := dims; i < len(coords); i += dims {
		for k, v := range coords[i : i+dims] {
			b.Lo[k] = math.Min(b.Lo[k], v)
			b.Hi[k] = math.Max(b.Hi[k], v)
		}
	}
	return b
}

// Coords are the coordinates as given, Dims per city, interleaved; nil for an
// instance by matrix or function. They must not be changed.
func (in *Instance) Coords() []float64 { return in.coords }

// Dims is the number of coordinates per city: 2, 3, or 0 without coordinates.
func (in *Instance) Dims() int { return in.dims }

// Geographic tells whether the coordinates are latitude and longitude.
func (in *Instance) Geographic() bool { return in.metric.geographic() }

// Picture returns x, y per city, y growing upwards, for drawing; nil where the
// instance has no places. It is the display data if there are any; latitude
// and longitude become a map with the true aspect at its middle.
func (in *Instance) Picture() []float64 {
	if in.display != nil {
		return in.display
	}
	if in.dims == 0 {
		return nil
	}
	xy := make([]float64, 0, 2*in.n)
	for i := 0; i < len(in.coords); i += in.dims {
		xy = append(xy, in.coords[i], in.coords[i+1])
	}
	if in.Geographic() {
		box := in.Box()
		squeeze := math.Max(0.05, math.Cos((box.Lo[0]+box.Hi[0])/2*math.Pi/180))
		west := westEnd(xy)
		for i := 0; i < len(xy); i += 2 {
			lon := xy[i+1]
			if lon < west {
				lon += 360
			}
			xy[i], xy[i+1] = lon*squeeze, xy[i]
		}
	}
	return xy
}

// westEnd is the longitude that a map best begins with: behind the widest gap
// between longitudes, so that cities on both sides of the date line stay
// together.
func westEnd(latlon []float64) float64 {
	var lons []float64
	for i := 1; i < len(latlon); i += 2 {
		lons = append(lons, latlon[i])
	}
	slices.Sort(lons)
	west, widest := lons[0], lons[0]+360-lons[len(lons)-1]
	for i := 1; i < len(lons); i++ {
		if gap := lons[i] - lons[i-1]; gap > widest {
			west, widest = lons[i], gap
		}
	}
	return west
}

// SetDisplay gives an instance without coordinates places for its pictures.
func (in *Instance) SetDisplay(xy []float64) error {
	if len(xy) != 2*in.n {
		return fmt.Errorf("%d display coordinates for %d cities", len(xy), in.n)
	}
	in.display = xy
	return nil
}

// HasDisplay tells whether SetDisplay was called.
func (in *Instance) HasDisplay() bool { return in.display != nil }

// SetIDs gives the cities the numbers that files and results call them by.
func (in *Instance) SetIDs(ids []int64) error {
	if len(ids) != in.n {
		return fmt.Errorf("%d ids for %d cities", len(ids), in.n)
	}
	seen := slices.Clone(ids)
	slices.Sort(seen)
	for i := 1; i < len(seen); i++ {
		if seen[i] == seen[i-1] {
			return fmt.Errorf("id %d stands for two cities", seen[i])
		}
	}
	in.ids = ids
	for i, id := range ids {
		if id != int64(i)+1 {
			return nil
		}
	}
	in.ids = nil
	return nil
}

// ID is the number that files and results call city i by: its own, or i+1.
func (in *Instance) ID(i int32) int64 {
	if in.ids == nil {
		return int64(i) + 1
	}
	return in.ids[i]
}

// City finds a city by its id.
func (in *Instance) City(id int64) (int32, bool) {
	if in.ids == nil {
		return int32(id - 1), id >= 1 && id <= int64(in.n)
	}
	i := slices.Index(in.ids, id)
	return int32(i), i >= 0
}

// Cities finds all cities by their ids at once: a lookup for whole tours.
func (in *Instance) Cities() func(id int64) (int32, bool) {
	if in.ids == nil {
		return in.City
	}
	index := make(map[int64]int32, in.n)
	for i, id := range in.ids {
		index[id] = int32(i)
	}
	return func(id int64) (int32, bool) { i, ok := index[id]; return i, ok }
}

// SetLabels gives the cities names that people know.
func (in *Instance) SetLabels(labels []string) error {
	if len(labels) != in.n {
		return fmt.Errorf("%d labels for %d cities", len(labels), in.n)
	}
	in.labels = labels
	return nil
}

// Labels are the cities' names, or nil.
func (in *Instance) Labels() []string { return in.labels }

// Find looks a city up by what a person typed: its label or its id.
func (in *Instance) Find(name string) (int32, error) {
	if i := slices.Index(in.labels, name); i >= 0 {
		return int32(i), nil
	}
	if id, err := strconv.ParseInt(name, 10, 64); err == nil {
		if i, ok := in.City(id); ok {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no city is called %q: expected an id or a label of the file, such as %d", name, in.ID(0))
}

// Hash identifies the question: the same for the same distances and route in
// any format, whatever the names. A function is known by its distances along
// the order of the cities.
func (in *Instance) Hash() string {
	if in.metric == closed {
		return in.plain.base.Hash()
	}
	h := in.hashDistances()
	start, end := in.Ends()
	fmt.Fprintln(h, in.route.open, start, end, in.route.fixed)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func (in *Instance) hashDistances() hash.Hash {
	h := sha256.New()
	fmt.Fprintf(h, "tourmaline/instance/v1 %v %d %d %v %v\n", in.metric, in.n, in.dims, in.asymmetric, in.scale)
	hashNumbers(h, in.coords)
	hashNumbers(h, in.weights)
	if in.metric == Function {
		for i := range int32(in.n - 1) {
			fmt.Fprintln(h, in.dist(i, i+1), in.dist(i+1, i))
		}
	}
	return h
}

// hashNumbers takes memory by the size of the instance, up to 64 KB.
func hashNumbers[T int32 | float64](h hash.Hash, values []T) {
	var bytes []byte
	for chunk := range slices.Chunk(values, 1<<13) {
		bytes, _ = binary.Append(bytes[:0], binary.LittleEndian, chunk) // numbers of fixed size never fail
		h.Write(bytes)
	}
}
