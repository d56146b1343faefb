package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// countdown is a searcher whose cost decreases by one in each step, down to a floor.
type countdown struct {
	cost, floor float64
	fail        error
	paces       []float64
}

func (c *countdown) Step(context.Context) error {
	if c.cost > c.floor {
		c.cost--
	}
	return c.fail
}
func (c *countdown) Cost() float64     { return c.cost }
func (c *countdown) Best() float64     { return c.cost }
func (c *countdown) Pace(used float64) { c.paces = append(c.paces, used) }

// itself is a problem in which a solution is its own cost.
type itself struct{}

func (itself) Cost(v float64) float64 { return v }
func (itself) Check(v float64) error {
	if v < 0 {
		return errors.New("negative")
	}
	return nil
}

func TestRunSaysWhyItStopped(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancelLate := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancelLate()
	for _, c := range []struct {
		name  string
		ctx   context.Context
		stop  search.Stop
		fail  error
		want  search.Reason
		steps int
	}{
		{"steps", t.Context(), search.AfterSteps(3), nil, search.StepsDone, 3},
		{"no steps at all", t.Context(), search.AfterSteps(0), nil, search.StepsDone, 0},
		{"time", t.Context(), search.After(0), nil, search.Time, 0},
		{"target", t.Context(), search.AtCost(6), nil, search.Target, 4},
		{"bound", t.Context(), search.AtBound(6), nil, search.Optimal, 4},
		{"stalled steps", t.Context(), search.StalledSteps(2), nil, search.Stall, 7},
		{"first rule wins", t.Context(), search.Any(search.AtCost(6), search.AfterSteps(4)), nil, search.Target, 4},
		{"stalled at once", t.Context(), search.Stalled(0), nil, search.Stall, 0},
		{"cancelled", cancelled, search.AfterSteps(3), nil, search.Interrupted, 0},
		{"deadline", late, search.AfterSteps(3), nil, search.Time, 0},
		{"optimal", t.Context(), search.AfterSteps(3), search.ErrOptimal, search.Optimal, 1},
		{"exhausted", t.Context(), search.AfterSteps(3), search.ErrExhausted, search.Stall, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := search.Run(c.ctx, itself{}, &countdown{cost: 10, floor: 5, fail: c.fail}, c.stop)
			if err != nil {
				t.Fatal(err)
			}
			if r.Reason != c.want || r.Step != c.steps {
				t.Errorf("stopped for %q after %d steps, want %q after %d", r.Reason, r.Step, c.want, c.steps)
			}
			if r.Cost != r.Best {
				t.Errorf("cost %v, best %v", r.Cost, r.Best)
			}
		})
	}
}

func TestAnErrorOfStepEndsTheSearch(t *testing.T) {
	broken := errors.New("out of order")
	_, err := search.Run(t.Context(), itself{}, &countdown{cost: 3, fail: broken}, search.AfterSteps(9))
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// A fault is reported even if the search was cancelled at the same time.
func TestCancellationHidesNoFault(t *testing.T) {
	lost := errors.New("device lost")
	ctx, cancel := context.WithCancel(t.Context())
	s := &countdown{cost: 5, fail: lost}
	var got error
	for _, err := range search.Steps(ctx, cancelling{s, cancel}, search.AfterSteps(9)) {
		got = err
	}
	if !errors.Is(got, lost) {
		t.Errorf("error %v, want %v", got, lost)
	}
}

// cancelling cancels the search during its step.
type cancelling struct {
	*countdown
	cancel func()
}

func (c cancelling) Step(ctx context.Context) error {
	c.cancel()
	return c.countdown.Step(ctx)
}

func TestThePacerHearsTheUsedShare(t *testing.T) {
	c := &countdown{cost: 100}
	if _, err := search.Run(t.Context(), itself{}, c, search.Any(search.AfterSteps(4), search.AtCost(-1))); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(c.paces), "[0 0.25 0.5 0.75]"; got != want {
		t.Errorf("paces %v, want %v", got, want)
	}
}

func TestProgressRemembersTheLastImprovement(t *testing.T) {
	var last search.Progress
	for p, err := range search.Steps(t.Context(), &countdown{cost: 4, floor: 1}, search.AfterSteps(9)) {
		if err != nil {
			t.Fatal(err)
		}
		last = p
	}
	if last.Improved != 3 || last.ImprovedAt > last.Elapsed || last.Cost != 1 {
		t.Errorf("%+v", last)
	}
}

func TestTheObserverMayBreak(t *testing.T) {
	steps := 0
	for range search.Steps(t.Context(), &countdown{cost: 4}, search.AfterSteps(9)) {
		if steps++; steps == 2 {
			break
		}
	}
	if steps != 2 {
		t.Errorf("%d steps", steps)
	}
}

func TestTheRefereeFindsLies(t *testing.T) {
	if _, err := search.Referee(itself{}, 3, 2.9); err == nil {
		t.Error("a wrong cost passed")
	}
	if _, err := search.Referee(itself{}, -1, -1); err == nil {
		t.Error("an infeasible solution passed")
	}
	if cost, err := search.Referee(itself{}, 3, 3); err != nil || cost != 3 {
		t.Errorf("an honest claim: %v, %v", cost, err)
	}
}

// Whole costs must be equal. Other costs may differ by the order of summation.
func TestSameCost(t *testing.T) {
	for _, c := range []struct {
		stated, cost float64
		same         bool
	}{
		{40, 40, true}, {41, 40, false}, {0, 0, true}, {0, 1e-300, false}, {-3, 3, false},
		{1e15, 1e15 + 1, false}, {0.1 + 0.2, 0.3, true}, {0.3000000001, 0.3, false},
		{40, 40.5, false}, {math.NaN(), 1, false}, {1, math.NaN(), false}, {math.Inf(1), 1, false}, {1.5, math.Inf(1), false},
	} {
		if got := search.SameCost(c.stated, c.cost); got != c.same {
			t.Errorf("%v and %v: %v", c.stated, c.cost, got)
		}
	}
}

func TestAnyReportsTheLargestUsedShare(t *testing.T) {
	v := search.Any(search.AfterSteps(10), search.After(4*time.Second))(search.Progress{Step: 5, Elapsed: time.Second})
	if v.Used != 0.5 || v.Reason != "" {
		t.Errorf("%+v", v)
	}
}

// An observer is the body of a loop.
func ExampleSteps() {
	for p, err := range search.Steps(context.Background(), &countdown{cost: 9}, search.AtCost(7)) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d %v %q\n", p.Step, p.Cost, p.Reason)
	}
	// Output:
	// 1 8 ""
	// 2 7 "target"
}
