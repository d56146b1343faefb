package searchtest_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// ones is the smallest problem there is: the fewest set bits win.
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

// flips is the neighbourhood of all single bit flips.
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

// descent clears one bit a step.
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
	searchtest.Neighbourhood(t, ones{20}, 50, func() search.Neighbourhood[[]bool] { return &flips{set(20)} })
}
