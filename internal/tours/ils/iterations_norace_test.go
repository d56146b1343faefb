//go:build !race

package ils

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

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

// Lanes with the same share do about the same amount of work, however long their kicks take. After
// the first step, they make about as many kicks in total as requested.
func TestLanesDoEqualWork(t *testing.T) {
	in, err := tsp.Generate(tsp.Clustered, 3000, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Quadrant(t.Context(), in, 2, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := Defaults(3000)
	p.Lanes, p.Kicks, p.Sweeps = 4, 100, 0
	s, err := New(in, lists, tsp.Identity(3000), p, 1, Executor{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	s.Pace(0)
	kicks := 0
	for step := range 30 {
		l, kicking := s.phase.(*lanes)
		var before [4]int
		for lane := range before {
			if kicking {
				before[lane] = l.chain(s, lane).(lk.Peer).Work()
			}
		}
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !kicking || l.work.kicks == 0 || step < 5 {
			continue
		}
		least, most := math.MaxInt, 0
		for lane := range before {
			work := l.chain(s, lane).(lk.Peer).Work() - before[lane]
			least, most = min(least, work), max(most, work)
		}
		kicks += l.work.kicks
		if float64(most) > 1.25*float64(least) {
			t.Errorf("step %d: one lane does %d, another %d", step, most, least)
		}
	}
	if mean := float64(kicks) / 25; mean < 300 || mean > 500 {
		t.Errorf("%v kicks a step, want about 400", mean)
	}
}
