package local

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// picks looks through a neighbourhood wave by wave, on some threads.
type picks[S any] struct {
	h       moves.Neighbourhood[S]
	threads int
	ranges  moves.RangePicker // nil: it has to be done by Deltas
	deltas  [][]float64       // of one wave, for each thread
	found   []scoredChoice    // by each thread
	touch   func(int) moves.Touch
}

// wave is how many moves a thread looks at before it takes the next ones.
const wave = 1 << 12

// far is the wave of neighbourhoods that need no memory for it, some rows of 50,000.
const far = 1 << 20

func newPicks[S any](h moves.Neighbourhood[S], threads int) *picks[S] {
	p := &picks[S]{h: h, threads: threads, found: make([]scoredChoice, threads), touch: func(move int) moves.Touch { return touched(h, move) }}
	if p.ranges, _ = h.(moves.RangePicker); p.ranges == nil {
		p.deltas = make([][]float64, threads)
		for i := range p.deltas {
			p.deltas[i] = make([]float64, wave)
		}
	}
	return p
}

// A scoredChoice is a move with its class.
type scoredChoice struct {
	moves.Choice
	class int
}

// better tells which of two moves a rule prefers. It does not depend on who found
// them, or when.
func (a scoredChoice) better(b scoredChoice) bool {
	switch {
	case a.class != b.class:
		return a.class < b.class
	case a.Delta != b.Delta:
		return a.Delta < b.Delta
	}
	return a.Move < b.Move
}

var nothing = scoredChoice{moves.Choice{Move: -1}, moves.Forbidden}

// best is the best move of all.
func (p *picks[S]) best(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	n, step := p.h.Len(), wave
	if p.ranges != nil {
		step = far
	}
	threads := min(p.threads, (n+step-1)/step)
	var taken atomic.Int64
	work := func(thread int) {
		p.found[thread] = nothing
		for ctx.Err() == nil {
			from := int(taken.Add(int64(step))) - step
			if from >= n {
				return
			}
			if c := p.among(thread, r, from, min(step, n-from)); c.Move >= 0 && (p.found[thread].Move < 0 || c.better(p.found[thread])) {
				p.found[thread] = c
			}
		}
	}
	if threads <= 1 {
		work(0)
	} else {
		var wg sync.WaitGroup
		for thread := range threads {
			wg.Go(func() { work(thread) })
		}
		wg.Wait()
	}
	best := nothing
	for _, c := range p.found[:max(threads, 1)] {
		if c.Move >= 0 && (best.Move < 0 || c.better(best)) {
			best = c
		}
	}
	return best.Choice, ctx.Err()
}

// among is the best of some moves.
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
	best := nothing
	for i, d := range deltas {
		c := scoredChoice{moves.Choice{Move: from + i, Delta: d}, moves.Allowed}
		switch {
		case r.Until != nil:
			t := p.touch(c.Move)
			c.class = r.Class(d, &t)
		case d < r.Aspire:
			c.class = moves.Wanted
		}
		if c.class < moves.Forbidden && (best.Move < 0 || c.better(best)) {
			best = c
		}
	}
	return best
}
