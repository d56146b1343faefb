package tsp

import "math"

// A Norm says how distances grow with coordinate differences.
type Norm uint8

// The norms of the metrics.
const (
	L2   Norm = iota // Euclidean
	L1               // Manhattan
	LInf             // maximum
)

// Geometry is a picture of the cities in which nearer means no longer a
// distance: what a spatial search needs to find neighbours.
type Geometry struct {
	Points []float64 // Dims per city, interleaved
	Dims   int
	Norm   Norm
}

// Geometry returns the cities' places, or false where distances do not follow
// from places (matrices, functions, X-ray motors). Places on a globe are unit
// vectors: no date line, no poles. A dummy city has no place.
func (in *Instance) Geometry() (Geometry, bool) {
	g := Geometry{Points: in.place, Dims: in.dims}
	switch in.metric {
	case Euc2D, Ceil2D, Euc3D, Euclidean, Att:
	case Man2D, Man3D:
		g.Norm = L1
	case Max2D, Max3D:
		g.Norm = LInf
	case Haversine:
		g.Dims = 3
	case Geo:
		g.Points, g.Dims = geoVectors(in.place), 3
	case closed:
		return in.plain.base.Geometry()
	default:
		return Geometry{}, false
	}
	return g, true
}

func geoVectors(radians []float64) []float64 {
	degrees := make([]float64, len(radians))
	for i, r := range radians {
		degrees[i] = r * 180 / math.Pi
	}
	return unitVectors(degrees)
}

// Renumber returns the instance with its cities in another order: its city i
// is order[i] here. Neighbours in space become neighbours in memory. It is for
// instances with coordinates.
func (in *Instance) Renumber(order []int32) *Instance {
	out := *in
	out.ids, out.labels, out.display = nil, nil, nil
	out.coords = permute(in.coords, in.dims, order)
	out.place = out.coords
	if len(in.place) > 0 && &in.place[0] != &in.coords[0] {
		out.place = permute(in.place, len(in.place)/in.n, order)
	}
	out.route = in.route.renumber(order)
	return &out
}

func permute(values []float64, stride int, order []int32) []float64 {
	out := make([]float64, 0, len(values))
	for _, c := range order {
		out = append(out, values[int(c)*stride:(int(c)+1)*stride]...)
	}
	return out
}

func (r route) renumber(order []int32) route {
	if !r.set {
		return r
	}
	now := make([]int32, len(order))
	for i, c := range order {
		now[c] = int32(i)
	}
	at := func(c int32) int32 {
		if c < 0 {
			return c
		}
		return now[c]
	}
	out := route{set: true, open: r.open, start: at(r.start), end: at(r.end)}
	for _, e := range r.fixed {
		out.fixed = append(out.fixed, [2]int32{at(e[0]), at(e[1])})
	}
	return out
}
