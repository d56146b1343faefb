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

// A Box is an axis-aligned bounding box.
type Box struct{ Lo, Hi [3]float64 }

// Box returns the bounding box of the coordinates as given. It is zero for an
// instance without coordinates.
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

// Coords returns the coordinates as given, Dims per city, interleaved. It is
// nil for an instance defined by a matrix or a function. The caller must not
// change it.
func (in *Instance) Coords() []float64 { return in.coords }

// Dims is the number of coordinates per city: 2, 3, or 0 without coordinates.
func (in *Instance) Dims() int { return in.dims }

// Geographic reports whether the coordinates are latitude and longitude.
func (in *Instance) Geographic() bool { return in.metric.geographic() }

// Picture returns x, y per city for drawing, with y growing upwards. It returns
// the display data if they are set, and nil if the cities have no places.
// Latitude and longitude are projected so that the aspect ratio is true at the
// middle of the map.
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

// westEnd is the longitude at which a map should begin: just east of the widest
// gap between longitudes. Cities on both sides of the date line then stay
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

// SetDisplay sets the places to draw for an instance without coordinates.
func (in *Instance) SetDisplay(xy []float64) error {
	if len(xy) != 2*in.n {
		return fmt.Errorf("%d display coordinates for %d cities: expected %d, x and y for each city", len(xy), in.n, 2*in.n)
	}
	in.display = xy
	return nil
}

// HasDisplay reports whether SetDisplay was called.
func (in *Instance) HasDisplay() bool { return in.display != nil }

// SetIDs sets the numbers by which files and results refer to the cities.
func (in *Instance) SetIDs(ids []int64) error {
	if len(ids) != in.n {
		return fmt.Errorf("%d ids for %d cities: expected one for each city", len(ids), in.n)
	}
	seen := slices.Clone(ids)
	slices.Sort(seen)
	for i := 1; i < len(seen); i++ {
		if seen[i] == seen[i-1] {
			return fmt.Errorf("id %d is used by two cities: expected each id once", seen[i])
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

// ID returns the number by which files and results refer to city i. It is i+1
// unless SetIDs set another.
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

// Cities returns a lookup of cities by id. It is faster than City for a whole
// tour.
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

// SetLabels sets the names of the cities.
func (in *Instance) SetLabels(labels []string) error {
	if len(labels) != in.n {
		return fmt.Errorf("%d labels for %d cities: expected one for each city", len(labels), in.n)
	}
	in.labels = labels
	return nil
}

// Labels returns the names of the cities, or nil.
func (in *Instance) Labels() []string { return in.labels }

// Find returns the city with the given label or, if there is none, the given
// id.
func (in *Instance) Find(name string) (int32, error) {
	if i := slices.Index(in.labels, name); i >= 0 {
		return int32(i), nil
	}
	if id, err := strconv.ParseInt(name, 10, 64); err == nil {
		if i, ok := in.City(id); ok {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no city has the label or id %q: expected one from the file, such as %d", name, in.ID(0))
}

// Hash identifies the instance by its distances and its route. It does not
// depend on names or on the file format. An instance defined by a function is
// identified by the distances between consecutive cities.
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
	in.hashGiven(h)
	if in.metric == Function {
		for i := range int32(in.n - 1) {
			fmt.Fprintln(h, in.dist(i, i+1), in.dist(i+1, i))
		}
	}
	return h
}

// hashGiven tells matrices apart that are the same after rounding.
func (in *Instance) hashGiven(h hash.Hash) {
	if in.given == nil {
		return
	}
	row := make([]float64, in.n)
	for i := range row {
		for j := range row {
			if row[j] = 0; i != j {
				row[j] = in.Unrounded(int32(i), int32(j))
			}
		}
		hashNumbers(h, row)
	}
}

// hashNumbers uses a buffer no larger than the data, and at most 64 KB.
func hashNumbers[T int32 | float64](h hash.Hash, values []T) {
	var bytes []byte
	for chunk := range slices.Chunk(values, 1<<13) {
		bytes, _ = binary.Append(bytes[:0], binary.LittleEndian, chunk) // numbers of fixed size never fail
		h.Write(bytes)
	}
}
