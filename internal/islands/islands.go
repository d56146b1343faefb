// Package islands lets several searches for solutions of one problem run side by side and
// offer each other their best solutions: an archipelago. Each island may run another
// algorithm, and the archipelago is a search itself.
//
//	a, err := islands.New([]islands.Member[tsp.Tour]{{Name: "ils", Searcher: s, Steps: 8}, {Name: "faco", Searcher: c}}, islands.Defaults(), 1, 2)
//
// A step of the archipelago is a fixed number of steps of each island. Islands run on
// threads, but meet only when all have taken their steps: any number of threads gives the
// same result.
package islands

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Member is a searcher that becomes an island.
type Member[S any] struct {
	Name     string             // of its algorithm, for messages
	Searcher search.Searcher[S] // which must be a search.Immigrant
	Steps    int                // that it takes in a step of the archipelago, so that all islands are about equally busy; 0: 1
}

// An Archipelago is a search.Searcher. It can be saved if all its members can.
type Archipelago[S any] struct {
	islands []*island[S]
	params  Params
	seed    uint64
	threads int
	step    uint32 // completed steps
	aside   incumbent.Aside[S, float64]
}

// New makes an archipelago of searchers of one problem. The seed decides where migrants
// go; searchers have seeds of their own.
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

// Prepare lets the first island that is not prepared do a part of that.
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
	return a.all(func(i *island[S]) bool { return i.prepared })
}

// Preparing names what the first island that is not prepared does next, or "".
func (a *Archipelago[S]) Preparing() string {
	for _, i := range a.islands {
		if p, ok := search.As[interface{ Preparing() string }](i.Searcher); ok && !i.prepared {
			return p.Preparing()
		}
	}
	return ""
}

// Step lets each island take its steps, and migrants travel if it is time for that. If
// ctx ends it, the islands that have taken their steps wait for the others, which the next
// call continues with.
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

// finish ends a step of which all islands have done their part.
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
	if a.all(func(i *island[S]) bool { return i.resting }) {
		return search.ErrExhausted
	}
	return nil
}

// rewind restores islands after an interrupted step and keeps what they found in it: with
// that as their best, they would reject other immigrants than without the interruption.
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

// all reports whether a condition holds for all islands.
func (a *Archipelago[S]) all(holds func(*island[S]) bool) bool {
	for _, i := range a.islands {
		if !holds(i) {
			return false
		}
	}
	return true
}

// leader returns the island with the best solution, the first on ties. What is proven optimal
// is the best, whatever rounding says.
func (a *Archipelago[S]) leader() *island[S] {
	leader := a.islands[0]
	for _, i := range a.islands[1:] {
		if i.proven && !leader.proven || i.proven == leader.proven && i.Searcher.Cost() < leader.Searcher.Cost() {
			leader = i
		}
	}
	return leader
}

// Cost of the best solution.
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

// Pace passes the used share of the budget to the islands. An island in the middle of
// its part of a step has heard it already.
func (a *Archipelago[S]) Pace(used float64) {
	for _, i := range a.islands {
		if p, ok := search.As[search.Pacer](i.Searcher); ok && i.taken == 0 {
			p.Pace(used)
		}
	}
}

// Warm reports whether an island is warm.
func (a *Archipelago[S]) Warm() bool {
	return !a.all(func(i *island[S]) bool {
		w, ok := search.As[search.Annealer](i.Searcher)
		return !ok || !w.Warm()
	})
}

// Immigrate offers a solution to the island that has the best: what is better than that
// is better than all.
func (a *Archipelago[S]) Immigrate(solution S) (taken bool, err error) {
	before := a.Cost()
	taken, err = a.leader().welcome(solution)
	return taken && a.Cost() < before, err
}
