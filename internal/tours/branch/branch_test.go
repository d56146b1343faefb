package branch_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/branch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// small returns a random instance: by coordinates or by a matrix, possibly asymmetric, a path, or
// with fixed edges.
func small(t *testing.T, seed uint64, n int) *tsp.Instance {
	t.Helper()
	s := rng.At(seed, 0, 0)
	m := make([]float64, n*n)
	most, symmetric := []int32{4, 100, 100_000}[s.IntN(3)], s.IntN(2) == 0
	for i := range n {
		for j := range n {
			if m[i*n+j] = float64(s.IntN(most)); symmetric && j < i {
				m[i*n+j] = m[j*n+i]
			}
		}
	}
	in, err := tsp.FromMatrix(n, m)
	if err == nil && s.IntN(2) == 0 {
		in, err = in.Path(s.IntN(2)-1, 1+s.IntN(2))
	}
	if err == nil && symmetric && n > 4 && s.IntN(2) == 0 {
		in, err = in.FixEdges([][2]int32{{3, 4}, {0, 3}}[:1+s.IntN(2)])
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// started returns a search for a closed form of the instance.
func started(t *testing.T, in *tsp.Instance, seed uint64) *branch.Branch {
	t.Helper()
	return startedOn(t, in, seed, 1)
}

func startedOn(t *testing.T, in *tsp.Instance, seed uint64, threads int) *branch.Branch {
	t.Helper()
	plain := in.Closed()
	l, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := branch.New(plain.Instance, l.Fit(plain), plain.Fit(tsp.Identity(in.N())), seed, threads)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// shortest returns the least length of all tours.
func shortest(in *tsp.Instance, t tsp.Tour, k int) int64 {
	if k == len(t) {
		if in.Check(t) != nil {
			return math.MaxInt64
		}
		return in.Length(t)
	}
	best := int64(math.MaxInt64)
	for i := k; i < len(t); i++ {
		t[k], t[i] = t[i], t[k]
		best = min(best, shortest(in, t, k+1))
		t[k], t[i] = t[i], t[k]
	}
	return best
}

// The proven tour of each of many small instances is the best of all permutations.
func TestProvenToursAreOptimal(t *testing.T) {
	for seed := range uint64(1500) {
		in := small(t, seed, 3+int(seed%5))
		r, err := search.Run(t.Context(), in.Closed().Instance, started(t, in, seed), search.AfterSteps(3000))
		if err != nil || r.Reason != search.Optimal {
			t.Fatalf("seed %d: %s, %v", seed, r.Reason, err)
		}
		found := in.Closed().Back(r.Best)
		first := 1
		if in.Open() {
			first = 0
		}
		if want := shortest(in, tsp.Identity(in.N()), first); in.Length(found) != want {
			t.Fatalf("seed %d: length %d, expected %d", seed, in.Length(found), want)
		}
	}
}

// Without a good start, the search itself finds and proves the optimum of larger instances.
func TestProofsOfUniformCities(t *testing.T) {
	for seed := range uint64(6) {
		in, err := tsp.Generate(tsp.Uniform, 40, seed)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), in, started(t, in, seed), search.AfterSteps(20_000))
		if err != nil || r.Reason != search.Optimal {
			t.Errorf("seed %d: %s after %d steps: %v", seed, r.Reason, r.Step, err)
		}
	}
}

// Of tours that differ only by rounding, the proven one is the shortest before rounding.
func TestProofsBeforeRounding(t *testing.T) {
	for seed := range uint64(300) {
		s, n := rng.At(seed, 0, 0), 4+int(seed%4)
		points := make([]tsp.Point, n)
		for i := range points { // some cities are in the same place
			points[i] = tsp.Point{float64(s.IntN(3)) / 3, 1e6 * float64(s.IntN(3))}
		}
		in, err := tsp.FromPoints(tsp.Euclidean, points)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), in, started(t, in, seed), search.AfterSteps(3000))
		if err != nil || r.Reason != search.Optimal {
			t.Fatalf("seed %d: %s, %v", seed, r.Reason, err)
		}
		e, err := exact.New(in, tsp.Identity(n))
		if err != nil {
			t.Fatal(err)
		}
		best, err := search.Run(t.Context(), in, e, search.AfterSteps(1))
		if l := exact.NewLengths(in); err != nil || l.Shorter(best.Best, r.Best) {
			t.Errorf("seed %d: %v is longer than %v: %v", seed, r.Best, best.Best, err)
		}
	}
}

// The number of threads affects neither the steps nor the tours.
func TestThreads(t *testing.T) {
	in, err := tsp.Generate("oneway", 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	one, three := started(t, in, 1), startedOn(t, in, 1, 3)
	for step := range 60 {
		var a, b state.Writer
		x, y := one.Step(t.Context()), three.Step(t.Context())
		one.Save(&a)
		three.Save(&b)
		if !errors.Is(x, y) || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatalf("step %d: %v and %v, states differ", step, x, y)
		}
	}
}

func TestConformance(t *testing.T) {
	in, err := tsp.Generate(tsp.Clustered, 60, 1)
	if err != nil {
		t.Fatal(err)
	}
	searchtest.Searcher(t, in, 40, func() search.Searcher[tsp.Tour] { return started(t, in, 2) })
}

func TestTooManyCities(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, branch.MaxCities+1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := branch.New(in, nil, tsp.Identity(in.N()), 1, 1); err == nil {
		t.Error("too many cities were accepted")
	}
}
