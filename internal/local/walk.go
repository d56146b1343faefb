package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Walk has a current solution, the best solution so far, and a strategy.
type Walk[S any] struct {
	At moves.Neighbourhood[S] // its current solution and moves, on the host

	// Journal contains the changes during and since the last turn, for engines with a copy
	// of the solution.
	Journal Journal

	space    *Landscape[S]
	number   int
	seed     uint64
	levels   []moves.Neighbourhood[S] // At is one of them
	work     []int                    // of a turn, in each of them
	look     []int                    // the same, for the purpose of checking the context
	renewers []moves.Renewer          // those of them that are samples

	standing[S]
	strategy strategy[S]
	memory   *memory // nil: none

	saved         walkSnapshot[S]
	savedStrategy strategy[S] // at the snapshot
	moved         bool        // since the snapshot
	rewinding     bool        // its solution is not yet that of the snapshot

	ctx context.Context // of the step
	cut bool            // a turn was broken off, and with it the step

	wave  []float64
	one   [1]float64
	picks []*picks[S] // of each level: how to look through it, where it does not do it by itself
}

// A Journal contains the changes of a turn.
type Journal struct {
	Moves    []int  // applied in this order …
	Replaced bool   // … unless the solution was replaced
	Marks    []Mark // changes in the memory of the rule
}

// A Mark keeps an attribute out through a step.
type Mark struct{ Attribute, Until int32 }

// A strategy is the part in which the algorithms differ.
type strategy[S any] interface {
	// prepare is called once, before everything else.
	prepare(w *Walk[S]) error
	// rule returns the rule for the next pick; nil: the strategy needs no pick.
	rule(w *Walk[S]) *moves.Rule
	// take decides what to do with the move.
	take(w *Walk[S], c moves.Choice)
	// work returns the work of a turn in a neighbourhood.
	work(h moves.Neighbourhood[S]) int
	// reset drops the state that depends on the solution, because the walk has a new one.
	reset()
	// copyFrom copies another strategy of the same type.
	copyFrom(other strategy[S])
	save(o *state.Writer, w *Walk[S])
	// restore may leave the walk at any solution of the level of the state.
	restore(r *state.Reader, w *Walk[S])
}

// among sets the neighbourhoods of the start.
func (w *Walk[S]) among(levels []moves.Neighbourhood[S]) {
	w.levels, w.At = levels, levels[0]
	w.picks = make([]*picks[S], len(levels))
	for _, h := range levels {
		w.work = append(w.work, w.strategy.work(h))
		w.look = append(w.look, max(w.strategy.work(h), portion(h)*lookWork(h)))
		if r, ok := h.(moves.Renewer); ok {
			w.renewers = append(w.renewers, r)
		}
	}
	w.best, w.cost, w.moved = w.At.Snapshot(), w.At.Cost(), true
}

// movable reports whether there are moves. With a single facility, for example, there are none.
func (w *Walk[S]) movable() bool { return w.levels[0].Len() > 0 }

// Rule returns the rule for the pick of the next turn; nil: no pick.
func (w *Walk[S]) Rule() *moves.Rule { return w.strategy.rule(w) }

// Take makes a turn with the move that was picked by its rule.
func (w *Walk[S]) Take(c moves.Choice) {
	w.Journal.Moves, w.Journal.Marks, w.Journal.Replaced = w.Journal.Moves[:0], w.Journal.Marks[:0], false
	w.strategy.take(w, c)
	w.turn++
}

// Done reports whether the walk has nothing left to try.
func (w *Walk[S]) Done() bool { return w.done }

// Level returns the index of the current neighbourhood.
func (w *Walk[S]) Level() int { return w.level }

// apply makes a move.
func (w *Walk[S]) apply(c moves.Choice) {
	w.At.Apply(c.Move, c.Delta)
	w.Journal.Moves = append(w.Journal.Moves, c.Move)
	w.note()
}

// note records the solution if it is the best so far.
func (w *Walk[S]) note() {
	w.moved = true
	if cost := w.At.Cost(); cost < w.cost {
		w.best, w.cost = w.At.Snapshot(), cost
	}
}

// move replaces the solution.
func (w *Walk[S]) move(place S) {
	w.At.Reset(place)
	w.Journal.Replaced = true
	w.note()
}

// renew draws the next sample and reports whether the moves are a sample.
func (w *Walk[S]) renew() bool {
	r, ok := w.At.(moves.Renewer)
	if ok {
		r.Renew()
		w.Journal.Replaced = true
	}
	return ok
}

// enter changes to a different neighbourhood of the same solution.
func (w *Walk[S]) enter(level int) {
	if level == w.level {
		return
	}
	place := w.At.Snapshot()
	w.level, w.At = level, w.levels[level]
	w.move(place)
}

// restart draws a new start.
func (w *Walk[S]) restart() {
	random := stream(w.seed, forStart, w.number, w.turn+1)
	w.move(w.space.Random(&random))
}

// kick makes some random moves.
func (w *Walk[S]) kick(strength int) {
	random := stream(w.seed, forKicks, w.number, w.turn)
	since, each := 0, aloneWork*lookWork(w.At)
	for range strength {
		if since += each; since > oftenWork {
			if since = 0; w.ended() {
				return
			}
		}
		if c := w.drawPossible(&random); c.Move >= 0 {
			w.apply(c)
		}
	}
}

// isPossible reports whether a move with this delta may be made.
func isPossible(delta float64) bool { return delta < moves.Impossible() }

// mostDraws is how often drawPossible draws before it looks at the moves in order.
const mostDraws = 64

// drawPossible draws a random move that is not impossible. If there is none, or the
// context ends first, Move is -1.
func (w *Walk[S]) drawPossible(random *rng.Stream) (c moves.Choice) {
	for range mostDraws {
		if c = w.draw(random); isPossible(c.Delta) {
			return c
		}
	}
	n, each := w.At.Len(), portion(w.At)
	wave := make([]float64, min(each, n))
	for seen, from := 0, c.Move; seen < n && !w.ended(); {
		part := wave[:min(len(wave), n-from)]
		w.At.Deltas(from, part)
		for i, d := range part {
			if isPossible(d) {
				return moves.Choice{Move: from + i, Delta: d}
			}
		}
		seen, from = seen+len(part), (from+len(part))%n
	}
	return moves.Choice{Move: -1}
}

// ended reports whether the context has ended, which interrupts the turn.
func (w *Walk[S]) ended() bool {
	w.cut = w.ctx != nil && w.ctx.Err() != nil
	return w.cut
}

// draw returns a random move with its delta.
func (w *Walk[S]) draw(random *rng.Stream) moves.Choice {
	move := int(random.Uint64() % uint64(w.At.Len())) // its bias is below 2^-24 for any number of moves
	w.At.Deltas(move, w.one[:])
	return moves.Choice{Move: move, Delta: w.one[0]}
}
