package lk

import (
	"context"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
	"github.com/tourmaline-opt/tourmaline/tsp/start"
	"pgregory.net/rapid"
)

type failer interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// cities draws n cities, symmetric by metric or an asymmetric matrix.
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

// sound checks that the array is a tour whose length is what is claimed.
func sound(t failer, in *tsp.Instance, c *core) {
	tour := c.Tour(nil)
	if err := tour.CheckPermutation(in.N()); err != nil {
		t.Fatal(err)
	}
	for i, city := range tour {
		if c.pos[city] != int32(i) {
			t.Fatalf("city %d stands at %d, pos says %d", city, i, c.pos[city])
		}
	}
	if got := in.Length(tour); got != c.Length() {
		t.Fatalf("the tour is %d long, the search claims %d", got, c.Length())
	}
}

func TestArrayReversal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int32Range(1, 30).Draw(t, "n")
		a := newArray(tsp.Identity(int(n)))
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

// naiveReverse reverses count cities from position i on a circle.
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
		names := tsp.Tour{3, 1, 39, 22, 7}
		whole, part := newSpace(in), newSpace(in)
		part.place(names)
		for a := range int32(len(names)) {
			for b := range int32(len(names)) {
				want := in.Dist(names[a], names[b])
				if got := part.dist(a, b); got != want {
					t.Fatalf("part: %d, want %d", got, want)
				}
				if got := whole.dist(names[a], names[b]); got != want {
					t.Fatalf("whole: %d, want %d", got, want)
				}
			}
		}
	})
}

// search is what both searches can do.
type searcher interface {
	Descend(limit int) bool
	Kick(s *rng.Stream, longest int32) bool
	Length() int64
	Commit()
	Undo(length int64)
	Tour(dst tsp.Tour) tsp.Tour
}

// The state machine of an iterated local search, checked after every move:
// descents never lengthen, undo restores the very array, claims are true.
func driveChain(t *rapid.T, in *tsp.Instance, c searcher, inner *core) {
	s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
	before := c.Length()
	for !c.Descend(7) {
		sound(t, in, inner)
	}
	sound(t, in, inner)
	if c.Length() > before {
		t.Fatalf("the descent went from %d to %d", before, c.Length())
	}
	c.Commit()
	for range rapid.IntRange(1, 20).Draw(t, "count") {
		length, tour := c.Length(), c.Tour(nil)
		kicked := c.Kick(&s, rapid.Int32Range(1, 9).Draw(t, "segment"))
		sound(t, in, inner)
		if kicked == (in.N() < 5) {
			t.Fatalf("%d cities, kicked: %v", in.N(), kicked)
		}
		for !c.Descend(3) {
		}
		sound(t, in, inner)
		if rapid.Bool().Draw(t, "undo") {
			c.Undo(length)
			if !slices.Equal(c.Tour(nil), tour) {
				t.Fatal("undo did not restore the tour")
			}
		} else {
			c.Commit()
		}
		sound(t, in, inner)
	}
}

func TestUndirectedChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), rapid.IntRange(1, 80).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		u := NewUndirected(in, must(near.Nearest(context.Background(), in, 6, 1)), start.Random(in.N(), 1))
		driveChain(t, in, u, &u.core)
	})
}

func TestDirectedChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, tsp.Explicit, rapid.IntRange(1, 50).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		d := NewDirected(in, must(near.Nearest(context.Background(), in, 6, 1)), start.Random(in.N(), 1))
		driveChain(t, in, d, &d.core)
	})
}

// A descent leaves no improving 2-opt move along the neighbour lists.
func TestNoTwoOptMoveIsLeft(t *testing.T) {
	in := cities(t, tsp.Euc2D, 300, 5)
	l := must(near.Nearest(context.Background(), in, 8, 1))
	u := NewUndirected(in, l, start.Random(300, 1))
	for !u.Descend(100) {
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
		var c searcher = NewUndirected(p.Instance, l, p.Fit(start.Random(n, 1)))
		if metric == tsp.Explicit {
			c = NewDirected(p.Instance, l, p.Fit(start.Random(n, 1)))
		}
		s := rng.At(1, 0, 0)
		for range 30 {
			for !c.Descend(100) {
			}
			back := p.Back(c.Tour(nil))
			if err := in.Check(back); err != nil {
				t.Fatal(err)
			}
			if got, want := p.Instance.CostOf(c.Length()), in.Cost(back); got != want {
				t.Fatalf("cost %v, want %v", got, want)
			}
			c.Commit()
			c.Kick(&s, 5)
		}
	})
}

