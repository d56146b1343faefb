// Package tsp provides the travelling salesman problem: instances, tours and distances.
//
// An [Instance] is defined by coordinates and a metric, by a matrix, or by a function. Coordinates
// are never expanded to a matrix: memory grows with n, not n².
//
// Distances are integers. TSPLIB defines its distances as integers; all other distances are
// fixed-point numbers in units of 1/Scale. Sums are therefore exact, independent of the order of
// addition and the same on every device. A cost is a length divided by the scale. Distances that
// are not a multiple of 1/Scale are rounded by at most half of this unit: see Rounding.
//
// [Details] give the cities names, ids and locations. Path, StartAt and FixEdges add conditions
// that a tour must meet.
package tsp

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
)

// An Instance is a set of cities with distances. It is immutable: methods return a changed copy
// instead of modifying it, and any number of goroutines may share an instance.
type Instance struct {
	n          int
	metric     Metric
	asymmetric bool
	scale      float64

	coords  []float64 // original coordinates, dims per city, interleaved
	dims    int
	place   []float64 // values that distances are computed from: coords, radians or unit vectors
	weights []int32   // n*n distances; the row is the city of departure
	given   []float64 // original matrix, if some distance was rounded or forbidden
	rounded bool      // whether some distance was rounded
	barred  barred    // matrix entries that mean "forbidden"
	dist    func(i, j int32) int64
	real    func(i, j int32) float64 // distance before rounding; nil if dist is not rounded

	details  Details
	cityByID func(id int64) (int32, bool) // if nil, the id of city i is i+1
	route    route                        // conditions on a tour beyond visiting all cities
	plain    *Plain                       // set only in instances that Closed created
	doubled  *Doubled                     // set only in instances that Doubled created
	offset   int64                        // contribution of tied edges to a length; see Plain
}

// MaxDistance is the largest allowed distance. It ensures that a distance fits an int32 and the
// length of any tour fits an int64.
const MaxDistance = math.MaxInt32 / 2

// FromCoords returns an instance with the given interleaved coordinates: x, y (and z if the metric
// has three dimensions), or latitude, longitude in degrees for geographic metrics. dims is 2 or 3.
// The instance retains the slice.
func FromCoords(metric Metric, dims int, coords []float64) (*Instance, error) {
	switch {
	case metric.Dims() == 0:
		return nil, fmt.Errorf("metric %v does not use coordinates", metric)
	case dims != 2 && dims != 3:
		return nil, fmt.Errorf("got %d coordinates per city, expected 2 or 3", dims)
	case metric != Euclidean && dims != metric.Dims():
		return nil, fmt.Errorf("metric %v needs %d coordinates per city, got %d", metric, metric.Dims(), dims)
	case len(coords)%dims != 0:
		return nil, fmt.Errorf("got %d numbers for cities with %d coordinates each, expected a multiple of %d", len(coords), dims, dims)
	}
	in := &Instance{n: len(coords) / dims, metric: metric, coords: coords, dims: dims, place: coords, scale: 1}
	if err := cmp.Or(in.checkSize(), in.checkCoords()); err != nil {
		return nil, err
	}
	if far := in.prepare(); far > MaxDistance {
		return nil, fmt.Errorf("cities are up to %.3g apart in the unit of the metric %v, but the limit is %d: scale the coordinates down", far, metric, MaxDistance)
	}
	return in, nil
}

// A Point holds x and y, or latitude and longitude.
type Point [2]float64

// FromPoints returns an instance with points in the plane (Euc2D, Euclidean, …) or on the globe
// (Haversine: latitude first).
func FromPoints(metric Metric, points []Point) (*Instance, error) {
	coords := make([]float64, 0, 2*len(points))
	for _, p := range points {
		coords = append(coords, p[0], p[1])
	}
	return FromCoords(metric, 2, coords)
}

// FromFunc returns an instance with a distance function, which must be safe for concurrent use.
// Distances are whole numbers of at most MaxDistance in a unit of your choice. scale is the number
// of these units in one unit of cost (1 if in doubt).
func FromFunc(n int, symmetric bool, scale float64, dist func(i, j int) int64) (*Instance, error) {
	if !(scale > 0) || math.IsInf(scale, 0) {
		return nil, fmt.Errorf("scale %v, expected a positive number", scale)
	}
	in := &Instance{
		n: n, metric: Function, asymmetric: !symmetric, scale: scale,
		dist: func(i, j int32) int64 { return dist(int(i), int(j)) },
	}
	if err := in.checkSize(); err != nil {
		return nil, err
	}
	return in, nil
}

func (in *Instance) checkSize() error {
	if in.n < 1 {
		return errors.New("an instance needs at least one city")
	}
	if in.n > math.MaxInt32/4 {
		return fmt.Errorf("got %d cities, but the limit is %d", in.n, math.MaxInt32/4)
	}
	return nil
}

// checkCoords rejects coordinates that no metric accepts. The error names the city.
func (in *Instance) checkCoords() error {
	for i, v := range in.coords {
		if !(math.Abs(v) <= 1e15) {
			hint := ""
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				hint = ": scale the coordinates down"
			}
			return fmt.Errorf("city %d: coordinate %d is %v, expected a finite number of at most 1e15%s", i/in.dims+1, i%in.dims+1, v, hint)
		}
	}
	if in.metric == Geo || in.metric == Haversine {
		return in.checkDegrees()
	}
	return nil
}

