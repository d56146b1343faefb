package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Threads is the CPU engine. It distributes walks over the threads. Threads without a walk share
// the scan of large neighbourhoods.
type Threads[S any] struct {
	Count int // number of threads, at least 1
}

// sharedWork is the minimum work of a scan that several threads share.
const sharedWork = 1 << 13

// sharedPick is the minimum number of moves in a scan that several threads share if the
// neighbourhood is a moves.Picker.
const sharedPick = 1 << 18

// Advance performs the turns of all walks.
func (e Threads[S]) Advance(ctx context.Context, walks []*Walk[S], turns int) error {
	each := max(1, e.Count/len(walks))
	return parallel.Ranges(ctx, e.Count, len(walks), 1, func(_, walk, _ int) error {
		return advance(ctx, walks[walk], turns, each)
	})
}

func advance[S any](ctx context.Context, w *Walk[S], turns, threads int) error {
	since := oftenWork
	w.ctx = ctx
	for range turns {
		if since >= oftenWork {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			since = 0
		}
		if w.done {
			return nil
		}
		since += w.look[w.level]
		c := moves.Choice{Move: -1}
		if r := w.Rule(); r != nil {
			var err error
			if c, err = pick(ctx, w, r, threads); err != nil {
				return err
			}
		}
		if w.Take(c); w.cut {
			return ctx.Err()
		}
	}
	return nil
}

// pick returns the best move under a rule.
func pick[S any](ctx context.Context, w *Walk[S], r *moves.Rule, threads int) (moves.Choice, error) {
	if p, ok := w.At.(moves.Picker); ok && (threads == 1 || w.At.Len() < sharedPick) {
		return p.Pick(ctx, r)
	}
	if w.picks[w.level] == nil {
		w.picks[w.level] = newPicks(w.At, threads)
	}
	return w.picks[w.level].best(ctx, r)
}
