package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A lockstep holds the state of ants that take their steps together [ACS16 Fig. 2].
type lockstep struct {
	tabus  []tabu
	random []rng.Stream
	levels [][2]float32 // new levels of the edge that each ant has used, in both directions
}

// reset places the ants from first to end-1 at their first cities.
func (m *lockstep) reset(ctx context.Context, r *Reference, cycle uint32, first, end int) error {
	if m.tabus == nil {
		m.tabus, m.random = make([]tabu, len(r.walks)), make([]rng.Stream, len(r.walks))
		m.levels = make([][2]float32, len(r.walks))
	}
	return parallel.Do(ctx, r.threads, end-first, together, func(_, i int) {
		ant := first + i
		if m.tabus[ant] == nil {
			m.tabus[ant] = newTabu(r.trails.Tabu, r.trails.N)
		}
		m.tabus[ant].Reset()
		m.random[ant] = rng.At(r.seed, uint32(ant), cycle)
		r.walks[ant][0] = r.trails.first(m.draw(ant))
		m.tabus[ant].Mark(r.walks[ant][0])
	})
}

// draw returns the random words of an ant's next step.
func (m *lockstep) draw(ant int) [2]uint32 {
	return [2]uint32{m.random[ant].Uint32(), m.random[ant].Uint32()}
}

// inStep constructs the tours of the ants from first to end-1 in lockstep. The last step only
// closes the tours.
func (r *Reference) inStep(ctx context.Context, cycle uint32, first, end int) error {
	if err := r.lockstep.reset(ctx, r, cycle, first, end); err != nil {
		return err
	}
	take := r.stepTogether
	if r.trails.Updates == Sequential {
		take = r.stepInTurn
	}
	for step := 1; step <= r.trails.N; step++ {
		if err := take(ctx, step, first, end); err != nil {
			return err
		}
	}
	return nil
}

// stepTogether lets all ants choose by the same trails and then updates the edges that they used.
func (r *Reference) stepTogether(ctx context.Context, step, first, end int) error {
	if step < r.trails.N {
		err := parallel.Do(ctx, r.threads, end-first, 8*together, func(thread, i int) {
			r.advance(r.batches[thread].construction, first+i, step)
		})
		if err != nil {
			return err
		}
	}
	if !r.trails.wears(step) {
		return ctx.Err()
	}
	if r.trails.Updates == Immediate {
		return r.wearAtOnce(ctx, step, first, end)
	}
	return r.eachAnt(ctx, first, end, func(ant int) { r.wearEdge(ant, step) })
}

// stepInTurn lets the ants choose one after the other. Each ant updates the edge that it used
// before the next ant chooses [ACS16 Fig. 2, lines 7 to 11 and 13 to 15].
func (r *Reference) stepInTurn(ctx context.Context, step, first, end int) error {
	w := r.batches[0].construction
	return r.eachAnt(ctx, first, end, func(ant int) {
		if step < r.trails.N {
			r.advance(w, ant, step)
		}
		if r.trails.wears(step) {
			r.wearEdge(ant, step)
		}
	})
}

// advance lets an ant choose its next city.
func (r *Reference) advance(w *construction, ant, step int) {
	w.tabu = r.lockstep.tabus[ant]
	to := w.nextInStep(r.walks[ant][step-1], r.lockstep.draw(ant))
	r.walks[ant][step] = to
	w.tabu.Mark(to)
}

// turnsAtOnce is the number of ants that choose or update between two checks of the context.
const turnsAtOnce = 64

// eachAnt calls do for the ants from first to end-1, in this order.
func (r *Reference) eachAnt(ctx context.Context, first, end int, do func(ant int)) error {
	for ant := first; ant < end; ant++ {
		if (ant-first)%turnsAtOnce == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		do(ant)
	}
	return nil
}

// used returns the edge that an ant used in a step.
func (r *Reference) used(ant, step int) (from, to int32) {
	walk := r.walks[ant]
	return walk[step-1], walk[step%len(walk)]
}

// wearEdge updates the edge that an ant used in a step.
func (r *Reference) wearEdge(ant, step int) {
	t, wear := r.trails, r.trails.wear()
	from, to := r.used(ant, step)
	t.hits.add(t.renew(from, to, wear))
	if t.Instance.Symmetric() {
		t.hits.add(t.renew(to, from, wear))
	}
}

// wearAtOnce updates the edges that the ants used in a step as if all ants first read the levels
// and then wrote the new levels, in the order of the ants. If several ants used the same edge, they
// write the same level, so that all updates but one are lost, as [ACS16 §3.1.2] accepts.
func (r *Reference) wearAtOnce(ctx context.Context, step, first, end int) error {
	t, wear := r.trails, r.trails.wear()
	err := r.eachAnt(ctx, first, end, func(ant int) {
		from, to := r.used(ant, step)
		r.lockstep.levels[ant] = [2]float32{wear.of(t.read(from, to)), wear.of(t.read(to, from))}
	})
	if err != nil {
		return err
	}
	return r.eachAnt(ctx, first, end, func(ant int) {
		from, to := r.used(ant, step)
		t.hits.add(t.write(from, to, r.lockstep.levels[ant][0]))
		if t.Instance.Symmetric() {
			t.hits.add(t.write(to, from, r.lockstep.levels[ant][1]))
		}
	})
}
