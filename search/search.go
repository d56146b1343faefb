// Package search defines the contract between problems, metaheuristics and the programs that run
// them. It does not depend on any problem or algorithm.
//
// A metaheuristic takes one step at a time: it never loops over time, never logs and never reads a
// clock. One driver, [Steps], owns the loop, and an observer is the body of a for ... range over
// it. [Run] is that loop with an empty body and the [Referee] at the end.
//
// All interfaces other than [Searcher] are optional: [Preparer], [Pacer], [Annealer], [Stateful],
// [Immigrant] and [Observed]. [As] finds them, even behind wrappers. Package searchtest checks each
// of them.
package search

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Problem judges solutions. It is called once per result, never in an inner loop, and must depend
// only on the solution.
type Problem[S any] interface {
	Cost(S) float64 // computed from scratch; smaller is better
	Check(S) error  // nil if S is a feasible solution
}

// A Searcher improves a solution step by step.
//
// Cost is separate from Best because the driver reads it after every step, while a snapshot of a
// million cities is expensive.
type Searcher[S any] interface {
	// Step performs one cycle, generation or batch of moves; aim for 1-100 ms. It returns
	// ErrOptimal when the best solution is proven optimal, and ErrExhausted when it has nothing
	// left to try.
	//
	// A step interrupted by ctx returns ctx.Err() and leaves the searcher as it was before the
	// step: the next step has the result that this step would have had. Only the best solution may
	// have improved.
	Step(ctx context.Context) error
	// Cost returns the cost of Best. It never increases, unless the best solution is proven optimal
	// and a different solution seemed better because of rounding; see Rounded.
	Cost() float64
	// Best returns an immutable snapshot of the best solution so far. There is a best solution even
	// before the first step.
	Best() S
}

// Errors of Step that end a search without a failure.
var (
	ErrOptimal   = errors.New("search: the best solution is proven optimal")
	ErrExhausted = errors.New("search: the algorithm has nothing left to try")
)

// Ended reports whether an error only means that a context has ended and a step was therefore
// interrupted.
func Ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// A Preparer has work to do before its first step: neighbour lists, a start solution, a device.
// This work does not count as a step.
type Preparer interface {
	// Prepare performs part of the preparation and reports whether all of it is done. If ctx
	// interrupts a part, Prepare returns ctx.Err(), and the next call repeats that part.
	Prepare(ctx context.Context) (done bool, err error)
}

// A Pacer receives the used share of the budget, from 0 to 1, before each step. Cooling schedules
// therefore need no clock.
type Pacer interface {
	Pace(used float64)
}

// An Annealer is a Pacer that accepts worse solutions while it is warm.
type Annealer interface {
	Pacer
	// Warm reports whether the search may still accept a worse solution. It returns false when the
	// whole budget is used.
	Warm() bool
}

// A Stateful searcher can be saved between two steps. A second searcher, created for the same
// problem with the same parameters and seed, continues from the saved state exactly like the first,
// on any engine and any number of threads.
type Stateful interface {
	// Save writes all data that the next steps depend on, and the best solution.
	Save(w *state.Writer)
	// Restore replaces the state with a saved state. After an error, the searcher must not be used.
	Restore(r *state.Reader) error
}

// An Immigrant is a Searcher that accepts solutions found by other searchers.
type Immigrant[S any] interface {
	// Immigrate checks the solution and computes its cost. If it is better than the best solution,
	// Immigrate copies it and returns true. An invalid solution is an error and has no effect.
	Immigrate(solution S) (taken bool, err error)
}

// As returns the first implementation of T among a searcher and the searchers that it wraps. A
// wrapper has the method Unwrap() any, which returns nil while it wraps nothing.
func As[T any](searcher any) (T, bool) {
	for searcher != nil {
		if t, ok := searcher.(T); ok {
			return t, true
		}
		wrapper, ok := searcher.(interface{ Unwrap() any })
		if !ok {
			break
		}
		searcher = wrapper.Unwrap()
	}
	var none T
	return none, false
}
