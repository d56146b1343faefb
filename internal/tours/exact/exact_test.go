package exact_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func randomMatrix(t interface{ Fatal(...any) }, n int, seed uint64) *tsp.Instance {
	s := rng.At(seed, 0, 0)
	w := make([]float64, n*n)
	for i := range w {
		w[i] = float64(s.IntN(100))
	}
	in, err := tsp.FromMatrix(n, w)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// shortest returns the length of the shortest tour by trying all permutations.
func shortest(in *tsp.Instance, t tsp.Tour, fixed int) int64 {
	if fixed == len(t) {
		return in.Length(t)
	}
	best := int64(math.MaxInt64)
	for i := fixed; i < len(t); i++ {
		t[fixed], t[i] = t[i], t[fixed]
		best = min(best, shortest(in, t, fixed+1))
		t[fixed], t[i] = t[i], t[fixed]
	}
	return best
}

func TestExactIsTheBestOfAllPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := randomMatrix(t, rapid.IntRange(1, 7).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		e, err := exact.New(in, tsp.Identity(in.N()))
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(context.Background(), in, e, search.AfterSteps(5))
		if err != nil {
			t.Fatal(err)
		}
		want := shortest(in, tsp.Identity(in.N()), 1)
		if r.Cost != float64(want) || r.Reason != search.Optimal || r.Step != 1 {
			t.Fatalf("cost %v for %q after %d steps, want %d", r.Cost, r.Reason, r.Step, want)
		}
	})
}

func TestConformance(t *testing.T) {
	in := randomMatrix(t, 12, 1)
	searchtest.Searcher(t, in, 3, func() search.Searcher[tsp.Tour] {
		e, err := exact.New(in, tsp.Identity(12))
		if err != nil {
			t.Fatal(err)
		}
		return e
	})
}

func TestTooManyCitiesAreRefused(t *testing.T) {
	if _, err := exact.New(randomMatrix(t, 17, 1), tsp.Identity(17)); err == nil {
		t.Error("17 cities were accepted")
	}
}

func ExampleNew() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {10, 10}, {10, 0}, {0, 10}})
	e, _ := exact.New(in, tsp.Identity(4))
	r, _ := search.Run(context.Background(), in, e, search.AfterSteps(1))
	fmt.Println(r.Cost, r.Reason)
	// Output: 40 optimal
}
