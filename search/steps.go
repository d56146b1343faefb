package search

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Steps drives s until stop fires, ctx ends, or s has proven its best solution optimal or has
// nothing left to try. It yields the progress after every step. The last progress carries the
// Reason. If the rule fires before the first step, that progress is the only one. Cancellation is
// not an error: the best solution so far remains valid. Any other error of Step ends the sequence.
//
// While s prepares, Steps yields the progress of step 0. An interrupted step is not counted.
func Steps[S any](ctx context.Context, s Searcher[S], stop Stop) iter.Seq2[Progress, error] {
	return Continue(ctx, s, stop, Progress{})
}

// Continue is like Steps for a restored searcher: steps, times and the last improvement continue
// from the progress at which it was saved.
func Continue[S any](ctx context.Context, s Searcher[S], stop Stop, from Progress) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		d := &driver[S]{ctx: ctx, cancel: func() {}, searcher: s, stop: stop, started: time.Now().Add(-from.Elapsed), Progress: from}
		defer func() { d.cancel() }()
		d.Cost, d.Reason = s.Cost(), ""
		if d.judge(); d.Reason != "" {
			yield(d.Progress, nil)
			return
		}
		if d.prepare(yield) {
			d.run(yield)
		}
	}
}

// A driver implements Steps.
type driver[S any] struct {
	ctx      context.Context
	within   context.Context // ctx, with the deadline that the stop rule sets
	cancel   func()
	searcher Searcher[S]
	stop     Stop
	started  time.Time
	until    time.Duration
	used     float64
	Progress
}

// prepare runs a Preparer and reports whether steps may follow.
func (d *driver[S]) prepare(yield func(Progress, error) bool) bool {
	p, ok := As[Preparer](d.searcher)
	for done := !ok; !done; {
		var err error
		done, err = p.Prepare(d.within)
		if !d.update(err) {
			yield(d.Progress, err)
			return false
		}
		if !yield(d.Progress, nil) || d.Reason != "" {
			return false
		}
	}
	return true
}

func (d *driver[S]) run(yield func(Progress, error) bool) {
	pacer, _ := As[Pacer](d.searcher)
	for d.Reason == "" {
		if pacer != nil {
			pacer.Pace(d.used)
		}
		err := d.searcher.Step(d.within)
		if !ended(d.within, err) {
			d.Step++
		}
		if !d.update(err) {
			yield(d.Progress, err)
			return
		}
		if !yield(d.Progress, nil) {
			return
		}
	}
}

// update updates the progress and reports whether err is nil or marks an expected end of the
// search.
func (d *driver[S]) update(err error) bool {
	d.Elapsed = time.Since(d.started)
	if cost := d.searcher.Cost(); cost < d.Cost || cost > d.Cost && errors.Is(err, ErrOptimal) {
		d.Cost, d.Improved, d.ImprovedAt = cost, d.Step, d.Elapsed
	}
	switch {
	case errors.Is(err, ErrOptimal):
		d.Reason = Optimal
	case errors.Is(err, ErrExhausted):
		d.Reason = Stall
	case err != nil && !ended(d.within, err):
		return false
	default:
		d.judge()
	}
	return true
}

// ended reports whether err was caused by the end of ctx.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && Ended(err)
}

// judge applies the rule before it checks the context, so that a step limit reached at the moment
// of an interruption is reported as a step limit.
func (d *driver[S]) judge() {
	v := d.stop(d.Progress)
	d.used, d.Reason = v.Used, v.Reason
	if d.within == nil || v.Until != d.until {
		d.limit(v.Until)
	}
	if err := d.within.Err(); d.Reason == "" && err != nil {
		d.used, d.Reason = 1, Interrupted
		if errors.Is(err, context.DeadlineExceeded) {
			d.Reason = Time
		}
	}
}

// limit sets the deadline of the stop rule, which interrupts even a long step.
func (d *driver[S]) limit(until time.Duration) {
	d.cancel()
	d.until, d.within, d.cancel = until, d.ctx, func() {}
	if until > 0 {
		d.within, d.cancel = context.WithDeadline(d.ctx, d.started.Add(until))
	}
	d.within = yielding(d.within)
}