func (in *Instance) checkDegrees() error {
	for i := range in.n {
		lat, lon := in.coords[2*i], in.coords[2*i+1]
		switch {
		case math.Abs(lat) > 90 && math.Abs(lat) <= 180 && math.Abs(lon) <= 90:
			return fmt.Errorf("city %d: latitude %v is not between -90 and 90: did you swap latitude and longitude?", i+1, lat)
		case math.Abs(lat) > 90:
			return fmt.Errorf("city %d: latitude %v is not between -90 and 90", i+1, lat)
		case math.Abs(lon) > 360:
			return fmt.Errorf("city %d: longitude %v is not between -360 and 360", i+1, lon)
		}
	}
	return nil
}

// prepare chooses the scale and computes the values that distances are computed from. It returns
// the diameter.
func (in *Instance) prepare() float64 {
	in.details.Unit = in.metric.unit()
	switch in.metric {
	case Geo:
		in.place = make([]float64, len(in.coords))
		for i, v := range in.coords {
			in.place[i] = geoRadians(v)
		}
	case Haversine:
		// The unit is a metre for the whole globe and a tenth of a millimetre for a town.
		in.place = geom.UnitVectors(in.coords)
		in.scale = fixedPoint(in.diameter())
	case Euclidean:
		in.scale = fixedPoint(in.diameter())
	}
	return in.diameter()
}

// fixedPoint returns the largest power of ten that scales largest to at most an eighth of
// MaxDistance. The sum of a few distances then still fits an int32, which devices add quickly.
func fixedPoint(largest float64) float64 { return powerOfTen(MaxDistance/8, largest) }

// diameter returns an upper bound on the distance between any two cities, in scaled units, derived
// from their bounding box.
func (in *Instance) diameter() float64 {
	d := extent(in.coords, in.dims)
	switch in.metric {
	case Geo:
		return math.Pi * 6378.388
	case Haversine:
		// An arc is at most pi/2 times its chord.
		bound := math.Pi / 2 * geom.EarthRadius * diagonal(extent(in.place, 3))
		return in.scale * math.Min(math.Pi*geom.EarthRadius, bound)
	case Man2D, Man3D:
		return d[0] + d[1] + d[2]
	case Xray1, Xray2:
		return 100 * max(d[0], d[1], d[2])
	}
	return in.scale * diagonal(d)
}

// extent returns the sides of the bounding box of points.
func extent(points []float64, dims int) [3]float64 {
	box := geom.BoxOf(points, dims)
	return [3]float64{box.Hi[0] - box.Lo[0], box.Hi[1] - box.Lo[1], box.Hi[2] - box.Lo[2]}
}

func diagonal(d [3]float64) float64 {
	return math.Sqrt(float64(d[0]*d[0]) + float64(d[1]*d[1]) + float64(d[2]*d[2]))
}

// N returns the number of cities.
func (in *Instance) N() int { return in.n }

// Metric returns the metric of the distances.
func (in *Instance) Metric() Metric { return in.metric }

// Symmetric reports whether every distance is the same in both directions.
func (in *Instance) Symmetric() bool { return !in.asymmetric }

// Scale returns the number of units of Dist in one unit of Cost: 1 for TSPLIB metrics, otherwise a
// power of ten, or the scale given to FromFunc.
func (in *Instance) Scale() float64 { return in.scale }

// Dist returns the distance from city i to city j in units of 1/Scale.
func (in *Instance) Dist(i, j int32) int64 {
	switch in.metric {
	case Euc2D:
		return int64(math.Sqrt(squared2(in.place, i, j)) + 0.5)
	case Explicit:
		return int64(in.weights[int(i)*in.n+int(j)])
	case Ceil2D:
		return int64(math.Ceil(math.Sqrt(squared2(in.place, i, j))))
	case Euclidean:
		if in.dims == 2 {
			return int64(float64(math.Sqrt(squared2(in.place, i, j))*in.scale) + 0.5)
		}
		return int64(float64(math.Sqrt(squared3(in.place, i, j))*in.scale) + 0.5)
	case Haversine:
		return arc(squared3(in.place, i, j), in.scale)
	case Function:
		return in.dist(i, j)
	case closed:
		return in.plain.dist(i, j)
	case doubled:
		return in.doubled.dist(i, j)
	}
	return in.rareDist(i, j)
}

func (in *Instance) rareDist(i, j int32) int64 {
	p := in.place
	switch in.metric {
	case Euc3D:
		return nint(math.Sqrt(squared3(p, i, j)))
	case Man2D:
		return nint(math.Abs(p[2*i]-p[2*j]) + math.Abs(p[2*i+1]-p[2*j+1]))
	case Man3D:
		return nint(math.Abs(p[3*i]-p[3*j]) + math.Abs(p[3*i+1]-p[3*j+1]) + math.Abs(p[3*i+2]-p[3*j+2]))
	case Max2D:
		return max(nint(math.Abs(p[2*i]-p[2*j])), nint(math.Abs(p[2*i+1]-p[2*j+1])))
	case Max3D:
		return max(nint(math.Abs(p[3*i]-p[3*j])), nint(math.Abs(p[3*i+1]-p[3*j+1])), nint(math.Abs(p[3*i+2]-p[3*j+2])))
	case Geo:
		return geo(p, i, j)
	case Att:
		return att(squared2(p, i, j))
	case Xray1:
		return xray(p, i, j, [3]float64{1, 1, 1})
	case Xray2:
		return xray(p, i, j, [3]float64{1.25, 1.5, 1.15})
	}
	panic("tsp: no distance for metric " + in.metric.String())
}
