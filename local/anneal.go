package local

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/anneal"
)

// AnnealParams are the knobs of simulated annealing.
type AnnealParams struct {
	Common
	Heat float64 `json:"heat" range:"0..1000" usage:"how much worse a move may be at first, as a multiple of what is usual"`
	Size float64 `json:"size" range:">0.." usage:"moves after which the heat is worth its time, over 30; fewer get less"`
}

// AnnealDefaults suit a neighbourhood of so many moves.
func AnnealDefaults(moves int) AnnealParams {
	return AnnealParams{Common: Common{Walks: 2}, Heat: 0.5, Size: max(1, float64(moves)/30)}
}

// Validate names everything that is wrong.
func (p AnnealParams) Validate() error { return params.Validate(p) }

// NewAnneal is simulated annealing [KGV83], the baseline: random moves, and those that
// make a solution worse are taken less and less.
func NewAnneal[S any](s Landscape[S], p AnnealParams, seed uint64, e Engine[S]) (*Search[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	walks, err := s.walks(p.Common, seed, 1, func(int) strategy[S] {
		return &annealer[S]{schedule: anneal.Schedule{Strength: p.Heat, Size: p.Size}}
	})
	if err != nil {
		return nil, err
	}
	// A turn tries many moves, of which each costs a whole delta.
	return newSearch(e, walks, p.Turns, tried/max(float64(walks[0].At.Len()), 1)), nil
}

// tried moves make a turn.
const tried = 256

// An annealer lets its solution become worse as long as it is hot.
type annealer[S any] struct{ schedule anneal.Schedule }

func (m *annealer[S]) Pace(used float64) { m.schedule.Pace(used) }

func (m *annealer[S]) rule(*Walk[S]) *moves.Rule { return nil }

func (m *annealer[S]) take(w *Walk[S], _ moves.Choice) {
	judge := m.schedule.Judge()
	random := stream(w.seed, forHeat, w.number, w.turn)
	for range tried {
		if c := w.draw(&random); judge.Accepts(c.Delta, &random) {
			w.apply(c)
		}
	}
	m.schedule.Learn(&judge, 1)
	if r, ok := w.At.(moves.Renewer); ok {
		r.Renew()
	}
	w.Journal.Replaced = true
}
