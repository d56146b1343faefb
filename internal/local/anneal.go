package local

import (
	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// AnnealParams are the parameters of simulated annealing [KGV83], the baseline algorithm. It makes
// random moves and accepts fewer and fewer of those that make a solution worse.
type AnnealParams struct {
	Common
	Heat float64 `json:"heat" range:"0..1000" usage:"initial temperature: how much worse a move may be, as a multiple of the usual cost change"`
	Size float64 `json:"size" range:">0.." usage:"a run uses the full heat if it makes at least 30 times this number of moves; shorter runs use less"`
}

// AnnealDefaults returns parameters for a neighbourhood with the given number of moves.
func AnnealDefaults(moves int) AnnealParams {
	return AnnealParams{Common: Common{Walks: 2}, Heat: 0.5, Size: max(1, float64(moves)/30)}
}

// Validate reports all invalid parameters.
func (p AnnealParams) Validate() error { return params.Validate(p) }

// OnEngine returns false, because annealing tries moves one by one.
func (p AnnealParams) OnEngine() bool { return false }

// An annealer accepts worse solutions while its temperature is above zero.
type annealer[S any] struct{ schedule anneal.Schedule }

func newAnnealer[S any](p AnnealParams) *annealer[S] {
	return &annealer[S]{anneal.Schedule{Strength: p.Heat, Size: p.Size}}
}

func (m *annealer[S]) prepare(*Walk[S]) error { return nil }

func (m *annealer[S]) Pace(used float64) { m.schedule.Pace(used) }

func (m *annealer[S]) Warm() bool { return m.schedule.Warm() }

func (m *annealer[S]) rule(*Walk[S]) *moves.Rule { return nil }

func (m *annealer[S]) take(w *Walk[S], _ moves.Choice) {
	judge := m.schedule.Judge()
	random := stream(w.seed, forHeat, w.number, w.turn)
	for range portion(w.At) {
		if c := w.draw(&random); isPossible(c.Delta) && judge.Accepts(c.Delta, &random) {
			w.apply(c)
		}
	}
	m.schedule.Learn(&judge, 1)
	w.renew()
}

func (m *annealer[S]) work(moves.Neighbourhood[S]) int { return portionWork * aloneWork }

func (m *annealer[S]) reset() {} // the temperature does not depend on the solution

func (m *annealer[S]) copyFrom(other strategy[S]) { *m = *other.(*annealer[S]) }

func (m *annealer[S]) save(o *state.Writer, _ *Walk[S]) { m.schedule.Save(o) }

func (m *annealer[S]) restore(r *state.Reader, _ *Walk[S]) { r.Fail(m.schedule.Restore(r)) }
