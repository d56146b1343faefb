package local

import "github.com/tourmaline-opt/tourmaline/moves"

// A Walk is one walk: where it is, what it has found, and a strategy that decides.
type Walk[S any] struct {
	At moves.Neighbourhood[S] // its solution and the moves from it, on the host

	// What happened in the last turn, for engines that hold a copy of the solution.
	Journal Journal

	space    *Landscape[S]
	number   int
	seed     uint64
	levels   []moves.Neighbourhood[S] // At is one of them
	level    int
	turn     int
	strategy strategy[S]
	done     bool // nothing is left to try

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

// A strategy is what tells the algorithms apart.
type strategy[S any] interface {
	// rule says which move the walk wants to hear of next; nil: none, it looks for
	// itself.
	rule(w *Walk[S]) *moves.Rule
	// take decides what to do with the move.
	take(w *Walk[S], c moves.Choice)
}

// Rule says which move to pick for the walk's next turn; nil: none.
func (w *Walk[S]) Rule() *moves.Rule { return w.strategy.rule(w) }

// Take makes the turn, given what was picked by its rule.
func (w *Walk[S]) Take(c moves.Choice) {
	w.Journal.Moves, w.Journal.Marks, w.Journal.Replaced = w.Journal.Moves[:0], w.Journal.Marks[:0], false
	w.strategy.take(w, c)
	w.turn++
}

// Done tells whether the walk has nothing left to try.
func (w *Walk[S]) Done() bool { return w.done }

// Level is which of its neighbourhoods the walk is in.
func (w *Walk[S]) Level() int { return w.level }

// apply makes a move.
func (w *Walk[S]) apply(c moves.Choice) {
	w.At.Apply(c.Move, c.Delta)
	w.Journal.Moves = append(w.Journal.Moves, c.Move)
	w.note()
}

// note keeps the solution if it is the best so far.
func (w *Walk[S]) note() {
	if cost := w.At.Cost(); cost < w.cost {
		w.best, w.cost = w.At.Snapshot(), cost
	}
}

// move goes elsewhere.
func (w *Walk[S]) move(place S) {
	w.At.Reset(place)
	w.Journal.Replaced = true
	w.note()
}

// enter changes to another neighbourhood of the same solution.
func (w *Walk[S]) enter(level int) {
	if level == w.level {
		return
	}
	place := w.At.Snapshot()
	w.level, w.At = level, w.levels[level]
	w.move(place)
}

// restart goes to a new start.
func (w *Walk[S]) restart() {
	random := stream(w.seed, forStart, w.number, w.turn+1)
	w.move(w.space.Random(&random))
}

// kick makes some random moves.
func (w *Walk[S]) kick(strength int) {
	random := stream(w.seed, forKicks, w.number, w.turn)
	for range strength {
		w.apply(w.draw(&random))
	}
}
