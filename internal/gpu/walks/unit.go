package walks

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// A unit is the delta type in the template.
type unit struct{ moves.Delta }

// name returns the name of the type in OpenCL C.
func (u unit) name() string { return [...]string{"int", "long", "double"}[u.Delta] }

// bytes returns the size of the type.
func (u unit) bytes() int {
	if u.Delta == moves.Int {
		return 4
	}
	return 8
}

// bits returns the bits of a limit in this type, chosen so that d < limit has the same result for
// every d.
func (u unit) bits(limit float64) uint64 {
	if u.Delta == moves.Double {
		return math.Float64bits(limit)
	}
	least, most := float64(math.MinInt32), float64(math.MaxInt32)
	if u.Delta == moves.Long {
		least, most = -1<<62, 1<<62
	}
	return uint64(int64(max(least, min(math.Ceil(limit), most))))
}

// number returns the delta with the given bits.
func (u unit) number(bits uint64) float64 {
	switch {
	case u.Delta == moves.Double:
		return math.Float64frombits(bits)
	case int64(bits) == u.impossible():
		return moves.Impossible()
	}
	return float64(int64(bits))
}

// impossible returns IMPOSSIBLE from moves_of_walk.cl for whole numbers.
func (u unit) impossible() int64 {
	if u.Delta == moves.Int {
		return math.MaxInt32
	}
	return math.MaxInt64
}
