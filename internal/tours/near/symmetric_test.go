package near_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkSymmetric compares l.Symmetric with its definition: a city lists another if and only if one
// of the two lists the other in l.
func checkSymmetric(t failer, in *tsp.Instance, l *near.Lists) {
	t.Helper()
	before := near.Lists{First: slices.Clone(l.First), City: slices.Clone(l.City), Dist: slices.Clone(l.Dist)}
	s := must(l.Symmetric(context.Background(), 2))
	if !slices.Equal(l.First, before.First) || !slices.Equal(l.City, before.City) || !slices.Equal(l.Dist, before.Dist) {
		t.Fatalf("the original lists have changed")
	}
	n := int32(in.N())
	if len(s.First) != int(n)+1 || s.First[0] != 0 || int(s.First[n]) != len(s.City) || len(s.City) != len(s.Dist) {
		t.Fatalf("%d cities: offsets %v, %d neighbours, %d distances", n, s.First, len(s.City), len(s.Dist))
	}
	want := make([][]int32, n)
	for c := range n {
		for _, to := range l.Of(c) {
			want[c], want[to] = append(want[c], to), append(want[to], c)
		}
	}
	for c := range n {
		slices.Sort(want[c])
		if got := slices.Sorted(slices.Values(s.Of(c))); !slices.Equal(got, slices.Compact(want[c])) {
			t.Fatalf("city %d lists %v, want %v", c, got, want[c])
		}
		checkOrder(t, in, s, c)
	}
}

// checkOrder checks that distances are correct and lists are sorted by distance, then by city
// number.
func checkOrder(t failer, in *tsp.Instance, l *near.Lists, c int32) {
	t.Helper()
	for i := l.First[c]; i < l.First[c+1]; i++ {
		to, d := l.City[i], l.Dist[i]
		if to == c {
			t.Fatalf("city %d is its own neighbour", c)
		}
		if want := in.Dist(c, to); int64(d) != want {
			t.Fatalf("stored distance %d from %d to %d, true %d", d, c, to, want)
		}
		if i > l.First[c] && (d < l.Dist[i-1] || d == l.Dist[i-1] && to <= l.City[i-1]) {
			t.Fatalf("city %d: %d at %d comes after %d at %d", c, to, d, l.City[i-1], l.Dist[i-1])
		}
	}
}

func TestSymmetricLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		k := rapid.IntRange(1, 8).Draw(t, "k")
		checkSymmetric(t, in, must(near.Nearest(t.Context(), in, k, 1)))
		checkSymmetric(t, in, must(near.Quadrant(t.Context(), in, 2, k, 1)))
	})
}

// Symmetric is correct for matrices, which have no geometry: one city may be near all others.
func TestSymmetricListsOfAMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		largest := rapid.SampledFrom([]int32{1, 5, 1000}).Draw(t, "largest")
		s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		w := make([]float64, n*n)
		for i := range n {
			for j := range i {
				w[i*n+j] = float64(s.IntN(largest + 1))
				w[j*n+i] = w[i*n+j]
			}
		}
		in, err := tsp.FromMatrix(n, w)
		if err != nil {
			t.Fatal(err)
		}
		checkSymmetric(t, in, must(near.Nearest(t.Context(), in, rapid.IntRange(1, 8).Draw(t, "k"), 1)))
	})
}

// The hub of a star is near all other cities, and its list contains all of them.
func TestSymmetricListOfAHub(t *testing.T) {
	const n, k = 50, 2
	in, err := tsp.FromFunc(n, true, 1, func(i, j int) int64 {
		if i == 0 || j == 0 {
			return int64(100 - i - j) // the last city is nearest
		}
		return int64(1000 + max(i, j) - min(i, j))
	})
	if err != nil {
		t.Fatal(err)
	}
	l := must(near.Nearest(t.Context(), in, k, 1))
	checkSymmetric(t, in, l)
	of := must(l.Symmetric(t.Context(), 1)).Of(0)
	if len(of) != n-1 || of[0] != n-1 || of[n-2] != 1 {
		t.Errorf("the hub lists %v", of)
	}
}

// Applying Symmetric to symmetric lists changes nothing.
func TestSymmetricTwice(t *testing.T) {
	in := generate(t, tsp.Clustered, 300)
	once := must(must(near.Quadrant(t.Context(), in, 2, 8, 1)).Symmetric(t.Context(), 2))
	twice := must(once.Symmetric(t.Context(), 2))
	if !slices.Equal(once.First, twice.First) || !slices.Equal(once.City, twice.City) || !slices.Equal(once.Dist, twice.Dist) {
		t.Error("making symmetric lists symmetric changes them")
	}
}

func TestSymmetricListsOfFewCities(t *testing.T) {
	for n, want := range [][]int32{1: {}, 2: {1, 0}, 3: {1, 0, 2, 1}} {
		if n == 0 {
			continue
		}
		in, err := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {3, 0}, {9, 0}}[:n])
		if err != nil {
			t.Fatal(err)
		}
		l := must(near.Nearest(t.Context(), in, 1, 1))
		checkSymmetric(t, in, l)
		if got := must(l.Symmetric(t.Context(), 3)).City; !slices.Equal(got, want) {
			t.Errorf("%d cities: %v, want %v", n, got, want)
		}
	}
}

// The dummy of a path has an empty list. After Symmetric, the dummy lists every city that lists the
// dummy.
func TestSymmetricListsOfAPath(t *testing.T) {
	in, err := generate(t, tsp.Uniform, 40).Path(3, -1)
	if err != nil {
		t.Fatal(err)
	}
	p := in.Closed()
	l := must(near.Nearest(t.Context(), p.Instance, 5, 1))
	checkSymmetric(t, p.Instance, l)
	if of := must(l.Symmetric(t.Context(), 1)).Of(p.Dummy); len(of) != 39 || slices.Contains(of, 3) {
		t.Errorf("the dummy lists %v", of)
	}
}
