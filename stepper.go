package tourmaline

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/search"
)

// A stepper is the search.Searcher that Steps drives. It locks the solver for each call.
type stepper struct{ *Solver }

func (l stepper) Step(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.stages.Time(ctx, l.run.stage(), l.run.Step)
	if ctx.Err() == nil || !search.Ended(err) {
		l.timeline.last.Step++
	}
	switch {
	case errors.Is(err, search.ErrOptimal):
		l.timeline.over = search.Optimal
	case errors.Is(err, search.ErrExhausted):
		l.timeline.over = search.Stall
	}
	l.update()
	return err
}

// Prepare prepares the run, and then restores its state if the run was resumed.
func (l stepper) Prepare(ctx context.Context) (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &l.timeline
	if t.prepared {
		return true, nil
	}
	err = l.stages.Time(ctx, preparing, func(ctx context.Context) error {
		done, err = l.run.Prepare(ctx)
		return err
	})
	if err == nil && done && l.resumption.state != nil {
		err = l.restore()
	}
	l.update()
	if done && err == nil {
		t.prepared, t.preparedAt, t.preparedStep = true, t.last.Elapsed, t.last.Step
	}
	return done, err
}

func (l stepper) Cost() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.run.Cost()
}

func (l stepper) Pace(used float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.schedule.used = used
	l.run.pace(used)
}
