package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Common are the parameters that all algorithms share.
type Common struct {
	Walks int `json:"walks" range:"1..1000000" usage:"independent walks, each from a start of its own: how many threads the search can keep busy"`
	Turns int `json:"turns" range:"0.." usage:"turns of each walk in a step; 0: as many as score half a million moves"`
}

// An Engine lets walks make turns: for each it picks the move that its rule
// prefers, and hands it over.
type Engine[S any] interface {
	// Advance lets every walk that is not done make so many turns. When ctx ends, it
	// returns ctx.Err(), and every walk has made whole turns.
	Advance(ctx context.Context, walks []*Walk[S], turns int) error
}

// A Search is a search.Searcher: some walks.
type Search[S any] struct {
	engine Engine[S]
	walks  []*Walk[S]
	turns  int
}

// scored moves make a step, where the turns of a step are not given. A step of one
// turn may be longer.
const scored = 500_000

// sample is what a move costs where moves are samples, which are made before they are
// scored, in others.
const sample = 50

// newSearch lets walks run on an engine. A turn scores share of the moves around a
// solution.
func newSearch[S any](e Engine[S], walks []*Walk[S], turns int, share float64) *Search[S] {
	if turns == 0 {
		work := 0.0
		for _, h := range walks[0].levels {
			work += share * float64(h.Len()) * float64(len(walks))
		}
		if _, ok := walks[0].At.(moves.Renewer); ok {
			work *= sample
		}
		turns = max(1, int(scored/max(work, 100)))
	}
	return &Search[S]{engine: e, walks: walks, turns: turns}
}

// Step lets all walks make some turns.
func (s *Search[S]) Step(ctx context.Context) error {
	if err := s.engine.Advance(ctx, s.walks, s.turns); err != nil {
		return err
	}
	for _, w := range s.walks {
		if !w.done {
			return nil
		}
	}
	return search.ErrExhausted
}

// Cost of the best solution.
func (s *Search[S]) Cost() float64 { return s.leader().cost }

// Best is the best solution of all walks.
func (s *Search[S]) Best() S { return s.leader().best }

// leader is the walk with the best solution, the first on ties.
func (s *Search[S]) leader() *Walk[S] {
	leader := s.walks[0]
	for _, w := range s.walks {
		if w.cost < leader.cost {
			leader = w
		}
	}
	return leader
}

// Pace tells walks that cool down which share of the budget is used.
func (s *Search[S]) Pace(used float64) {
	for _, w := range s.walks {
		if p, ok := w.strategy.(search.Pacer); ok {
			p.Pace(used)
		}
	}
}

// Turns is how many turns the walks have made, all together.
func (s *Search[S]) Turns() int {
	sum := 0
	for _, w := range s.walks {
		sum += w.turn
	}
	return sum
}
