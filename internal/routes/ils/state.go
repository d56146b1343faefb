package ils

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Save writes the best plan, the current plan and the annealing schedule.
func (i *ILS) Save(w *state.Writer) {
	w.Section("routes")
	w.Bool("prepared", i.board != nil)
	state.List(w, "best", i.Best())
	if i.board == nil {
		return
	}
	w.Int("step", int64(i.step))
	w.Int("kicks", int64(i.kicks))
	w.Bool("fresh", i.fresh)
	state.List(w, "plan", i.plan())
	i.repairs.save(w)
	i.anneal.Save(w)
}

// plan returns the current plan. Unlike the canonical one, it keeps the direction of routes, which
// decides between moves of equal value.
func (i *ILS) plan() vrp.Plan {
	var p vrp.Plan
	for r := range int32(i.in.N()) {
		if stops := i.board.Stops(nil, r); len(stops) > 0 {
			p = append(append(p, -1-i.board.Kind(r)), stops...)
		}
	}
	return p.Canonical()
}

// Restore restores a saved search. Either both searches are prepared or none.
func (i *ILS) Restore(r *state.Reader) error {
	r.Section("routes")
	if prepared := r.Bool("prepared"); r.Err() == nil && prepared != (i.board != nil) {
		r.Failf("prepared is %v in the state, but %v in this search", prepared, i.board != nil)
	}
	best := i.readPlan(r, "best")
	if r.Err() != nil {
		return r.Err()
	}
	if i.board == nil {
		i.first, i.best.cost = best, i.in.Units(best)
		return nil
	}
	i.step = r.Uint32("step")
	i.kicks = r.Count("kicks", math.MaxInt)
	i.fresh = r.Bool("fresh")
	now := i.readPlan(r, "plan")
	i.repairs.restore(r)
	r.Fail(i.anneal.Restore(r))
	if r.Err() == nil {
		i.enter(best)
		i.best.cost = math.MaxInt64
		i.best.keep(i.board)
		i.enter(now)
	}
	return r.Err()
}

func (i *ILS) readPlan(r *state.Reader, name string) vrp.Plan {
	p := vrp.Plan(state.ReadList[int32](r, name, -1))
	if r.Err() == nil {
		r.Fail(i.in.Check(p))
	}
	return p
}
