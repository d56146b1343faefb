package search_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// builder prepares in parts, each of which may improve the solution, before it counts down.
type builder struct {
	countdown
	left  int   // number of remaining parts
	fault error // error of the last part
	seen  []context.Context
}

func (b *builder) Prepare(ctx context.Context) (bool, error) {
	b.seen = append(b.seen, ctx)
	b.left--
	b.cost--
	if b.left == 0 {
		return b.fault == nil, b.fault
	}
	return false, nil
}

func (b *builder) Step(ctx context.Context) error {
	b.seen = append(b.seen, ctx)
	return b.countdown.Step(ctx)
}

// progressOf returns all progress that a search reports, and the error that it ends with.
func progressOf(ctx context.Context, s search.Searcher[float64], stop search.Stop) (all []search.Progress, err error) {
	for p, fault := range search.Steps(ctx, s, stop) {
		all, err = append(all, p), fault
	}
	return all, err
}

// The parts of a preparation are reported, but they do not count as steps.
func TestAPreparationIsNoStep(t *testing.T) {
	all, err := progressOf(t.Context(), &builder{countdown: countdown{cost: 10}, left: 3}, search.AfterSteps(2))
	if err != nil {
		t.Fatal(err)
	}
	var steps []int
	var costs []float64
	for _, p := range all {
		steps, costs = append(steps, p.Step), append(costs, p.Cost)
	}
	if !slices.Equal(steps, []int{0, 0, 0, 1, 2}) || !slices.Equal(costs, []float64{9, 8, 7, 6, 5}) {
		t.Errorf("steps %v, costs %v", steps, costs)
	}
	for _, p := range all[:4] {
		if p.Reason != "" {
			t.Errorf("ended in between: %+v", p)
		}
	}
	if last := all[len(all)-1]; last.Reason != search.StepsDone || last.Improved != 2 {
		t.Errorf("%+v", last)
	}
}

func TestAFaultOfThePreparationEndsTheSearch(t *testing.T) {
	broken := errors.New("out of order")
	b := &builder{countdown: countdown{cost: 10}, left: 2, fault: broken}
	all, err := progressOf(t.Context(), b, search.AfterSteps(9))
	if !errors.Is(err, broken) || len(all) != 2 || len(b.seen) != 2 {
		t.Errorf("error %v after %d reports and %d calls", err, len(all), len(b.seen))
	}
}

// Every condition that ends a search can also end it during the preparation, before the first step.
func TestAPreparationCanBeTheEnd(t *testing.T) {
	for name, c := range map[string]struct {
		stop  search.Stop
		fault error
		want  search.Reason
		parts int
	}{
		"target":    {search.AtCost(9), nil, search.Target, 1},
		"optimal":   {search.AfterSteps(9), search.ErrOptimal, search.Optimal, 3},
		"exhausted": {search.AfterSteps(9), search.ErrExhausted, search.Stall, 3},
	} {
		b := &builder{countdown: countdown{cost: 10}, left: 3, fault: c.fault}
		all, err := progressOf(t.Context(), b, c.stop)
		if last := all[len(all)-1]; err != nil || last.Reason != c.want || last.Step != 0 || len(b.seen) != c.parts {
			t.Errorf("%s: error %v, %+v after %d calls", name, err, last, len(b.seen))
		}
	}
}

func TestTheObserverMayBreakWhileItPrepares(t *testing.T) {
	b := &builder{countdown: countdown{cost: 10}, left: 3}
	for range search.Steps(t.Context(), b, search.AfterSteps(9)) {
		break
	}
	if len(b.seen) != 1 {
		t.Errorf("%d calls", len(b.seen))
	}
}

// interrupted is cancelled during a step, but the step improves the solution nevertheless.
type interrupted struct {
	countdown
	cancel func()
}

func (i *interrupted) Step(ctx context.Context) error {
	if i.cost--; i.cost < 8 {
		i.cancel()
		return ctx.Err()
	}
	return nil
}

