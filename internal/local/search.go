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

// A Search is a search.Searcher that consists of walks. Two of them exist from the start; the first
// step creates the others, because that can take longer than the time limit.
type Search[S any] struct {
	engine Engine[S]
	space  *Landscape[S]
	params Params
	seed   uint64
	walks  []*Walk[S]
	begun  bool // whether a step is complete
	turns  int
	aside  incumbent.Aside[S, float64]
}

// New returns a search with the given parameters.
func New[S any](l Landscape[S], p Params, seed uint64, e Engine[S]) (*Search[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &Search[S]{engine: e, space: &l, params: p, seed: seed, turns: p.common().Turns}
	for len(s.walks) < s.early() {
		if err := s.addWalk(); err != nil {
			return nil, err
		}
	}
	if s.turns == 0 {
		s.turns = turnsOfAStep(s.walks[0], s.count())
	}
	return s, nil
}

// count returns the number of walks of a complete search.
func (s *Search[S]) count() int {
	walks, _ := s.params.Extent()
	return walks
}

// early returns the number of walks that exist before the first step.
func (s *Search[S]) early() int { return min(2, s.count()) }

// current returns the walks that belong to the state: before the end of the first step, those that
// exist before it.
func (s *Search[S]) current() []*Walk[S] {
	if s.begun {
		return s.walks
	}
	return s.walks[:s.early()]
}

// addWalk creates the next walk.
func (s *Search[S]) addWalk() error {
	w, err := s.space.walk(s.params, s.seed, len(s.walks))
	if err == nil {
		s.walks = append(s.walks, w)
	}
	return err
}

// Attributes returns the number of attributes that each walk remembers.
func (s *Search[S]) Attributes() int {
	if m := s.walks[0].memory; m != nil {
		return len(m.Until)
	}
	return 0
}

// Step performs a number of turns of all walks.
func (s *Search[S]) Step(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	if s.exhausted() {
		return search.ErrExhausted
	}
	if err := s.engine.Advance(ctx, s.walks, s.turns); err != nil {
		s.takeBack()
		return err
	}
	s.begun = true
	if s.exhausted() {
		return search.ErrExhausted
	}
	return nil
}

// begin creates the missing walks and saves all walks. If it is interrupted, the next step creates
// the same walks.
func (s *Search[S]) begin(ctx context.Context) error {
	for len(s.walks) < s.count() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.addWalk(); err != nil {
			return err
		}
	}
	for _, w := range s.walks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.snapshot()
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
