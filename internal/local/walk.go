package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Walk has a current solution, the best solution so far, and a strategy.
type Walk[S any] struct {
	At moves.Neighbourhood[S] // current solution and its moves, on the host

	// Journal contains the changes during and since the last turn, for engines that hold a copy of
	// the solution.
	Journal Journal

	space  *Landscape[S]
	number int
	seed   uint64
	levels []moves.Neighbourhood[S] // neighbourhoods; At is one of them
	work   []int                    // work of a turn at each level
	// work of a turn at each level, for deciding when to check the context
	look     []int
	renewers []moves.Renewer // levels that are samples

	standing[S]
	strategy strategy[S]
	memory   *memory // nil if the strategy has no memory

	saved         walkSnapshot[S]
	savedStrategy strategy[S] // strategy at the snapshot
	moved         bool        // the solution has changed since the snapshot
	rewinding     bool        // the solution of the snapshot is not yet restored

	ctx context.Context // context of the current step
	cut bool            // a turn, and therefore the step, was interrupted

	wave  []float64
	one   [1]float64
	picks []*picks[S] // scanners by level, unused if the neighbourhood picks moves itself
}

// A Journal contains the changes of a turn.
type Journal struct {
	Moves    []int  // in the order in which they were applied
	Replaced bool   // the solution was replaced; ignore Moves
	Marks    []Mark // changes to the memory of the rule
}

// A Mark forbids an attribute up to and including step Until.
type Mark struct{ Attribute, Until int32 }

// A strategy is the part of a walk that differs between algorithms.
type strategy[S any] interface {
	// prepare is called once, before any other method.
	prepare(w *Walk[S]) error
	// rule returns the rule for the next pick, or nil if the strategy needs no pick.
	rule(w *Walk[S]) *moves.Rule
	// take performs a turn with the move that was picked.
	take(w *Walk[S], c moves.Choice)
	// work returns the work of a turn in a neighbourhood.
	work(h moves.Neighbourhood[S]) int
	// reset discards the state that depends on the solution, because the walk has a new solution.
	reset()
	// copyFrom copies the state of another strategy of the same type.
	copyFrom(other strategy[S])
	save(o *state.Writer, w *Walk[S])
	// restore may leave the walk at any solution of the saved level.
	restore(r *state.Reader, w *Walk[S])
}

// among sets the neighbourhoods of the walk at its start and prepares its strategy.
func (w *Walk[S]) among(levels []moves.Neighbourhood[S]) error {
	// With a single facility, for example, there are no moves.
	w.levels, w.At, w.done = levels, levels[0], levels[0].Len() == 0
	w.picks = make([]*picks[S], len(levels))
	for _, h := range levels {
		w.work = append(w.work, w.strategy.work(h))
		w.look = append(w.look, max(w.strategy.work(h), portion(h)*lookWork(h)))
		if r, ok := h.(moves.Renewer); ok {
			w.renewers = append(w.renewers, r)
		}
	}
	w.best, w.cost, w.moved = w.At.Snapshot(), w.At.Cost(), true
	return w.strategy.prepare(w)
}

// Rule returns the rule for the pick of the next turn, or nil if the turn needs no pick.
func (w *Walk[S]) Rule() *moves.Rule { return w.strategy.rule(w) }

// Take performs a turn with the move that was picked by the walk's rule.
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

// renew draws the next sample if the moves are a sample, and reports whether they are.
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
	place := w.At.Snapshot()
	w.level, w.At = level, w.levels[level]
	w.move(place)
}

// restart replaces the solution with a new random one.
func (w *Walk[S]) restart() {
	random := stream(w.seed, forStart, w.number, w.turn+1)
	w.move(w.space.Random(&random))
}

// kick makes a number of random moves.
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

// isPossible reports whether a move with the given delta is possible.
func isPossible(delta float64) bool { return delta < moves.Impossible() }

// mostDraws is the number of random draws of drawPossible before it scans the moves in order.
const mostDraws = 64

// drawPossible draws a random possible move. If no move is possible, or the context is done first,
// Move is -1.
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

// ended reports whether the context is done. If so, it marks the turn as interrupted.
func (w *Walk[S]) ended() bool {
	w.cut = w.ctx != nil && w.ctx.Err() != nil
	return w.cut
}

// draw returns a random move with its delta.
func (w *Walk[S]) draw(random *rng.Stream) moves.Choice {
	// The bias is below 2^-24 for any number of moves.
	move := int(random.Uint64() % uint64(w.At.Len()))
	w.At.Deltas(move, w.one[:])
	return moves.Choice{Move: move, Delta: w.one[0]}
}
