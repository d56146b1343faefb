// Package search is the contract between problems, metaheuristics and whoever
// runs them. It knows no problem and no algorithm.
//
// A metaheuristic is a thing you can step: it never loops over time, never
// logs and never reads a clock. One driver, [Steps], owns the loop, and an
// observer is the body of a for ... range over it. [Run] is that loop with an
// empty body and the [Referee] at the end.
//
// What a searcher can do beyond [Searcher] is found by type assertion: [Preparer],
// [Pacer], [Warm], [Stateful], [Immigrant], and for whoever watches [Diverse], [Averaged],
// [Wanderer], [Plural], [Trailed]. Package searchtest holds a law for each.
package search

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/search/state"
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
	// ErrExhausted when it has nothing left to try.
	//
	// A step that ctx cuts short returns ctx.Err() and leaves the searcher as if
	// the step had not been: the next one comes to where this one would have come.
	// Only the best solution may be better than before.
	Step(ctx context.Context) error
	// Cost is the cost of Best. It never grows, unless the best is proven optimal and
	// another solution looked better by rounding; see Rounded.
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

// Ended tells whether an error says no more than that a context has ended: a step was
// cut short.
func Ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// A Preparer has work to do before its first step: lists, a start solution, a
// device. None of it counts as a step.
type Preparer interface {
	// Prepare does a part of that work and tells whether it is done. A part that
	// ctx cuts short returns ctx.Err() and is done again by the next call.
	Prepare(ctx context.Context) (done bool, err error)
}

// A Pacer wants to know which share of the budget is used, from 0 to 1, before
// each step. Cooling schedules stay clock-free that way.
type Pacer interface {
	Pace(used float64)
}

// A Warm searcher is a Pacer that can tell whether there is anything left to cool.
type Warm interface {
	// Warm tells whether the search still lets its solution become worse. When the
	// whole budget is used it does not.
	Warm() bool
}

// A Stateful searcher can be saved between two steps. Another one, made for the same
// problem with the same parameters and seed, goes on from there exactly as the first
// one does, whatever engine and however many threads it runs on.
type Stateful interface {
	// Save writes all that the next steps depend on, and the best solution.
	Save(w *state.Writer)
	// Restore takes a saved state up in place of its own. After an error the
	// searcher is of no use.
	Restore(r *state.Reader) error
}

// An Immigrant is a Searcher that can take up a solution found elsewhere.
type Immigrant[S any] interface {
	// Immigrate checks and costs the solution, which it does not keep, and takes it
	// up if it is better than its best. It tells whether it did. What is not a
	// solution is an error and changes nothing.
	Immigrate(solution S) (taken bool, err error)
}
