// Package islands implements an archipelago: several searches for solutions of one problem that run
// concurrently and offer each other their best solutions. Each island may run a different
// algorithm, and the archipelago is itself a search.
//
//	a, err := islands.New([]islands.Member[tsp.Tour]{{Name: "ils", Searcher: s, Steps: 8}, {Name: "faco", Searcher: c}}, islands.Defaults(), 1, 2)
//
// A step of the archipelago is a fixed number of steps of each island. Islands run on threads, but
// exchange solutions only when all islands have taken their steps, so the result does not depend on
// the number of threads.
package islands

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Member is a searcher that becomes an island.
type Member[S any] struct {
	Name     string             // name of its algorithm, for error messages
	Searcher search.Searcher[S] // must be a search.Immigrant
	// number of searcher steps per step of the archipelago, to balance the load; 0 means 1
	Steps int
}

// An Archipelago is a search.Searcher. It can be saved if all its members can be saved.
type Archipelago[S any] struct {
	islands []*island[S]
	params  Params
	seed    uint64
	threads int
	step    uint32 // number of completed steps
	aside   incumbent.Aside[S, float64]
}

// New returns an archipelago of searchers for one problem. The seed determines the destinations of
// migrants; the searchers have their own seeds.
func New[S any](members []Member[S], p Params, seed uint64, threads int) (*Archipelago[S], error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if len(members) == 0 {
		return nil, errors.New("an archipelago needs at least one island, found none")
	}
	a := &Archipelago[S]{params: p, seed: seed, threads: threads}
	for number, m := range members {
		i, err := newIsland(m)
		if err != nil {
			return nil, fmt.Errorf("island %d (%s): %w", number+1, m.Name, err)
		}
		a.islands = append(a.islands, i)
	}
	return a, nil
}

// Prepare performs one part of the preparation of the first island that is not prepared.
func (a *Archipelago[S]) Prepare(ctx context.Context) (done bool, err error) {
	for _, i := range a.islands {
		if p, ok := search.As[search.Preparer](i.Searcher); ok && !i.prepared {
			i.prepared, err = p.Prepare(ctx)
			err = i.note(err)
			i.prepared = i.prepared || i.resting
			return a.Prepared(), err
		}
	}
	return true, nil
}

// Prepared reports whether all islands are prepared.
func (a *Archipelago[S]) Prepared() bool {
	return !slices.ContainsFunc(a.islands, func(i *island[S]) bool { return !i.prepared })
}

// Preparing returns the name of the next preparation of the first island that is not prepared, or
// "".
func (a *Archipelago[S]) Preparing() string {
	for _, i := range a.islands {
		if p, ok := search.As[interface{ Preparing() string }](i.Searcher); ok && !i.prepared {
			return p.Preparing()
		}
	}
	return ""
}

// Step lets each island take its steps, and performs a migration if one is due. If ctx is
// cancelled, the islands that have taken their steps wait, and the next call continues with the
// other islands.
func (a *Archipelago[S]) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := a.rewind(); err != nil {
		return err
	}
	err := parallel.Ranges(ctx, a.threads, len(a.islands), 1, func(_, from, _ int) error {
		return a.islands[from].advance(ctx)
	})
	if a.leader().proven {
		return search.ErrOptimal
	}
	if err != nil {
		return err
	}
	return a.finish()
}

// finish completes a step after all islands have taken their steps.
func (a *Archipelago[S]) finish() error {
	a.step++
	for _, i := range a.islands {
		i.taken = 0
	}
	if a.due() {
		if err := a.migrate(); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(a.islands, func(i *island[S]) bool { return !i.resting }) {
		return nil
	}
	return search.ErrExhausted
}

// rewind restores islands after an interrupted step. It stores the solutions from that step outside
// the islands. As the islands' best solutions, they would make the islands reject immigrants that
// they would have accepted without the interruption.
func (a *Archipelago[S]) rewind() error {
	for _, i := range a.islands {
		if !i.cut {
			continue
		}
		a.aside.Keep(i.Searcher.Best(), i.Searcher.Cost())
		if err := i.rewind(); err != nil {
			return err
		}
	}
	return nil
}

// leader returns the island with the best solution, or the first on ties. A solution that is proven
// optimal is the best, even if rounding makes its cost appear larger.
func (a *Archipelago[S]) leader() *island[S] {
	leader := a.islands[0]
	for _, i := range a.islands[1:] {
		if i.proven && !leader.proven || i.proven == leader.proven && i.Searcher.Cost() < leader.Searcher.Cost() {
			leader = i
		}
	}
	return leader
}

// Cost returns the cost of the best solution.
func (a *Archipelago[S]) Cost() float64 {
	l := a.leader()
	if l.proven {
		return l.Searcher.Cost()
	}
	return a.aside.Min(l.Searcher.Cost())
}

// Best returns the best solution of all islands.
func (a *Archipelago[S]) Best() S {
	l := a.leader()
	if !l.proven && a.aside.Beats(l.Searcher.Cost()) {
		return a.aside.Solution()
	}
	return l.Searcher.Best()
}

// Pace passes the used share of the budget to the islands. It skips an island that has started its
// part of a step, because that island has already received a value for this step.
func (a *Archipelago[S]) Pace(used float64) {
	for _, i := range a.islands {
		if p, ok := search.As[search.Pacer](i.Searcher); ok && i.taken == 0 {
			p.Pace(used)
		}
	}
}

// Warm reports whether any island is warm.
func (a *Archipelago[S]) Warm() bool {
	return slices.ContainsFunc(a.islands, func(i *island[S]) bool {
		w, ok := search.As[search.Annealer](i.Searcher)
		return ok && w.Warm()
	})
}

// Immigrate offers a solution to the island with the best solution. A solution that is better than
// this one is better than the solutions of all islands.
func (a *Archipelago[S]) Immigrate(solution S) (taken bool, err error) {
	before := a.Cost()
	taken, err = a.leader().welcome(solution)
	return taken && a.Cost() < before, err
}
