// Package search is the contract between problems, metaheuristics and whoever
// runs them. It knows no problem and no algorithm.
//
// A metaheuristic is a thing you can step: it never loops over time, never
// logs and never reads a clock. One driver, [Steps], owns the loop, and an
// observer is the body of a for ... range over it. [Run] is that loop with an
// empty body and the [Referee] at the end.
package search

import (
	"context"
	"errors"
)

// A Problem judges solutions. It is asked once per answer, never in an inner
// loop, and must not trust anything but the solution itself.
type Problem[S any] interface {
	Cost(S) float64 // from scratch; smaller is better
	Check(S) error  // nil if S is a feasible solution
}

// A Searcher improves a solution step by step.
//
// The cost is apart from the solution because it is asked after every step,
// while a snapshot of a million cities is wanted only now and then.
type Searcher[S any] interface {
	// Step does one cycle, generation or batch of moves; aim for 1-100 ms.
	// It returns ErrOptimal when the best solution is proven optimal, and
	// ErrExhausted when it has nothing left to try. A step that ctx cuts short
	// returns nil or ctx.Err(); the best stays valid.
	Step(ctx context.Context) error
	// Cost is the cost of Best. It never grows.
	Cost() float64
	// Best is an immutable snapshot of the best solution so far. There is one
	// before the first step already.
	Best() S
}

// Step says by these that there is no point in going on.
var (
	ErrOptimal   = errors.New("search: the best solution is proven optimal")
	ErrExhausted = errors.New("search: the algorithm has nothing left to try")
)

// An Immigrant is a Searcher that can adopt a solution found elsewhere.
type Immigrant[S any] interface {
	Immigrate(solution S, cost float64)
}

// A Pacer wants to know which share of the budget is used, from 0 to 1, before
// each step. Cooling schedules stay clock-free that way.
type Pacer interface {
	Pace(used float64)
}
