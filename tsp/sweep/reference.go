package sweep

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// Reference is the engine in plain Go, the specification of all others.
type Reference struct {
	view    *View
	found   []Found
	claims  claims
	threads int
}

// NewReference is an engine for a symmetric instance; threads changes the speed
// only.
func NewReference(in *tsp.Instance, l *near.Lists, threads int) *Reference {
	return &Reference{view: NewView(in, l), found: make([]Found, in.N()), claims: newClaims(in.N()), threads: max(1, threads)}
}

// Close has nothing to do.
func (r *Reference) Close() error { return nil }

// Fewest is the number of cities below which nothing is found: small circles have
// too many special cases, and other ways to be solved.
const Fewest = 8

// Sweep finds the moves of a tour.
func (r *Reference) Sweep(ctx context.Context, t tsp.Tour, k Kind, most int, dst []Move) ([]Move, error) {
	v := r.view
	if v.n < Fewest || most < 1 {
		return dst, nil
	}
	v.Order = t
	r.inParallel(ctx, v.prepareTour)
	r.inParallel(ctx, func(first, end int32) {
		for c := first; c < end; c++ {
			r.found[c] = v.BestOfCity(k, c)
		}
	})
	if err := ctx.Err(); err != nil {
		return dst, err
	}
	return v.chooseMoves(r.found, &r.claims, most, dst), nil
}

// inParallel does the work for all cities, a stretch at a time.
func (r *Reference) inParallel(ctx context.Context, work func(first, end int32)) {
	const stretch = 1024
	n := r.view.n
	var next atomic.Int32
	run := func() {
		for ctx.Err() == nil {
			end := min(next.Add(stretch), n+stretch)
			if end-stretch >= n {
				return
			}
			work(end-stretch, min(end, n))
		}
	}
	if r.threads == 1 || n <= stretch {
		run()
		return
	}
	var wg sync.WaitGroup
	for range r.threads {
		wg.Go(run)
	}
	wg.Wait()
}
