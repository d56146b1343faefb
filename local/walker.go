package local

import "github.com/tourmaline-opt/tourmaline/search"

// A Walker is one walk: where it is, what it has found, and a mind that decides.
type Walker[S any] struct {
	At search.Neighbourhood[S] // its solution and the moves from it, on the host

	// What happened in the last turn, for engines that hold a copy of the solution.
	Journal Journal

	space  *Space[S]
	number int
	seed   uint64
	levels []search.Neighbourhood[S] // At is one of them
	level  int
	turn   int
	mind   mind[S]
	done   bool // nothing is left to try

	best  S
	cost  float64
	one   [1]float64
	picks []*picks[S] // of each level: how to look through it, where it does not do it by itself
}

// A Journal is what a turn did to a walk.
type Journal struct {
	Moves    []int  // applied one after the other …
	Replaced bool   // … unless the solution is another altogether
	Marks    []Mark // what changed in the memory of the rule
}

// A Mark keeps an attribute out until a step has passed.
type Mark struct{ Attribute, Until int32 }

// A mind is what tells the algorithms apart.
type mind[S any] interface {
	// rule says which move the walker wants to hear of next; nil: none, it looks for
	// itself.
	rule(w *Walker[S]) *search.Rule
	// take decides what to do with the move.
	take(w *Walker[S], c search.Choice)
}

// Rule says which move to pick for the walker's next turn; nil: none.
func (w *Walker[S]) Rule() *search.Rule { return w.mind.rule(w) }

// Take makes the turn, given what was picked by its rule.
func (w *Walker[S]) Take(c search.Choice) {
	w.Journal.Moves, w.Journal.Marks, w.Journal.Replaced = w.Journal.Moves[:0], w.Journal.Marks[:0], false
	w.mind.take(w, c)
	w.turn++
}

// Done tells whether the walker has nothing left to try.
func (w *Walker[S]) Done() bool { return w.done }

// Level is which of its neighbourhoods the walker is in.
func (w *Walker[S]) Level() int { return w.level }

// apply makes a move.
func (w *Walker[S]) apply(c search.Choice) {
	w.At.Apply(c.Move, c.Delta)
	w.Journal.Moves = append(w.Journal.Moves, c.Move)
	w.note()
}

// note keeps the solution if it is the best so far.
func (w *Walker[S]) note() {
	if cost := w.At.Cost(); cost < w.cost {
		w.best, w.cost = w.At.Snapshot(), cost
	}
}

// move goes elsewhere.
func (w *Walker[S]) move(place S) {
	w.At.Reset(place)
	w.Journal.Replaced = true
	w.note()
}

// enter changes to another neighbourhood of the same solution.
func (w *Walker[S]) enter(level int) {
	if level == w.level {
		return
	}
	place := w.At.Snapshot()
	w.level, w.At = level, w.levels[level]
	w.move(place)
}

// restart goes to a new start.
func (w *Walker[S]) restart() {
	random := stream(w.seed, forStart, w.number, w.turn+1)
	w.move(w.space.Random(&random))
}

// kick makes some random moves.
func (w *Walker[S]) kick(strength int) {
	random := stream(w.seed, forKicks, w.number, w.turn)
	for range strength {
		w.apply(w.draw(&random))
	}
}