func TestAStepThatIsCutShortIsNotCounted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	all, err := progressOf(ctx, &interrupted{countdown{cost: 10}, cancel}, search.AfterSteps(9))
	last := all[len(all)-1]
	if err != nil || len(all) != 3 || last.Step != 2 || last.Cost != 7 || last.Reason != search.Interrupted {
		t.Errorf("error %v, %d reports, %+v", err, len(all), last)
	}
}

// An error from a different context is a fault, even if it is context.Canceled or
// context.DeadlineExceeded.
func TestTheEndOfAnotherContextIsAFault(t *testing.T) {
	for _, foreign := range []error{context.Canceled, context.DeadlineExceeded} {
		if _, err := progressOf(t.Context(), &countdown{cost: 3, fail: foreign}, search.AfterSteps(9)); !errors.Is(err, foreign) {
			t.Errorf("error %v, want %v", err, foreign)
		}
	}
}

// A step's context has the deadline that the stop rule sets. No timer remains after the search has
// ended or the deadline has changed.
func TestStepsSeeTheTimeLimit(t *testing.T) {
	growing := func(p search.Progress) search.Verdict {
		v := search.AfterSteps(3)(p)
		v.Until = time.Hour * time.Duration(1+max(p.Step-1, 0)) // one hour, one hour, two hours
		return v
	}
	b := &builder{countdown: countdown{cost: 10}, left: 1}
	began := time.Now()
	for p, err := range search.Steps(t.Context(), b, growing) {
		if err != nil {
			t.Fatal(err)
		}
		if now := b.seen[len(b.seen)-1]; p.Step < 2 && now.Err() != nil {
			t.Errorf("step %d: %v", p.Step, now.Err())
		}
		if p.Step == 2 && b.seen[0].Err() == nil {
			t.Error("the first timer still runs")
		}
	}
	for i, hours := range []time.Duration{1, 1, 1, 2} {
		until, ok := b.seen[i].Deadline()
		if left := until.Sub(began) - hours*time.Hour; !ok || left < -time.Minute || left > time.Minute {
			t.Errorf("call %d ends at %v, expected %v h after %v", i, until, int(hours), began)
		}
		if b.seen[i].Err() == nil {
			t.Errorf("timer %d outlives the search", i)
		}
	}
	if b.seen[0] != b.seen[1] {
		t.Error("a new timer for the same limit")
	}
}

// A restored search continues the counts of steps, time, and the last improvement.
func TestContinueCountsOn(t *testing.T) {
	from := search.Progress{Step: 40, Elapsed: time.Hour, Cost: 99, Improved: 30, ImprovedAt: 10 * time.Minute, Reason: search.Interrupted}
	var all []search.Progress
	for p, err := range search.Continue(t.Context(), &countdown{cost: 3, floor: 3}, search.AfterSteps(42), from) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	last := all[len(all)-1]
	if len(all) != 2 || last.Step != 42 || last.Cost != 3 || last.Improved != 30 || last.ImprovedAt != 10*time.Minute || last.Reason != search.StepsDone {
		t.Errorf("%d reports, %+v", len(all), last)
	}
	if last.Elapsed < time.Hour || last.Elapsed > 2*time.Hour {
		t.Errorf("%v have passed", last.Elapsed)
	}
}

// The referee tolerates a different order of summation, but no larger difference. NaN is never
// accepted.
func TestTheRefereesTolerance(t *testing.T) {
	for _, c := range []struct {
		cost, claimed float64
		honest        bool
	}{
		{1000, 1000 + 0.9e-6, true},
		{1000, 1000 - 0.9e-6, true},
		{1000, 1000 + 1.1e-6, false},
		{0, 0, true},
		{0, 1e-300, false},
		{3, math.NaN(), false},
	} {
		cost, err := search.Referee(itself{}, c.cost, c.claimed)
		if (err == nil) != c.honest || cost != c.cost {
			t.Errorf("claimed %v for %v: cost %v, error %v", c.claimed, c.cost, cost, err)
		}
	}
	if cost, err := search.Referee(itself{}, -1, -1); err == nil || !math.IsNaN(cost) {
		t.Errorf("not a solution: cost %v, error %v", cost, err)
	}
}
