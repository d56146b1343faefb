package lk

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// space is where cities get their distances from: coordinates at hand for the
// common metrics, the instance for all others.
type space struct {
	in    *tsp.Instance
	xy    []float64 // nil: ask the instance
	scale float64
	ceil  bool
}

func newSpace(in *tsp.Instance) space {
	s := space{in: in, scale: in.Scale()}
	switch m := in.Metric(); {
	case m == tsp.Ceil2D:
		s.ceil = true
	case m != tsp.Euc2D && (m != tsp.Euclidean || in.Dims() != 2):
		return s
	}
	s.xy = in.Coords()
	return s
}

// dist equals in.Dist, bit for bit.
func (s *space) dist(a, b int32) int64 {
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

// bridge is the change of length by a double bridge inside a stretch of the
// tour [MOF91]: the cities around its cuts, in tour order, are
// a|b1 b2|c1 c2|d1 d2|z, and become a d1 … d2 c1 … c2 b1 … b2 z. Four edges
// change, no segment is reversed, and no short sequence of moves takes it back.
func (s *space) bridge(e *[8]int32) int64 {
	return s.dist(e[0], e[5]) + s.dist(e[6], e[3]) + s.dist(e[4], e[1]) + s.dist(e[2], e[7]) -
		s.dist(e[0], e[1]) - s.dist(e[2], e[3]) - s.dist(e[4], e[5]) - s.dist(e[6], e[7])
}
