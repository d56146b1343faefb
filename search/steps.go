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
func Steps[S any](ctx context.Context, s Searcher[S], stop Stop) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		begin := time.Now()
		p := Progress{Cost: s.Cost()}
		pacer, _ := s.(Pacer)
		verdict := judge(ctx, stop, p)
		if p.Reason = verdict.Reason; p.Reason != "" {
			yield(p, nil)
			return
		}
		for p.Reason == "" {
			if pacer != nil {
				pacer.Pace(verdict.Used)
			}
			err := s.Step(ctx)
			p.Step++
			p.Elapsed = time.Since(begin)
			if cost := s.Cost(); cost < p.Cost {
				p.Cost, p.Improved, p.ImprovedAt = cost, p.Step, p.Elapsed
			}
			switch {
			case errors.Is(err, ErrOptimal):
				p.Reason = Optimal
			case errors.Is(err, ErrExhausted):
				p.Reason = Stall
			case err != nil && !ended(ctx, err):
				yield(p, err)
				return
			default:
				verdict = judge(ctx, stop, p)
				p.Reason = verdict.Reason
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// ended tells whether an error says no more than that ctx has ended.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded))
}

// judge asks the rule first, so that a step limit reached at the very moment of
// an interruption is still called a step limit.
func judge(ctx context.Context, stop Stop, p Progress) Verdict {
	if v := stop(p); v.Reason != "" {
		return v
	} else if err := ctx.Err(); err == nil {
		return v
	} else if errors.Is(err, context.DeadlineExceeded) {
		return Verdict{Used: 1, Reason: Time}
	}
	return Verdict{Used: 1, Reason: Interrupted}
}
