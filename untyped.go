package tourmaline

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// An untyped search hides the type of its solutions. It can also hold one solution outside the
// search. This solution is never lost and does not influence the search.
type untyped interface {
	search.Searcher[any]
	Unwrap() any // returns the typed search; see search.As
	// judge checks the best solution and computes its cost from scratch.
	judge(claimed float64) (best any, cost float64, err error)
	// hold stores a solution outside the search if it is better than the best, and reports whether
	// it is better.
	hold(solution any) (better bool, err error)
	// holdSaved stores the best solution of a checkpoint. If state is true, the search must still
	// be restored, and this solution remains the best until restored is called.
	holdSaved(best any, state bool) error
	restored()
	// immigrate passes a better solution to the search. If the search does not accept solutions,
	// immigrate stores the solution outside the search.
	immigrate(solution any) (taken bool, err error)
	// offer passes a solution to the search itself.
	offer(solution any) (taken bool, err error)
	saveSolution(w *state.Writer, name string, solution any)
	readSolution(r *state.Reader, name string) any
}

// erased implements untyped.
type erased[S any] struct {
	search.Searcher[S]
	problem search.Problem[S]

	held     *S // solution outside the search, or nil
	heldCost float64
	awaited  bool // whether the search must still be restored
}

// erase hides the type of a search's solutions.
func erase[S any](s search.Searcher[S], p search.Problem[S]) untyped {
	return &erased[S]{Searcher: s, problem: p}
}

func (e *erased[S]) Unwrap() any { return e.Searcher }

func (e *erased[S]) Step(ctx context.Context) error {
	err := e.Searcher.Step(ctx)
	if errors.Is(err, search.ErrOptimal) {
		e.held = nil
	}
	return err
}

// ahead reports whether the best solution is the held one.
func (e *erased[S]) ahead() bool {
	return e.held != nil && (e.awaited || e.heldCost < e.Searcher.Cost())
}

func (e *erased[S]) Cost() float64 {
	if e.ahead() {
		return e.heldCost
	}
	return e.Searcher.Cost()
}

func (e *erased[S]) Best() any { return e.best() }

func (e *erased[S]) best() S {
	if e.ahead() {
		return *e.held
	}
	return e.Searcher.Best()
}

// compare checks a solution, computes its cost, and reports whether it is better than the best.
func (e *erased[S]) compare(solution any) (s S, better bool, err error) {
	s, ok := solution.(S)
	if !ok {
		return s, false, fmt.Errorf("the solution is a %T, expected a %T", solution, s)
	}
	if err := e.problem.Check(s); err != nil {
		return s, false, err
	}
	return s, search.Claim(e.problem, s) < e.Cost(), nil
}

func (e *erased[S]) hold(solution any) (bool, error) {
	s, better, err := e.compare(solution)
	if better {
		e.held, e.heldCost = &s, search.Claim(e.problem, s)
	}
	return better, err
}

func (e *erased[S]) holdSaved(best any, state bool) error {
	s, _, err := e.compare(best)
	if err == nil {
		e.held, e.heldCost, e.awaited = &s, search.Claim(e.problem, s), state
	}
	return err
}

func (e *erased[S]) restored() { e.awaited = false }

func (e *erased[S]) immigrate(solution any) (taken bool, err error) {
	defer catch(&err)
	if _, better, err := e.compare(solution); err != nil || !better {
		return false, err
	}
	if _, ok := search.As[search.Immigrant[S]](e.Searcher); !ok {
		return e.hold(solution)
	}
	return e.offer(solution)
}

func (e *erased[S]) offer(solution any) (taken bool, err error) {
	defer catch(&err)
	if i, ok := search.As[search.Immigrant[S]](e.Searcher); ok {
		return i.Immigrate(solution.(S))
	}
	return false, nil
}

func (e *erased[S]) judge(claimed float64) (best any, cost float64, err error) {
	defer catch(&err)
	s := e.best()
	cost, err = search.Referee(e.problem, s, claimed)
	return s, cost, err
}

func (e *erased[S]) saveSolution(w *state.Writer, name string, solution any) {
	state.Value(w, name, solution.(S))
}

func (e *erased[S]) readSolution(r *state.Reader, name string) any {
	return state.ReadValue[S](r, name)
}

// initial returns the start solution in the problem's type, or nil if init is nil.
func initial[S any](init any) (*S, error) {
	if init == nil {
		return nil, nil
	}
	s, ok := init.(S)
	if !ok {
		return nil, fmt.Errorf("the start solution is a %T, expected a %T", init, s)
	}
	return &s, nil
}
