package ils

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// asInThePaper returns an instance, lists of forty neighbours in equal shares by quadrant, and a
// nearest-neighbour tour.
func asInThePaper(t *testing.T, n int) (*tsp.Instance, *near.Lists, tsp.Tour) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Quadrant(t.Context(), in, 10, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, err := start.NearestNeighbour(t.Context(), in, lists, start.City(n, 1))
	if err != nil {
		t.Fatal(err)
	}
	return in, lists, first
}

// exhaust runs a search until no steps remain.
func exhaust(t *testing.T, s *ILS) {
	t.Helper()
	var err error
	for err == nil {
		err = s.Step(t.Context())
	}
	if !errors.Is(err, search.ErrExhausted) {
		t.Fatal(err)
	}
}

// threeOpt descends to a local optimum, one best move after the other.
func threeOpt(t *testing.T, c lk.Chain) {
	t.Helper()
	for done := false; !done; {
		var err error
		if done, err = c.Descend(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	c.Commit()
}

// The search follows Algorithm 1 of [LS13], which the test implements line by line. It returns the
// best tour, but continues from the last one even if that is worse.
func TestAlgorithm1(t *testing.T) {
	const n, seed, iterations = 300, 3, 150
	in, lists, first := asInThePaper(t, n)
	p := Paper(n)
	p.Rounds = float64(iterations) / n
	s, err := New(in, lists, first, p, seed, Executor{})
	if err != nil {
		t.Fatal(err)
	}
	exhaust(t, s)

	chain := sweep.NewChain(lk.NewUndirected(in, lists, first, lk.LinKernighan), sweep.NewReference(in, lists, 1), sweep.Rule{Kind: sweep.ThreeOpt, Third: sweep.OfT3}, 1)
	threeOpt(t, chain)
	best, worse := chain.Tour(nil), 0
	for i := range uint32(iterations) {
		before := chain.Length()
		random := rng.At(seed, 1, i)
		chain.Kick(&random, random.IntN(n), lk.Kick{Anywhere: true})
		threeOpt(t, chain)
		if chain.Length() < in.Length(best) {
			best = chain.Tour(nil)
		}
		if chain.Length() > before {
			worse++
		}
	}
	if worse == 0 || in.Length(best) >= chain.Length() {
		t.Fatalf("the test shows nothing: %d tours got worse, the best is %d long, the last %d", worse, in.Length(best), chain.Length())
	}
	if !slices.Equal(s.Best(), tours.Canonical(in, best)) {
		t.Errorf("cost %v, want %v; or another tour", s.Cost(), in.Cost(best))
	}
	if last := tours.Canonical(in, s.main.Tour(nil)); !slices.Equal(last, tours.Canonical(in, chain.Tour(nil))) {
		t.Errorf("the last tour costs %v, want %v; or another tour", in.Cost(last), in.CostOf(chain.Length()))
	}
}

// 0.1, 1 and 10 rounds are exactly that number of iterations per city, rounded up.
func TestIterationsAreCounted(t *testing.T) {
	for _, n := range []int{1, 7, 8, 53} {
		in, lists, first := asInThePaper(t, n)
		for _, rounds := range []float64{0.1, 1, 10} {
			t.Run(fmt.Sprint(n, rounds), func(t *testing.T) {
				p := Paper(n)
				p.Rounds = rounds
				s, err := New(in, lists, first, p, 1, Executor{})
				if err != nil {
					t.Fatal(err)
				}
				exhaust(t, s)
				if want := int(math.Ceil(rounds * float64(n))); s.kicks != want {
					t.Errorf("%d iterations, want %d", s.kicks, want)
				}
			})
		}
	}
}

// A step processes a limited number of cities. If an iteration takes longer, the step ends within
// it.
func TestStepsEndWithinIterations(t *testing.T) {
	const n = 9000
	in, lists, first := asInThePaper(t, n)
	p := Paper(n)
	p.Moves = 0 // speeds up the first descent, which is not tested here
	s, err := New(in, lists, first, p, 1, Executor{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	for s.kicks == 0 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	within := 0
	for range 20 {
		before := s.kicks
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s.kicks > before+citiesSwept/n+1 {
			t.Errorf("%d kicks in a step", s.kicks-before)
		}
		if s.phase.(*iterations).descending {
			within++
		}
	}
	if within == 0 {
		t.Error("no step ended within an iteration")
	}
}
