package searchtest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// ones is a minimal problem: minimise the number of set bits.
type ones struct{ n int }

func (p ones) Cost(b []bool) float64 {
	cost := 0.0
	for _, set := range b {
		if set {
			cost++
		}
	}
	return cost
}

func (p ones) Check(b []bool) error {
	if len(b) != p.n {
		return fmt.Errorf("%d bits, want %d", len(b), p.n)
	}
	return nil
}

// flips is the neighbourhood of all single-bit flips.
type flips struct{ bits []bool }

func (f *flips) Len() int { return len(f.bits) }
func (f *flips) Deltas(first int, dst []float64) {
	for i, set := range f.bits[first : first+len(dst)] {
		dst[i] = 1
		if set {
			dst[i] = -1
		}
	}
}
func (f *flips) Apply(move int, _ float64) { f.bits[move] = !f.bits[move] }
func (f *flips) Cost() float64             { return ones{}.Cost(f.bits) }
func (f *flips) Snapshot() []bool          { return slices.Clone(f.bits) }
func (f *flips) Reset(bits []bool)         { copy(f.bits, bits) }

// best returns the best flip under a rule among count flips, starting with first.
func (f *flips) best(r *moves.Rule, touched func(move int) moves.Touch, first, count int) moves.Choice {
	best, lowest := moves.Choice{Move: -1}, moves.Forbidden
	deltas := make([]float64, count)
	f.Deltas(first, deltas)
	for i, delta := range deltas {
		touch := touched(first + i)
		if class := r.Class(delta, &touch); class < lowest || class == lowest && class < moves.Forbidden && delta < best.Delta {
			best, lowest = moves.Choice{Move: first + i, Delta: delta}, class
		}
	}
	return best
}

// choosy implements moves.Picker. Each move is its own attribute.
type choosy struct{ flips }

func (f *choosy) Pick(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	return f.PickRange(r, 0, f.Len()), ctx.Err()
}
func (f *choosy) PickRange(r *moves.Rule, first, count int) moves.Choice {
	own := func(move int) moves.Touch { return moves.Touch{Enters: [3]int32{int32(move)}, Count: 1} }
	return f.best(r, own, first, count)
}

// remembered implements moves.Picker and moves.Attributed. An attribute is a bit with one of its
// values.
type remembered struct{ flips }

func (f *remembered) Attributes() int { return 2 * len(f.bits) }
func (f *remembered) Touched(move int) moves.Touch {
	now, then := int32(2*move), int32(2*move+1)
	if f.bits[move] {
		now, then = then, now
	}
	return moves.Touch{Enters: [3]int32{then}, Leaves: [3]int32{now}, Count: 1}
}
func (f *remembered) Pick(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	return f.best(r, f.Touched, 0, f.Len()), ctx.Err()
}

// descent is a searcher that clears one bit per step.
type descent struct{ flips }

func (d *descent) Step(context.Context) error {
	i := slices.Index(d.bits, true)
	if i < 0 {
		return search.ErrOptimal
	}
	d.bits[i] = false
	return nil
}
func (d *descent) Best() []bool { return d.Snapshot() }

func set(n int) []bool {
	b := make([]bool, n)
	for i := range b {
		b[i] = i%3 != 0
	}
	return b
}

func TestTheSuitePassesAGoodSearcher(t *testing.T) {
	searchtest.Searcher(t, ones{20}, 30, func() search.Searcher[[]bool] { return &descent{flips{set(20)}} })
}

func TestTheSuitePassesAGoodNeighbourhood(t *testing.T) {
	searchtest.Neighbourhood(t, ones{20}, 50, func() moves.Neighbourhood[[]bool] { return &flips{set(20)} })
}

func TestTheSuitePassesAGoodPicker(t *testing.T) {
	searchtest.Neighbourhood(t, ones{20}, 50, func() moves.Neighbourhood[[]bool] { return &choosy{flips{set(20)}} })
}

func TestTheSuitePassesAGoodMemory(t *testing.T) {
	searchtest.Neighbourhood(t, ones{20}, 50, func() moves.Neighbourhood[[]bool] { return &remembered{flips{set(20)}} })
}
