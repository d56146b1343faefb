package lk

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Space computes distances. For the common metrics, it computes them from the coordinates; for
// all other metrics, it calls the instance.
type Space struct {
	in    *tsp.Instance
	xy    []float64 // nil if the instance computes distances
	scale float64
	ceil  bool
}

// NewSpace returns the space of an instance.
func NewSpace(in *tsp.Instance) Space {
	s := Space{in: in, scale: in.Scale()}
	switch m := in.Metric(); {
	case m == tsp.Ceil2D:
		s.ceil = true
	case m != tsp.Euc2D && (m != tsp.Euclidean || in.Dims() != 2):
		return s
	}
	s.xy = in.Coords()
	return s
}

// Dist returns the same distance as the instance, bit for bit.
func (s *Space) Dist(a, b int32) int64 {
	if s.xy == nil {
		return s.in.Dist(a, b)
	}
	dx, dy := s.xy[2*a]-s.xy[2*b], s.xy[2*a+1]-s.xy[2*b+1]
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if s.ceil {
		return int64(math.Ceil(d))
	}
	return int64(float64(d*s.scale) + 0.5)
}

// Length returns the length of a closed tour. It equals the result of the instance's Length.
func (s *Space) Length(t []int32) int64 {
	if s.xy == nil || s.ceil || len(t) == 0 {
		return s.in.Length(t)
	}
	last := t[len(t)-1]
	x, y, sum := s.xy[2*last], s.xy[2*last+1], int64(0)
	for _, c := range t {
		nextX, nextY := s.xy[2*c], s.xy[2*c+1]
		dx, dy := x-nextX, y-nextY
		sum += int64(float64(math.Sqrt(float64(dx*dx)+float64(dy*dy))*s.scale) + 0.5)
		x, y = nextX, nextY
	}
	return sum
}

// bridge returns the change in length caused by a double bridge inside a stretch of the tour
// [MOF91]. The cities around its cuts, in tour order, are a|b1 b2|c1 c2|d1 d2|z, and become a d1 …
// d2 c1 … c2 b1 … b2 z. Four edges change, no segment is reversed, and no short sequence of moves
// undoes the change.
func (s *Space) bridge(e *[8]int32) int64 {
	return s.Dist(e[0], e[5]) + s.Dist(e[6], e[3]) + s.Dist(e[4], e[1]) + s.Dist(e[2], e[7]) -
		s.Dist(e[0], e[1]) - s.Dist(e[2], e[3]) - s.Dist(e[4], e[5]) - s.Dist(e[6], e[7])
}
