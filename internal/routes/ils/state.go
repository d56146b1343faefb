package ils

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// Save writes the best plan, the plans of the walks and the annealing schedule.
func (i *ILS) Save(w *state.Writer) {
	w.Section("routes")
	w.Bool("prepared", i.walks != nil)
	state.List(w, "best", i.Best())
	if i.walks == nil {
		return
	}
	w.Int("step", int64(i.step))
	w.Int("kicks", int64(i.kicks))
	w.Int("queued", int64(i.queued))
	w.Bool("united", i.united)
	w.Int("walks", int64(len(i.walks)))
	w.Int("lanes of a walk", int64(len(i.walks[0].lanes)))
	for _, k := range i.walks {
		state.List(w, "best of a walk", i.order.outside(k.best.plan()))
		state.List(w, "plan", i.order.outside(k.plan()))
	}
	i.repairs.save(w)
	i.anneal.Save(w)
}

// plan returns the current plan. Unlike the canonical one, it keeps the direction of routes, which
// decides between moves of equal value.
func (w *walk) plan() vrp.Plan {
	var p vrp.Plan
	for _, r := range w.board.Used() {
		p = w.board.Stops(append(p, -1-w.board.Kind(r)), r)
	}
	return p.Canonical()
}

// Restore restores a saved search. Either both searches are prepared or none.
func (i *ILS) Restore(r *state.Reader) error {
	r.Section("routes")
	if prepared := r.Bool("prepared"); r.Err() == nil && prepared != (i.walks != nil) {
		r.Failf("prepared is %v in the state, but %v in this search", prepared, i.walks != nil)
	}
	best := i.readPlan(r, "best")
	if r.Err() != nil {
		return r.Err()
	}
	if i.cost = i.in.Units(best); i.walks == nil {
		i.first = best
		return nil
	}
	i.step = r.Uint32("step")
	i.kicks = r.Count("kicks", math.MaxInt)
	i.queued = int32(r.Count("queued", i.in.N()))
	i.united = r.Bool("united")
	if i.restoreWalks(r); r.Err() == nil && i.bestWalk().best.cost != i.cost {
		r.Failf("the best plan costs %d, but that of the walks %d", i.cost, i.bestWalk().best.cost)
	}
	i.repairs.restore(r)
	r.Fail(i.anneal.Restore(r))
	return r.Err()
}

// restoreWalks restores the plans. Whether lanes are apart depends on the first plan, which may
// have been another one.
func (i *ILS) restoreWalks(r *state.Reader) {
	most := min(i.p.Lanes, i.in.N())
	walks, lanes := r.Count("walks", most), r.Count("lanes of a walk", most)
	if walks*lanes < 1 || walks > 1 && lanes > 1 {
		r.Failf("walks %d with %d lanes, expected 1 of either", walks, lanes)
	}
	if r.Err() != nil {
		return
	}
	if walks != len(i.walks) || lanes != len(i.walks[0].lanes) {
		i.arrange(max(walks, lanes), walks > 1, i.walks[0].board)
	}
	for _, w := range i.walks {
		best, now := i.readPlan(r, "best of a walk"), i.readPlan(r, "plan")
		if r.Err() != nil {
			return
		}
		w.restore(i.order.inside(best), i.order.inside(now))
	}
}

// restore replaces the best plan and the current one.
func (w *walk) restore(best, now vrp.Plan) {
	w.enter(best)
	w.best.cost = math.MaxInt64
	w.best.keep(w.board)
	w.enter(now)
}

func (i *ILS) readPlan(r *state.Reader, name string) vrp.Plan {
	p := vrp.Plan(state.ReadList[int32](r, name, -1))
	if r.Err() == nil {
		r.Fail(i.in.Check(p))
	}
	return p
}
