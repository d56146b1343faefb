// Package ils improves plans for vehicle routing by iterated local search: it removes strings of
// neighbouring stops, inserts the stops again, descends, and keeps or undoes the change. The
// temperature falls over the budget.
package ils

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/routes/board"
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
	cities  *tsp.Instance // see board.Cities
	lists   *near.Lists

	board   *board.Board // nil before the preparation
	ruin    ruin
	fresh   bool // whether the plan has not descended yet
	anneal  anneal.Schedule
	repairs repairs
	best    best
	step    uint32
	kicks   int
}

// New returns a search. If init is nil, it starts at a plan that joins routes by savings. Threads
// are used only for the neighbour lists.
func New(in *vrp.Instance, p Params, init vrp.Plan, seed uint64, threads int) (*ILS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := Supported(in); err != nil {
		return nil, err
	}
	if err := in.Check(init); err != nil {
		return nil, fmt.Errorf("start plan: %w", err)
	}
	i := &ILS{in: in, p: p, seed: seed, threads: max(threads, 1), first: init.Canonical()}
	i.anneal = anneal.Schedule{Strength: p.Heat, Size: max(1, float64(in.N())/float64(p.Removed))}
	i.best.cost = in.Units(init)
	return i, nil
}

// Pace sets the temperature for the used share of the budget.
func (i *ILS) Pace(used float64) { i.anneal.Pace(used) }

// Warm reports whether a worse plan may be accepted.
func (i *ILS) Warm() bool { return i.anneal.Warm() }

// Cost returns the cost of the best plan.
func (i *ILS) Cost() float64 { return i.in.CostOf(i.best.cost) }

// Best returns the best plan.
func (i *ILS) Best() vrp.Plan {
	if i.board == nil {
		return append(vrp.Plan{}, i.first...)
	}
	return i.best.plan()
}

// Step descends if the plan is new, and makes a number of kicks. An interrupted step is undone,
// except for the best plan.
func (i *ILS) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if i.board == nil {
		return search.ErrExhausted // Prepare has not been called
	}
	i.board.Mark()
	if !i.descend(ctx) {
		return i.rewind(ctx)
	}
	t := turn{random: rng.At(i.seed, 0, i.step), judge: i.anneal.Judge(), most: i.repairs.limit(i.p.Reach)}
	for range i.p.Kicks {
		if ctx.Err() != nil || !i.kick(ctx, &t) {
			return i.rewind(ctx)
		}
	}
	i.anneal.Learn(&t.judge, 1)
	i.repairs.add(t.repairs)
	i.fresh = false
	i.step++
	i.kicks += i.p.Kicks
	return nil
}

// descend makes a new plan locally optimal. It reports whether it has finished.
func (i *ILS) descend(ctx context.Context) bool {
	if !i.fresh || i.p.Descent == none {
		return true
	}
	i.board.QueueAll()
	finished := i.board.Descend(ctx)
	i.board.Retype()
	i.board.Commit()
	i.best.keep(i.board)
	return finished
}

func (i *ILS) rewind(ctx context.Context) error {
	i.board.Forget()
	i.board.Rewind()
	i.best.stale(i.board)
	return ctx.Err()
}

// A turn contains what the kicks of a step use and learn.
type turn struct {
	random  rng.Stream
	judge   anneal.Judge
	most    float64 // maximum worsening of a kick before a descent
	repairs repairs
}

// kick changes the plan, and keeps or undoes the change. It descends unless the kick has no effect
// on the cost, or worsens the plan by so much that a descent seldom repairs it. It reports whether
// it has finished.
func (i *ILS) kick(ctx context.Context, t *turn) bool {
	b := i.board
	before, needed := b.Cost(), b.Needed()
	i.ruin.remove(&t.random)
	i.ruin.recreate(&t.random)
	kicked := float64(b.Cost() - before)
	if kicked == 0 || kicked > t.most || i.p.Descent == none {
		b.Forget()
	} else if !b.Descend(ctx) {
		return false
	}
	b.Retype()
	delta := float64(b.Cost() - before)
	if b.Needed() != needed { // a matter of more than cost, which says nothing about the usual change
		i.settle(delta < 0)
		return true
	}
	t.repairs.count(kicked, delta)
	i.settle(t.judge.Accepts(delta, &t.random))
	return true
}

// settle keeps the changes of a kick, or undoes them.
func (i *ILS) settle(accepted bool) {
	if !accepted {
		i.board.Undo()
		return
	}
	i.board.Commit()
	i.best.keep(i.board)
}

// Kicks returns the number of kicks so far.
func (i *ILS) Kicks() int { return i.kicks }

// Immigrate continues from a plan if it is better than the best plan.
func (i *ILS) Immigrate(p vrp.Plan) (taken bool, err error) {
	if err := i.in.Check(p); err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	if i.in.Units(p) >= i.best.cost {
		return false, nil
	}
	if i.board == nil {
		i.first, i.best.cost = p.Canonical(), i.in.Units(p)
		return true, nil
	}
	i.enter(p)
	i.best.keep(i.board)
	i.fresh = true
	return true, nil
}

// enter replaces the current plan.
func (i *ILS) enter(p vrp.Plan) {
	load(i.board, p)
	i.board.Mark()
	i.best.stale(i.board)
}
