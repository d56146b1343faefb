// Package ils improves plans for vehicle routing by iterated local search: it removes strings of
// neighbouring stops, inserts the stops again, descends, and keeps or undoes the change. The
// temperature falls over the budget.
package ils

import (
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

// ILS implements search.Searcher, search.Preparer, search.Annealer, search.Stateful and
// search.Immigrant.
type ILS struct {
	in      *vrp.Instance
	p       Params
	seed    uint64
	threads int
	first   vrp.Plan      // plan before the preparation
	order   *order        // nil before the preparation
	cities  *tsp.Instance // see board.Cities
	lists   *near.Lists

	// There is a single walk, or if there are few routes, one for each lane. Then all walks continue
	// from the best plan once the search has cooled down.
	walks   []*walk // nil before the preparation
	united  bool    // whether the search has cooled down
	cost    int64   // of the best plan
	queued  int32   // number of stops around which a new plan has descended
	anneal  anneal.Schedule
	repairs repairs
	step    uint32
	kicks   int
}

// New returns a search. If init is nil, it starts at a plan that joins routes by savings.
func New(in *vrp.Instance, p Params, init vrp.Plan, seed uint64, threads int) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := in.Check(init); err != nil {
		return nil, fmt.Errorf("start plan: %w", err)
	}
	i := &ILS{in: in, p: p, seed: seed, threads: max(threads, 1), first: init.Canonical(), cost: in.Units(init)}
	i.anneal = anneal.Schedule{Strength: p.Heat, Size: max(1, float64(in.N())/float64(p.Removed))}
	return i, nil
}

// Pace sets the temperature for the used share of the budget.
func (i *ILS) Pace(used float64) { i.anneal.Pace(used) }

// Warm reports whether a worse plan may be accepted.
func (i *ILS) Warm() bool { return i.anneal.Warm() }

// Cost returns the cost of the best plan.
func (i *ILS) Cost() float64 { return i.in.CostOf(i.cost) }

// Best returns the best plan.
func (i *ILS) Best() vrp.Plan {
	if i.walks == nil {
		return append(vrp.Plan{}, i.first...)
	}
	return i.order.outside(i.bestWalk().best.plan()).Canonical()
}

// bestWalk returns the walk with the best plan.
func (i *ILS) bestWalk() *walk {
	best := i.walks[0]
	for _, w := range i.walks {
		if w.best.cost < best.best.cost {
			best = w
		}
	}
	return best
}

// Step descends around some stops if the plan is new, and otherwise makes a number of kicks. An
// interrupted step is undone.
func (i *ILS) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if i.walks == nil {
		return search.ErrExhausted // Prepare has not been called
	}
	i.unite()
	stream := rng.At(i.seed, borders, i.step)
	first := stream.IntN(int32(i.in.N()))
	if i.isNew() {
		first = 0
	}
	lanes := i.deal(first)
	i.inParallel(len(lanes), func(k int) { i.advance(ctx, lanes[k], k) })
	finished := i.gather()
	if !finished {
		return ctx.Err()
	}
	i.learn(lanes)
	return nil
}

// borders is the number of the random stream that chooses the borders between lanes.
const borders = 1 << 16

// deal prepares all walks and returns their lanes.
func (i *ILS) deal(first int32) (lanes []*lane) {
	i.inParallel(len(i.walks), func(k int) { i.walks[k].deal(first) })
	for _, w := range i.walks {
		lanes = append(lanes, w.lanes...)
	}
	return lanes
}

// gather completes the step of all walks. It reports whether it has finished.
func (i *ILS) gather() bool {
	finished := !slices.ContainsFunc(i.walks, func(w *walk) bool { return !w.finished() })
	for _, w := range i.walks {
		w.gather(finished)
		i.cost = min(i.cost, w.best.cost)
	}
	return finished
}

// advance runs a lane, of which k is the number.
func (i *ILS) advance(ctx context.Context, l *lane, k int) {
	l.random = rng.At(i.seed, uint32(k), i.step)
	l.judge, l.most, l.repairs = i.anneal.Judge(), i.repairs.limit(i.p.Reach), repairs{}
	if i.isNew() {
		l.finished = l.descend(ctx, i.span(k%len(i.walks[0].lanes)))
	} else {
		l.finished = l.kicks(ctx, i.p.Kicks)
	}
}

// learn adds what the lanes have learnt in a step.
func (i *ILS) learn(lanes []*lane) {
	i.step++
	if i.isNew() {
		i.queued += i.descended()
		return
	}
	for _, l := range lanes {
		i.anneal.Learn(&l.judge, len(i.walks))
		i.repairs.add(l.repairs)
		i.kicks += i.p.Kicks
	}
}

// inParallel calls job for 0 … count-1 on the threads of the search.
func (i *ILS) inParallel(count int, job func(k int)) {
	_ = parallel.Do(context.Background(), i.threads, count, 1, func(_, k int) { job(k) })
}

// unite lets all walks continue from the best plan when the search has cooled down.
func (i *ILS) unite() {
	if i.united || len(i.walks) == 1 || !i.anneal.Cool() {
		return
	}
	i.united = true
	best := i.bestWalk()
	for _, w := range i.walks {
		if w != best {
			w.enter(best.best.plan())
			w.best.keep(w.board)
		}
	}
}

// Kicks returns the number of kicks so far.
func (i *ILS) Kicks() int { return i.kicks }

// Immigrate continues from a plan if it is better than the best plan.
func (i *ILS) Immigrate(p vrp.Plan) (taken bool, err error) {
	if err := i.in.Check(p); err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	cost := i.in.Units(p)
	if cost >= i.cost {
		return false, nil
	}
	i.cost = cost
	if i.walks == nil {
		i.first = p.Canonical()
		return true, nil
	}
	w := i.worstWalk()
	w.enter(i.order.inside(p))
	w.best.keep(w.board)
	i.queued = 0
	return true, nil
}

// worstWalk returns the walk whose best plan is the worst.
func (i *ILS) worstWalk() *walk {
	worst := i.walks[0]
	for _, w := range i.walks {
		if w.best.cost > worst.best.cost {
			worst = w
		}
	}
	return worst
}
