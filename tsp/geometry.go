package tsp

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
)

// Geometry returns a point for each city, dims numbers per city, such that a smaller distance
// between points never means a larger distance in the instance. norm is the norm of the
// differences: 1 (Manhattan), 2 (Euclidean) or +Inf (maximum). Spatial searches use the points to
// find neighbours.
//
// points is nil if distances do not follow from coordinates (matrices, functions, X-ray motors).
// Points on a globe are unit vectors, so the date line and the poles need no special treatment. A
// dummy city has no point.
func (in *Instance) Geometry() (points []float64, dims int, norm float64) {
	switch in.metric {
	case Euc2D, Ceil2D, Euc3D, Euclidean, Att:
		return in.place, in.dims, 2
	case Man2D, Man3D:
		return in.place, in.dims, 1
	case Max2D, Max3D:
		return in.place, in.dims, math.Inf(1)
	case Haversine:
		return in.place, 3, 2
	case Geo:
		return geoVectors(in.place), 3, 2
	case closed:
		return in.plain.Base.Geometry()
	}
	return nil, 0, 0
}

// AtLeast returns a lower bound on the distance between two cities whose points are at least r
// apart. Geometry returns these points. Without them, the bound is 0.
func (in *Instance) AtLeast(r float64) int64 {
	r -= r * 0x1p-40 // outweighs the rounding errors of r and of the metric
	switch in.metric {
	case Euc2D, Euc3D, Man2D, Man3D, Max2D, Max3D:
		return nint(r)
	case Ceil2D:
		return int64(math.Ceil(r))
	case Euclidean:
		return nint(r * in.scale)
	case Att:
		return int64(math.Ceil(r / math.Sqrt(10)))
	case Haversine:
		return arc(r*r, in.scale)
	case Geo: // its formula loses more digits, and its points use a better value of pi
		return int64(6378 * 2 * geom.HalfAngle(max(0, float64(r*r)-0x1p-40)))
	}
	return 0
}

func geoVectors(radians []float64) []float64 {
	degrees := make([]float64, len(radians))
	for i, r := range radians {
		degrees[i] = r * 180 / math.Pi
	}
	return geom.UnitVectors(degrees)
}

// Pick returns an instance that consists of some of the cities, or of all of them in a different
// order: its city i is cities[i] of in. If all cities are picked, the route is retained, so Pick
// can place cities that are close in space close together in memory. A subset has no route.
func (in *Instance) Pick(cities []int32) *Instance {
	out := *in
	out.n = len(cities)
	d := &in.details
	out.details, out.cityByID = Details{Name: d.Name, Comment: d.Comment, Unit: d.Unit}, nil
	if in.dims == 0 || in.metric == closed {
		out.metric, out.weights, out.coords, out.place, out.dims, out.plain = Function, nil, nil, nil, 0, nil
		out.dist = func(i, j int32) int64 { return in.Dist(cities[i], cities[j]) }
		out.given, out.real = nil, nil
		if in.given != nil || in.real != nil || in.metric == closed {
			out.rounded = !in.Rounding().Exact
			out.real = func(i, j int32) float64 { return in.unrounded(cities[i], cities[j]) }
		}
	} else {
		out.coords = permute(in.coords, in.dims, cities)
		out.place = out.coords
		if len(in.place) > 0 && &in.place[0] != &in.coords[0] {
			out.place = permute(in.place, len(in.place)/in.n, cities)
		}
	}
	out.route, out.offset = route{}, 0
	if len(cities) == in.n {
		out.route, out.offset = in.route.renumber(cities), in.offset
	}
	return &out
}

func permute(values []float64, stride int, order []int32) []float64 {
	out := make([]float64, 0, len(order)*stride)
	for _, c := range order {
		out = append(out, values[int(c)*stride:(int(c)+1)*stride]...)
	}
	return out
}

func (r route) renumber(order []int32) route {
	if !r.set {
		return r
	}
	now := positionsOf(order)
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
