package lk

import (
	"context"
	"math/bits"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A kick with Anywhere removes four random edges of the tour: any four of nine edges are equally
// likely [LS13 §4.3].
func TestKicksAnywhereCutAnyFourEdges(t *testing.T) {
	const n, sets, kicks = 9, 126, 126 * 200
	for name, metric := range map[string]tsp.Metric{"undirected": tsp.Euc2D, "directed": tsp.Explicit} {
		in := cities(t, metric, n, 1)
		l := must(near.Nearest(context.Background(), in, 3, 1))
		c := NewDirected(in, l, tsp.Identity(n))
		if name == "undirected" {
			c = NewUndirected(in, l, tsp.Identity(n), TwoOpt)
		}
		s := rng.At(5, 0, 0)
		count := map[int]int{}
		for range kicks {
			c.SetTour(tsp.Identity(n))
			if !c.Kick(&s, s.IntN(n), Kick{Anywhere: true}) {
				t.Fatalf("%s: no kick", name)
			}
			count[removed(c.Tour(nil))]++
		}
		chi2 := 0.0
		for _, times := range count {
			chi2 += float64(times-200) * float64(times-200) / 200
		}
		// With 125 degrees of freedom, χ² exceeds 187 for one seed in 4000.
		if len(count) != sets || chi2 > 187 {
			t.Errorf("%s: %d sets of edges were cut, χ² %.0f", name, len(count), chi2)
		}
	}
}

// removed returns the set of edges (c, c+1) that a double bridge has cut, as bits. A double bridge
// reverses no segment, so most edges keep their direction. Between segments of one city each, an
// edge is cut and added again in the opposite direction.
func removed(t tsp.Tour) int {
	n, forward, backward := len(t), 0, 0
	for i, c := range t {
		switch next := t[(i+1)%n]; {
		case int(next) == (int(c)+1)%n:
			forward |= 1 << c
		case int(c) == (int(next)+1)%n:
			backward |= 1 << next
		}
	}
	if bits.OnesCount(uint(backward)) > bits.OnesCount(uint(forward)) {
		forward = backward
	}
	return 1<<n - 1 - forward
}