// A piece keeps its ends and its cities, and gets no longer.
func TestPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, rapid.SampledFrom(symmetricMetrics).Draw(t, "metric"), 90, rapid.Uint64().Draw(t, "seed"))
		l := must(near.Nearest(context.Background(), in, 6, 1))
		tour := must(start.Greedy(context.Background(), in, l, 1))
		at := make([]int32, len(tour))
		for i, c := range tour {
			at[c] = int32(i)
		}
		p := NewPiece(in, l)
		s := rng.At(1, 0, 0)
		for range 3 {
			from := rapid.IntRange(0, 40).Draw(t, "from")
			path := tour[from : from+rapid.IntRange(2, 50).Draw(t, "length")]
			was := slices.Clone(path)
			whole := in.Length(tour)
			p.Load(path, at, int32(from))
			before := p.Length()
			for range 20 {
				p.Kick(&s, 5)
				for !p.Descend(100) {
				}
			}
			p.Store(path)
			for i, c := range path {
				at[c] = int32(from + i)
			}
			if path[0] != was[0] || path[len(path)-1] != was[len(was)-1] {
				t.Fatalf("ends %d-%d became %d-%d", was[0], was[len(was)-1], path[0], path[len(path)-1])
			}
			if err := tour.CheckPermutation(in.N()); err != nil {
				t.Fatal(err)
			}
			if got, want := in.Length(tour)-whole, p.Length()-before; got != want {
				t.Fatalf("the tour changed by %d, the piece claims %d", got, want)
			}
		}
	})
}

// The loop of kicks, descents and undos allocates nothing.
func TestChainsDoNotAllocate(t *testing.T) {
	for _, metric := range []tsp.Metric{tsp.Euc2D, tsp.Explicit} {
		in := cities(t, metric, 200, 3)
		l := must(near.Nearest(context.Background(), in, 8, 1))
		var c searcher = NewUndirected(in, l, start.Random(200, 1))
		if metric == tsp.Explicit {
			c = NewDirected(in, l, start.Random(200, 1))
		}
		s := rng.At(1, 0, 0)
		loop := func() {
			before := c.Length()
			c.Kick(&s, 30)
			for !c.Descend(1000) {
			}
			if c.Length() > before {
				c.Undo(before)
			} else {
				c.Commit()
			}
		}
		for range 500 { // let the log grow to its size
			loop()
		}
		if allocs := testing.AllocsPerRun(200, loop); allocs > 0 {
			t.Errorf("%v: %v allocations a kick", metric, allocs)
		}
	}
}

func BenchmarkKick(b *testing.B) {
	in, err := tsp.Generate(tsp.Uniform, 5000, 1)
	if err != nil {
		b.Fatal(err)
	}
	l := must(near.Nearest(context.Background(), in, 8, 2))
	u := NewUndirected(in, l, must(start.Greedy(context.Background(), in, l, 2)))
	for !u.Descend(1000) {
	}
	u.Commit()
	s := rng.At(1, 0, 0)
	for b.Loop() {
		before := u.Length()
		u.Kick(&s, 50)
		u.Descend(1 << 30)
		if u.Length() > before {
			u.Undo(before)
		} else {
			u.Commit()
		}
	}
}

func BenchmarkDescent(b *testing.B) {
	in, err := tsp.Generate(tsp.Uniform, 100_000, 1)
	if err != nil {
		b.Fatal(err)
	}
	in = in.Pick(start.Curve(in))
	l := must(near.Nearest(context.Background(), in, 8, 2))
	t := must(start.Greedy(context.Background(), in, l, 2))
	for b.Loop() {
		u := NewUndirected(in, l, t)
		u.Descend(1 << 30)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
