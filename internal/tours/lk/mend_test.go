package lk

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// Mend makes the tour shorter if it moves any city, and reports the correct length. The result is
// the same on both tour structures and can be undone.
func TestMend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), rapid.IntRange(1, 150).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		l := must(near.Nearest(t.Context(), in, rapid.IntRange(1, 4).Draw(t, "k"), 1))
		tour := start.Random(in.N(), 1)
		array, list := newOnArray(in, l, tour, TwoOpt), newOnList(in, l, tour, TwoOpt)
		first := rapid.IntRange(0, 300).Draw(t, "cities")
		for _, p := range []Peer{array, list} {
			look(p, first)
			p.Commit()
		}
		before := array.Length()
		moved := array.Mend(t.Context())
		if again := list.Mend(t.Context()); again != moved || !sameCircle(array.Tour(nil), list.Tour(nil)) {
			t.Fatalf("on an array %d cities have moved, on a list %d", moved, again)
		}
		for _, p := range []Peer{array, list} {
			sound(t, in, p)
			if (p.Length() < before) != (moved > 0) || p.Length() > before {
				t.Fatalf("%d cities moved, from %d to %d", moved, before, p.Length())
			}
			p.Undo()
			if sound(t, in, p); p.Length() != before {
				t.Fatalf("undone, it is %d long and not %d", p.Length(), before)
			}
		}
	})
}

// along returns uniform cities numbered along the curve, short neighbour lists, and the tour along
// the curve, which ends far from its start.
func along(t *testing.T, n int) (*tsp.Instance, *near.Lists, tsp.Tour) {
	t.Helper()
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	in = in.Pick(must(start.Curve(t.Context(), in)))
	return in, must(near.Nearest(t.Context(), in, 5, 1)), tsp.Identity(n)
}

func longestEdge(in *tsp.Instance, t tsp.Tour) (longest int64) {
	for i, c := range t {
		longest = max(longest, in.Dist(c, t[(i+1)%len(t)]))
	}
	return longest
}

// Mend breaks up the edge that closes the curve along a whole side of the square into short edges.
// A descent alone leaves most of this edge.
func TestMendBreaksUpALongEdge(t *testing.T) {
	in, l, tour := along(t, 3000)
	for name, build := range builders {
		p := build(in, l, tour, TwoOpt)
		p.ClearQueue()
		before := longestEdge(in, p.Tour(nil))
		moved := p.Mend(t.Context())
		if after := longestEdge(in, p.Tour(nil)); moved < 20 || after > before/6 {
			t.Errorf("%s: %d cities moved, the longest edge was %d and is %d", name, moved, before, after)
		}
		mended := p.Length()
		if descend(p); p.Length() >= mended {
			t.Errorf("%s: the cities that were moved are not queued", name)
		}
	}
}

// Mend moves nothing if the context is done.
func TestMendLooksAtTheContext(t *testing.T) {
	in, l, tour := along(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if moved := newOnArray(in, l, tour, TwoOpt).Mend(ctx); moved != 0 {
		t.Errorf("%d cities moved", moved)
	}
}

// Mend keeps fixed edges even if it moves many cities.
func TestMendLeavesFixedEdges(t *testing.T) {
	in := must(must(tsp.Generate(tsp.Uniform, 300, 1)).FixEdges([][2]int32{{3, 250}, {250, 9}, {10, 20}, {7, 200}}))
	open := must(in.Path(5, -1))
	for name, in := range map[string]*tsp.Instance{"closed": in, "path": open} {
		p := in.Closed()
		l := must(near.Nearest(t.Context(), p.Instance, 3, 1))
		peer := newOnArray(p.Instance, l, p.Fit(start.Random(300, 1)), OrOpt)
		moved := peer.Mend(t.Context())
		sound(t, p.Instance, peer)
		if err := in.Check(p.Back(peer.Tour(nil))); err != nil || tours.CheckFixed(p.Instance, peer.Tour(nil)) != nil || moved < 30 {
			t.Errorf("%s: %d cities moved: %v", name, moved, err)
		}
	}
}
