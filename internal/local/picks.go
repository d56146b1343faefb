package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// picks scans a neighbourhood in waves, on one or more threads.
type picks[S any] struct {
	h       moves.Neighbourhood[S]
	threads int
	wave    int               // number of moves that a thread examines at a time
	ranges  moves.RangePicker // nil if the neighbourhood can only be scanned with Deltas
	deltas  [][]float64       // deltas of one wave, for each thread
	found   []scoredChoice    // best choice of each thread
	touch   func(int) moves.Touch
}

// far is the number of moves in a wave of a moves.RangePicker, which needs no memory for deltas.
const far = 1 << 20

func newPicks[S any](h moves.Neighbourhood[S], threads int) *picks[S] {
	p := &picks[S]{h: h, threads: threads, wave: far, touch: func(move int) moves.Touch { return touched(h, move) }}
	if p.ranges, _ = h.(moves.RangePicker); p.ranges == nil {
		p.wave = min(h.Len(), max(1, oftenWork/lookWork(h)))
		if allWork(h) < sharedWork {
			p.threads = 1
		}
	}
	p.threads = parallel.Threads(p.threads, h.Len(), p.wave)
	p.found = make([]scoredChoice, p.threads)
	p.deltas = make([][]float64, p.threads)
	for i := range p.deltas {
		if p.ranges == nil {
			p.deltas[i] = make([]float64, p.wave)
		}
	}
	return p
}

// A scoredChoice is a move and its class.
type scoredChoice struct {
	moves.Choice
	class int
}

// better reports whether a rule prefers a to b. It is a total order, so the result does not depend
// on threads or timing.
func (a scoredChoice) better(b scoredChoice) bool {
	switch {
	case a.class != b.class:
		return a.class < b.class
	case a.Delta != b.Delta:
		return a.Delta < b.Delta
	}
	return a.Move < b.Move
}

// or returns the better of two choices. Either choice may be nothing.
func (a scoredChoice) or(b scoredChoice) scoredChoice {
	if b.Move >= 0 && (a.Move < 0 || b.better(a)) {
		return b
	}
	return a
}

var nothing = scoredChoice{moves.Choice{Move: -1}, moves.Forbidden}

// best returns the best move under a rule.
func (p *picks[S]) best(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	for i := range p.found {
		p.found[i] = nothing
	}
	if err := p.lookThrough(ctx, r); err != nil {
		return nothing.Choice, err
	}
	best := nothing
	for _, c := range p.found {
		best = best.or(c)
	}
	return best.Choice, nil
}

// lookThrough scans all moves. On one thread it allocates nothing.
func (p *picks[S]) lookThrough(ctx context.Context, r *moves.Rule) error {
	n := p.h.Len()
	if p.threads > 1 {
		return parallel.Ranges(ctx, p.threads, n, p.wave, func(thread, from, end int) error {
			p.found[thread] = p.found[thread].or(p.among(thread, r, from, end-from))
			return nil
		})
	}
	for from := 0; from < n; from += p.wave {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.found[0] = p.found[0].or(p.among(0, r, from, min(p.wave, n-from)))
	}
	return nil
}

// among returns the best of the moves in [from, from+count).
func (p *picks[S]) among(thread int, r *moves.Rule, from, count int) scoredChoice {
	if p.ranges != nil {
		c := scoredChoice{p.ranges.PickRange(r, from, count), moves.Forbidden}
		if c.Move >= 0 {
			t := p.touch(c.Move)
			c.class = r.Class(c.Delta, &t)
		}
		return c
	}
	deltas := p.deltas[thread][:count]
	p.h.Deltas(from, deltas)
	return choose(r, from, deltas, p.touch)
}

// Choose returns the best move under a rule, given the deltas of all moves.
func Choose(ctx context.Context, r *moves.Rule, deltas []float64, touch func(move int) moves.Touch) (moves.Choice, error) {
	const atOnce = 1 << 14 // moves between two checks of the context
	best := nothing
	for from := 0; from < len(deltas); from += atOnce {
		if ctx.Err() != nil {
			return nothing.Choice, ctx.Err()
		}
		best = best.or(choose(r, from, deltas[from:min(from+atOnce, len(deltas))], touch))
	}
	return best.Choice, nil
}

// choose returns the best of the moves from a number on, given their deltas.
func choose(r *moves.Rule, from int, deltas []float64, touch func(move int) moves.Touch) scoredChoice {
	best := nothing
	for i, d := range deltas {
		c := scoredChoice{moves.Choice{Move: from + i, Delta: d}, moves.Forbidden}
		switch {
		case r.Until != nil:
			t := touch(c.Move)
			c.class = r.Class(d, &t)
		case d < r.Aspire:
			c.class = moves.Wanted
		case isPossible(d):
			c.class = moves.Allowed
		}
		if c.class < moves.Forbidden {
			best = best.or(c)
		}
	}
	return best
}
