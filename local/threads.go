package local

import (
	"context"
	"sync"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Threads is the engine of the CPU. Walks are spread over the threads; a large
// neighbourhood is shared by those that have no walk of their own.
type Threads[S any] struct {
	Count int // threads; at least 1
}

// shared is the fewest moves of a neighbourhood that threads share: fewer are scored
// before the threads have met.
const shared = 1 << 18

// Advance lets every walk make its turns.
func (e Threads[S]) Advance(ctx context.Context, walks []*Walk[S], turns int) error {
	threads := max(1, e.Count)
	if len(walks) == 1 || threads == 1 {
		for _, w := range walks {
			if err := advance(ctx, w, turns, threads); err != nil {
				return err
			}
		}
		return nil
	}
	each := max(1, threads/len(walks))
	workers := min(threads, len(walks))
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			for j := i; j < len(walks) && errs[i] == nil; j += workers {
				errs[i] = advance(ctx, walks[j], turns, each)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// often is how many moves are scored before anyone looks at the context again.
const often = 1 << 20

func advance[S any](ctx context.Context, w *Walk[S], turns, threads int) error {
	look, since := max(1, often/w.At.Len()), 0
	for range turns {
		if since--; since < 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			since = look
		}
		if w.done {
			return nil
		}
		c := moves.Choice{Move: -1}
		if r := w.Rule(); r != nil {
			var err error
			if c, err = pick(ctx, w, r, threads); err != nil {
				return err
			}
		}
		w.Take(c)
	}
	return nil
}

// pick is the best move under a rule.
func pick[S any](ctx context.Context, w *Walk[S], r *moves.Rule, threads int) (moves.Choice, error) {
	n := w.At.Len()
	if p, ok := w.At.(moves.Picker); ok && (threads == 1 || n < shared) && n < often {
		return p.Pick(r), nil
	}
	if w.picks == nil {
		w.picks = make([]*picks[S], len(w.levels))
	}
	if w.picks[w.level] == nil {
		w.picks[w.level] = newPicks(w.At, threads)
	}
	return w.picks[w.level].best(ctx, r)
}
