package search

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Steps drives s until stop fires, ctx ends or s is optimal, and yields the
// progress after every step. The last progress carries the Reason; if the rule
// fires before the first step it is the only one. Cancellation is not an
// error: the best so far is still the answer. An error of Step ends the
// sequence.
//
// While s prepares, the progress is that of step 0. A step that is cut short is not
// counted.
func Steps[S any](ctx context.Context, s Searcher[S], stop Stop) iter.Seq2[Progress, error] {
	return Continue(ctx, s, stop, Progress{})
}

// Continue is Steps for a searcher that has been restored: steps, times and the last
// improvement count on from the progress it was saved at.
func Continue[S any](ctx context.Context, s Searcher[S], stop Stop, from Progress) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		d := &driver[S]{ctx: ctx, cancel: func() {}, searcher: s, stop: stop, began: time.Now().Add(-from.Elapsed), Progress: from}
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

// A driver is a run of Steps.
type driver[S any] struct {
	ctx      context.Context
	within   context.Context // ctx, and the time that the stop rule leaves
	cancel   func()
	searcher Searcher[S]
	stop     Stop
	began    time.Time
	until    time.Duration
	used     float64
	Progress
}

// prepare lets a Preparer do its work, and tells whether steps may follow.
func (d *driver[S]) prepare(yield func(Progress, error) bool) bool {
	p, ok := d.searcher.(Preparer)
	for done := !ok; !done; {
		var err error
		done, err = p.Prepare(d.within)
		if !d.note(err) {
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
	pacer, _ := d.searcher.(Pacer)
	for d.Reason == "" {
		if pacer != nil {
			pacer.Pace(d.used)
		}
		err := d.searcher.Step(d.within)
		if !ended(d.within, err) {
			d.Step++
		}
		if !d.note(err) {
			yield(d.Progress, err)
			return
		}
		if !yield(d.Progress, nil) {
			return
		}
	}
}

// note brings the progress up to date. An error that is more than an ending is not
// noted.
func (d *driver[S]) note(err error) bool {
	d.Elapsed = time.Since(d.began)
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

// ended tells whether an error comes from the end of this ctx.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && Ended(err)
}

// judge asks the rule first, so that a step limit reached at the very moment of
// an interruption is still called a step limit.
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

// limit makes even a long step end when the rule's time is over.
func (d *driver[S]) limit(until time.Duration) {
	d.cancel()
	d.until, d.within, d.cancel = until, d.ctx, func() {}
	if until > 0 {
		d.within, d.cancel = context.WithDeadline(d.ctx, d.began.Add(until))
	}
	d.within = yielding(d.within)
}
