package local

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/search"
)

// An Engine performs the turns of walks. For each walk it picks the move that the rule of the walk
// prefers, and passes the move to the walk.
type Engine[S any] interface {
	// Advance performs a number of turns of every walk that is not done. When ctx is done, it
	// returns ctx.Err(), and the search undoes the turns.
	//
	// If Replaced is set in the Journal of a walk before the first turn, the solution of the walk
	// has been replaced since its previous turn.
	Advance(ctx context.Context, walks []*Walk[S], turns int) error
}

// A Search is a search.Searcher that consists of walks.
type Search[S any] struct {
	engine Engine[S]
	space  *Landscape[S]
	walks  []*Walk[S]
	turns  int
	aside  incumbent.Aside[S, float64]
}

// New returns a search with the given parameters.
func New[S any](l Landscape[S], p Params, seed uint64, e Engine[S]) (*Search[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	walks, err := l.walks(p, seed)
	if err != nil {
		return nil, err
	}
	turns := p.common().Turns
	if turns == 0 {
		turns = turnsOfAStep(walks)
	}
	return &Search[S]{engine: e, space: &l, walks: walks, turns: turns}, nil
}

// Step performs a number of turns of all walks.
func (s *Search[S]) Step(ctx context.Context) error {
	if s.exhausted() {
		return search.ErrExhausted
	}
	for _, w := range s.walks {
		w.snapshot()
	}
	if err := s.engine.Advance(ctx, s.walks, s.turns); err != nil {
		s.takeBack()
		return err
	}
	if s.exhausted() {
		return search.ErrExhausted
	}
	return nil
}

// exhausted reports whether no walk has anything left to try.
func (s *Search[S]) exhausted() bool {
	return !slices.ContainsFunc(s.walks, func(w *Walk[S]) bool { return !w.done })
}

// takeBack restores all walks to their state before the step, but retains the best solution.
func (s *Search[S]) takeBack() {
	leader := s.leader()
	s.aside.Keep(leader.best, leader.cost)
	for _, w := range s.walks {
		if w.turn != w.saved.turn {
			w.rewind()
		}
	}
}

// Cost returns the cost of the best solution.
func (s *Search[S]) Cost() float64 { return s.aside.Min(s.leader().cost) }

// Best returns the best solution of all walks.
func (s *Search[S]) Best() S {
	leader := s.leader()
	if s.aside.Beats(leader.cost) {
		return s.aside.Solution()
	}
	return leader.best
}

// leader returns the walk that has found the best solution, or the first such walk on ties.
func (s *Search[S]) leader() *Walk[S] {
	leader := s.walks[0]
	for _, w := range s.walks {
		if w.cost < leader.cost {
			leader = w
		}
	}
	return leader
}

// Stats returns the lowest current cost of the walks. It ignores walks that an interrupted step has
// moved.
func (s *Search[S]) Stats(search.Detail) (search.Stats, error) {
	var stats search.Stats
	for _, w := range s.walks {
		if cost := w.At.Cost(); !w.rewinding && (stats.Current == nil || cost < *stats.Current) {
			stats.Current = &cost
		}
	}
	return stats, nil
}

// Pace passes the used share of the budget to annealing walks.
func (s *Search[S]) Pace(used float64) {
	for _, w := range s.walks {
		if p, ok := w.strategy.(search.Pacer); ok {
			p.Pace(used)
		}
	}
}

// Warm reports whether any walk may still accept a worse solution.
func (s *Search[S]) Warm() bool {
	return slices.ContainsFunc(s.walks, func(w *Walk[S]) bool {
		p, ok := w.strategy.(search.Annealer)
		return ok && p.Warm()
	})
}
