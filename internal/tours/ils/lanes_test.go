package ils_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// warm and hot are heats for short runs, which make few kicks per city and therefore use only part
// of the heat. With hot, nearly every kick is accepted until close to the end.
const warm, hot = 30, 3000

// heated returns parameters for short runs.
func heated(lanes int, heat float64) ils.Params {
	return ils.Params{Operator: "lk", Kick: "segment", Accept: "better", Segment: 50, Descent: "quick", Third: "t4", Pairs: "closer", Kicks: 48 / lanes, Heat: heat, Lanes: lanes}
}

// run performs steps, optionally with a pace, and returns the tour after each step. It checks that
// the cost never increases and is the cost of the best tour.
func run(t *testing.T, in *tsp.Instance, s *ils.ILS, steps int, pace bool) (tours []tsp.Tour) {
	t.Helper()
	for step := range steps {
		if pace {
			s.Pace(float64(step) / float64(steps))
		}
		before := s.Cost()
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s.Cost() > before {
			t.Fatalf("step %d: from %v to %v", step, before, s.Cost())
		}
		best := s.Best()
		if err := in.Check(best); err != nil {
			t.Fatal(err)
		}
		if got := in.Cost(best); got != s.Cost() {
			t.Fatalf("step %d: the tour costs %v, the search claims %v", step, got, s.Cost())
		}
		tours = append(tours, best)
	}
	return tours
}

// The result does not depend on the number of threads, for any number of lanes. It does depend on
// the number of lanes.
func TestThreadsDoNotMatterInTheHeat(t *testing.T) {
	in := generate(t, tsp.Uniform, 400)
	var last []tsp.Tour
	for _, lanes := range []int{1, 2, 4} {
		var one []tsp.Tour
		for _, threads := range []int{1, 2, 5} {
			tours := run(t, in, newILS(t, in, heated(lanes, warm), 7, threads), 9, true)
			if one == nil {
				one = tours
			}
			if !slices.EqualFunc(one, tours, slices.Equal) {
				t.Errorf("%d lanes: 1 and %d threads give different tours", lanes, threads)
			}
		}
		last = append(last, one[len(one)-1])
	}
	if slices.Equal(last[0], last[1]) || slices.Equal(last[1], last[2]) {
		t.Error("the number of lanes changes nothing")
	}
}

// A search with a number of rounds ends after that many kicks per city. Further steps do not change
// the result.
func TestRoundsEndTheSearch(t *testing.T) {
	const n, rounds = 200, 1.5
	in := generate(t, tsp.Uniform, n)
	for _, lanes := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(lanes), func(t *testing.T) {
			p := heated(lanes, 0)
			p.Rounds = rounds
			s := newILS(t, in, p, 1, 2)
			steps, err := 0, error(nil)
			for ; err == nil && steps < 1000; steps++ {
				err = s.Step(t.Context())
			}
			if !errors.Is(err, search.ErrExhausted) {
				t.Fatalf("error %v after %d steps", err, steps)
			}
			// One step is the descent, and one step detects the end. The last step that kicks makes
			// fewer kicks than the other steps.
			atOnce := p.Kicks * p.Lanes
			if want := 2 + (int(rounds*n)+atOnce-1)/atOnce; steps != want {
				t.Errorf("ended after %d steps of %d kicks, want %d", steps, atOnce, want)
			}
			cost, best := s.Cost(), s.Best()
			if err := s.Step(t.Context()); !errors.Is(err, search.ErrExhausted) {
				t.Errorf("error %v after the end", err)
			}
			if s.Cost() != cost || !slices.Equal(s.Best(), best) {
				t.Error("the tour changed after the end")
			}
		})
	}
}

// search.Run recognises the end of the rounds.
func TestRoundsEndARun(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	p := heated(2, warm)
	p.Rounds = 1
	r, err := search.Run(t.Context(), in, newILS(t, in, p, 1, 2), search.AfterSteps(1000))
	if err != nil || r.Reason != search.Stall || r.Step > 10 {
		t.Errorf("error %v, %s after %d steps", err, r.Reason, r.Step)
	}
	if err := in.Check(r.Best); err != nil {
		t.Error(err)
	}
}

// Every kind of kick improves the tour.
func TestEveryKindOfKickPays(t *testing.T) {
	in := generate(t, tsp.Uniform, 500)
	for _, kick := range []string{"segment", "walk", "close"} {
		for _, lanes := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/%d", kick, lanes), func(t *testing.T) {
				p := heated(lanes, 0)
				p.Kick = kick
				s := newILS(t, in, p, 1, 2)
				tours := run(t, in, s, 11, false)
				descent, last := in.Cost(tours[0]), s.Cost()
				if last > 0.998*descent {
					t.Errorf("%v after the descent, %v after 480 kicks", descent, last)
				}
			})
		}
	}
}
