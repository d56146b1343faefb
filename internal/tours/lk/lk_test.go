package lk

import (
	"context"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

type failer interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// cities returns a random instance of n cities with a symmetric metric or an asymmetric matrix.
func cities(t failer, metric tsp.Metric, n int, seed uint64) *tsp.Instance {
	s := rng.At(seed, 0, 0)
	size := n * metric.Dims()
	if metric == tsp.Explicit {
		size = n * n
	}
	values := make([]float64, size)
	for i := range values {
		values[i] = float64(s.IntN(1000)) / 8
	}
	in, err := tsp.FromMatrix(n, values)
	if metric != tsp.Explicit {
		in, err = tsp.FromCoords(metric, metric.Dims(), values)
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

var symmetricMetrics = []tsp.Metric{tsp.Euc2D, tsp.Ceil2D, tsp.Euclidean, tsp.Man2D, tsp.Att, tsp.Euc3D}

// sound checks that the chain holds a valid tour and reports its correct length.
func sound(t failer, in *tsp.Instance, c Chain) {
	tour := c.Tour(nil)
	if err := permutation.Check(tour, in.N()); err != nil {
		t.Fatal(err)
	}
	if got := in.Length(tour); got != c.Length() {
		t.Fatalf("the tour is %d long, the search claims %d", got, c.Length())
	}
}

func TestArrayReversal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int32Range(1, 30).Draw(t, "n")
		var a array
		a.set(tsp.Identity(int(n)))
		want := slices.Clone(a.tour)
		for range rapid.IntRange(1, 8).Draw(t, "moves") {
			i, j := rapid.Int32Range(0, n-1).Draw(t, "i"), rapid.Int32Range(0, n-1).Draw(t, "j")
			a.reverse(i, j)
			want = naiveReverse(want, i, a.span(i, j))
			if !slices.Equal(a.tour, want) {
				t.Fatalf("reverse(%d, %d): %v, want %v", i, j, a.tour, want)
			}
			for p, c := range a.tour {
				if a.pos[c] != int32(p) {
					t.Fatalf("pos[%d] = %d, want %d", c, a.pos[c], p)
				}
			}
		}
	})
}

// naiveReverse reverses count cities starting at position i of a cycle.
func naiveReverse(tour []int32, i, count int32) []int32 {
	n := int32(len(tour))
	out := slices.Clone(tour)
	for k := range count {
		out[(i+k)%n] = tour[(i+count-1-k)%n]
	}
	return out
}

func TestSpaceEqualsTheInstance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), 40, rapid.Uint64().Draw(t, "seed"))
		s := NewSpace(in)
		tour := start.Random(in.N(), 3)
		if got, want := s.Length(tour), in.Length(tour); got != want {
			t.Errorf("%v: a tour of %d is %d long in space", in.Metric(), want, got)
		}
		for a := range int32(in.N()) {
			for b := range int32(in.N()) {
				if got, want := s.Dist(a, b), in.Dist(a, b); got != want {
					t.Fatalf("%d from %d to %d, want %d", got, a, b, want)
				}
			}
		}
	})
}

// anyKick draws a kick of any kind.
func anyKick(t *rapid.T) Kick {
	return Kick{rapid.Int32Range(1, 9).Draw(t, "size"), rapid.Bool().Draw(t, "walk"), rapid.Bool().Draw(t, "anywhere")}
}

// driveChain runs the state machine of an iterated local search and checks every move: descents
// never lengthen the tour, Undo restores it, and the reported lengths are correct.
func driveChain(t *rapid.T, in *tsp.Instance, c Chain) {
	s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
	before := c.Length()
	for !look(c, 7) {
		sound(t, in, c)
	}
	sound(t, in, c)
	if c.Length() > before {
		t.Fatalf("the descent went from %d to %d", before, c.Length())
	}
	c.Commit()
	for range rapid.IntRange(1, 20).Draw(t, "count") {
		length, tour := c.Length(), c.Tour(nil)
		kicked := c.Kick(&s, s.IntN(int32(in.N())), anyKick(t))
		sound(t, in, c)
		if kicked && in.N() < 5 {
			t.Fatalf("%d cities were kicked", in.N())
		}
		for !look(c, 3) {
		}
		sound(t, in, c)
		if rapid.Bool().Draw(t, "undo") {
			c.Undo()
			if c.Length() != length || !sameCircle(c.Tour(nil), tour) {
				t.Fatal("undo did not restore the tour")
			}
		} else {
			c.Commit()
		}
		sound(t, in, c)
	}
}

func TestUndirectedChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), rapid.IntRange(1, 80).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		u := NewUndirected(in, must(near.Nearest(context.Background(), in, 6, 1)), start.Random(in.N(), 1), Operator(rapid.IntRange(0, 4).Draw(t, "op")))
		driveChain(t, in, u)
	})
}

func TestDirectedChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, tsp.Explicit, rapid.IntRange(1, 50).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		d := NewDirected(in, must(near.Nearest(context.Background(), in, 6, 1)), start.Random(in.N(), 1))
		driveChain(t, in, d)
	})
}

// After a descent there is no improving 2-opt move along the neighbour lists.
func TestNoTwoOptMoveIsLeft(t *testing.T) {
	in := cities(t, tsp.Euc2D, 300, 5)
	l := must(near.Nearest(context.Background(), in, 8, 1))
	u := newOnArray(in, l, start.Random(300, 1), TwoOpt)
	for !look(u, 100) {
	}
	for a := range int32(300) {
		for _, c := range l.Of(a) {
			for _, side := range []func(int32) int32{u.next, u.prev} {
				x, f := side(a), side(c)
				if gain := in.Dist(a, x) + in.Dist(c, f) - in.Dist(a, c) - in.Dist(x, f); gain > 0 && in.Dist(a, c) < in.Dist(a, x) {
					t.Fatalf("replacing %d-%d and %d-%d gains %d", a, x, c, f, gain)
				}
			}
		}
	}
}

// Fixed edges and the ends of a path survive kicks and descents.
func TestRoutesStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 60).Draw(t, "n")
		metric := rapid.SampledFrom([]tsp.Metric{tsp.Euc2D, tsp.Explicit}).Draw(t, "metric")
		in := cities(t, metric, n, rapid.Uint64().Draw(t, "seed"))
		end := rapid.Int32Range(-1, int32(n-1)).Draw(t, "end")
		in, err := in.Path(0, max(end, -1))
		if end == 0 {
			in, err = cities(t, metric, n, 1).Path(-1, -1)
		}
		if err != nil {
			t.Fatal(err)
		}
		p := in.Closed()
		l := must(near.Nearest(context.Background(), p.Instance, 6, 1))
		var c Chain = NewUndirected(p.Instance, l, p.Fit(start.Random(n, 1)), Operator(rapid.IntRange(0, 4).Draw(t, "op")))
		if metric == tsp.Explicit {
			c = NewDirected(p.Instance, l, p.Fit(start.Random(n, 1)))
		}
		s := rng.At(1, 0, 0)
		for range 30 {
			for !look(c, 100) {
			}
			back := p.Back(c.Tour(nil))
			if err := in.Check(back); err != nil {
				t.Fatal(err)
			}
			if got, want := p.Instance.CostOf(c.Length()), in.Cost(back); got != want {
				t.Fatalf("cost %v, want %v", got, want)
			}
			c.Commit()
			c.Kick(&s, s.IntN(int32(in.N())), Kick{Size: 5})
		}
	})
}

// The loop of kicks, descents and undos allocates nothing.
func TestChainsDoNotAllocate(t *testing.T) {
	for _, metric := range []tsp.Metric{tsp.Euc2D, tsp.Explicit} {
		in := cities(t, metric, 200, 3)
		l := must(near.Nearest(context.Background(), in, 8, 1))
		var c Chain = NewUndirected(in, l, start.Random(200, 1), LinKernighan)
		if metric == tsp.Explicit {
			c = NewDirected(in, l, start.Random(200, 1))
		}
		s := rng.At(1, 0, 0)
		loop := func() {
			before := c.Length()
			c.Kick(&s, s.IntN(int32(in.N())), Kick{Size: 30})
			for !look(c, 1000) {
			}
			if c.Length() > before {
				c.Undo()
			} else {
				c.Commit()
			}
		}
		for range 500 { // let the log reach its final size
			loop()
		}
		if allocs := testing.AllocsPerRun(200, loop); allocs > 0 {
			t.Errorf("%v: %v allocations a kick", metric, allocs)
		}
	}
}

func quadrants(in *tsp.Instance) *near.Lists {
	return must(must(near.Quadrant(context.Background(), in, 2, 8, 1)).Symmetric(context.Background(), 1))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
