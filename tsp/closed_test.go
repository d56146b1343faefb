package tsp_test

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func TestFitRespectsTheRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		p := in.Closed()
		order := drawPermutation(t, in.N(), "order")
		before := slices.Clone(order)
		fitted := p.Fit(order)
		if !slices.Equal(order, before) {
			t.Fatal("the order itself changed")
		}
		if err := p.Instance.Check(fitted); err != nil {
			t.Fatalf("%v became %v: %v", order, fitted, err)
		}
		back := p.Back(fitted)
		if err := in.Check(back); err != nil {
			t.Fatalf("%v became %v: %v", order, back, err)
		}
		if got, want := p.Instance.Cost(fitted), in.Cost(back); got != want {
			t.Fatalf("%v became %v: cost %v closed, %v as asked for", order, back, got, want)
		}
	})
}

func TestFitKeepsWhatFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		p := in.Closed()
		good := p.Back(p.Fit(drawPermutation(t, in.N(), "order")))
		if k := rapid.IntRange(0, in.N()-1).Draw(t, "rotate"); !in.Open() {
			good = append(good[k:len(good):len(good)], good[:k]...)
		}
		got, was := p.Instance.Cost(p.Fit(good)), in.Cost(good)
		start, end := in.Ends()
		if free := in.Open() && (start < 0 || end < 0); got > was || got < was && !free {
			t.Fatalf("%v cost %v and now %v", good, was, got)
		}
	})
}

// Back accepts a tour in either direction and starting at any city, because an algorithm may return
// any of these.
func TestBackTakesAnyWriting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := routed(t)
		p := in.Closed()
		tour := slices.Clone(p.Fit(drawPermutation(t, in.N(), "order")))
		cost := p.Instance.Cost(tour)
		if in.Symmetric() && rapid.Bool().Draw(t, "reverse") && p.Instance != in {
			slices.Reverse(tour)
		}
		if k := rapid.IntRange(0, len(tour)-1).Draw(t, "rotate"); p.Instance != in {
			tour = append(tour[k:len(tour):len(tour)], tour[:k]...)
		}
		back := p.Back(tour)
		if err := in.Check(back); err != nil || in.Cost(back) != cost {
			t.Fatalf("%v became %v: cost %v, was %v; %v", tour, back, in.Cost(back), cost, err)
		}
	})
}

func TestClosedInstances(t *testing.T) {
	in := square()
	for _, c := range []struct {
		name  string
		in    *tsp.Instance
		n     int
		dummy int32
	}{
		{"plain", in, 4, -1},
		{"start only", must(in.StartAt(2)), 4, -1},
		{"fixed edge", must(in.FixEdges([][2]int32{{0, 2}})), 4, -1},
		{"path", must(in.Path(-1, -1)), 5, 4},
		{"path with ends", must(in.Path(3, 1)), 5, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.in.Closed()
			if p.Instance.N() != c.n || p.Dummy != c.dummy || p.Base != c.in || p.Instance.Open() {
				t.Errorf("%d cities, dummy %d", p.Instance.N(), p.Dummy)
			}
			if changed := p.Instance != c.in; changed != (p.Instance.Plain() == p) {
				t.Errorf("changed %v, but Plain is %v", changed, p.Instance.Plain())
			}
		})
	}
}

func TestTheDummyIsNowhere(t *testing.T) {
	in := must(square().Path(0, 2)).Closed().Instance
	const dummy, tied = 4, -1 << 40
	for c, want := range []int64{tied, 0, tied, 0} {
		if there, back := in.Dist(dummy, int32(c)), in.Dist(int32(c), dummy); there != want || back != want {
			t.Errorf("city %d is %d and %d from the dummy, want %d", c, there, back, want)
		}
	}
	if got := in.Dist(0, 1); got != 10 {
		t.Errorf("distance %d, want 10", got)
	}
}

func TestTheDummyLeadsToTheStart(t *testing.T) {
	oneWay := must(tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0}))
	in := must(oneWay.Path(0, 1)).Closed().Instance
	const dummy, tied = 3, -1 << 40
	for _, c := range []struct {
		from, to int32
		want     int64
	}{{dummy, 0, tied}, {0, dummy, 0}, {1, dummy, tied}, {dummy, 1, 0}, {2, dummy, 0}, {dummy, 2, 0}, {1, 2, 4}} {
		if got := in.Dist(c.from, c.to); got != c.want {
			t.Errorf("from %d to %d: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}

// Fit opens a closed tour at its longest edge, because this saves most.
func TestFitOpensTheLongestEdge(t *testing.T) {
	line := must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{3, 0}, {4, 0}, {9, 0}, {0, 0}, {1, 0}}))
	for _, c := range []struct {
		name       string
		start, end int32
		want       tsp.Tour
	}{
		{"free ends", -1, -1, tsp.Tour{3, 4, 0, 1, 2}},
		{"from the left", 3, -1, tsp.Tour{3, 4, 0, 1, 2}},
		{"from the right", 2, -1, tsp.Tour{2, 1, 0, 4, 3}},
		{"to the left", -1, 3, tsp.Tour{2, 1, 0, 4, 3}},
		{"both ends", 2, 3, tsp.Tour{2, 1, 0, 4, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := must(line.Path(c.start, c.end)).Closed()
			if got := p.Back(p.Fit(tsp.Identity(5))); !slices.Equal(got, c.want) {
				t.Errorf("path %v, want %v", got, c.want)
			}
		})
	}
}
