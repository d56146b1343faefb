package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// An order is how to search.
type order struct {
	auto    bool // the algorithm was not chosen by name
	seed    uint64
	threads int
	device  device.Device // nil: the threads do everything
	init    any           // nil: anywhere
}

// A run is a search for solutions of some type, whatever that is.
type run interface {
	search.Searcher[any]
	search.Preparer
	search.Pacer
	search.Stateful
	search.Immigrant[any]
	search.Warm
	prepared() bool
	preparing() string // what the next part of the preparation is; "" if there is none
	on() device.Device // nil: the threads do everything
	judge(claimed float64) (best any, cost float64, err error)
	// keep holds a solution beside the search, if it is better than the best: it is
	// never lost, and changes nothing of what the search does.
	keep(solution any) (better bool, err error)
	// keepSaved holds the best solution of a saved search. If it has a state, that is the
	// answer until the search has taken the state up.
	keepSaved(best any, state bool) error
	offer(solution any) (taken bool, err error) // to the search itself
	saveSolution(w *state.Writer, name string, solution any)
	readSolution(r *state.Reader, name string) any
	phases() []stopwatch.Phase
	stage() string // the name of what the next step is a part of
	diversity() (share float64, known bool, err error)
	mean() (cost float64, known bool, err error)
	search.Wanderer
	search.Plural
	search.Trailed
	close() error
}

// erased is a search whose solutions have lost their type.
type erased[S any] struct {
	search.Searcher[S]
	problem search.Problem[S]
	device  device.Device
	unsaved error // why solutions cannot be saved

	kept     *S // a solution beside the search
	keptCost float64
	awaits   bool // a state that it was saved with
}

// typed is a solution to start from; nil without one.
func typed[S any](init any) (*S, error) {
	if init == nil {
		return nil, nil
	}
	s, ok := init.(S)
	if !ok {
		return nil, fmt.Errorf("the solution to start from is a %T, expected a %T", init, s)
	}
	return &s, nil
}

// A PanicError is a panic in a function that the caller has given, such as a distance or
// a cost.
type PanicError struct {
	Value any
	Stack []byte // where it happened
}

func (e *PanicError) Error() string { return fmt.Sprintf("a function panicked: %v", e.Value) }

// catch makes an error of a panic, on whichever goroutine it was.
func catch(err *error) {
	value := recover()
	if value == nil {
		return
	}
	p := &PanicError{Value: value, Stack: debug.Stack()}
	if elsewhere, ok := value.(*parallel.Panic); ok {
		p.Value, p.Stack = elsewhere.Value, elsewhere.Stack
	}
	*err = p
}

func (e *erased[S]) Step(ctx context.Context) (err error) {
	defer catch(&err)
	err = e.Searcher.Step(ctx)
	if errors.Is(err, search.ErrOptimal) {
		e.kept = nil
	}
	return e.failed(ctx, err)
}

func (e *erased[S]) Prepare(ctx context.Context) (done bool, err error) {
	defer catch(&err)
	p, ok := e.Searcher.(search.Preparer)
	if !ok {
		return true, nil
	}
	done, err = p.Prepare(ctx)
	return done, e.failed(ctx, err)
}

// failed makes a device.Err of what goes wrong where a device is at work. That the
// search ends, or that somebody breaks off, is not a failure.
func (e *erased[S]) failed(ctx context.Context, err error) error {
	if err == nil || e.device == nil || ctx.Err() != nil || errors.Is(err, device.Err) ||
		errors.Is(err, search.ErrOptimal) || errors.Is(err, search.ErrExhausted) {
		return err
	}
	return fmt.Errorf("%w: %w", device.Err, err)
}

func (e *erased[S]) on() device.Device { return e.device }

// ahead tells whether what is kept is the answer: it is better than what the search has,
// or the search has not yet taken up the state that it was saved with.
func (e *erased[S]) ahead() bool {
	return e.kept != nil && (e.awaits || e.keptCost < e.Searcher.Cost())
}

func (e *erased[S]) Cost() float64 {
	if e.ahead() {
		return e.keptCost
	}
	return e.Searcher.Cost()
}

func (e *erased[S]) Best() any { return e.best() }

func (e *erased[S]) best() S {
	if e.ahead() {
		return *e.kept
	}
	return e.Searcher.Best()
}

// better checks and costs a solution, and tells whether it is better than the best.
func (e *erased[S]) better(solution any) (s S, better bool, err error) {
	s, ok := solution.(S)
	if !ok {
		return s, false, fmt.Errorf("the solution is a %T, expected a %T", solution, s)
	}
	if err := e.problem.Check(s); err != nil {
		return s, false, err
	}
	return s, search.Claim(e.problem, s) < e.Cost(), nil
}

func (e *erased[S]) keep(solution any) (bool, error) {
	s, better, err := e.better(solution)
	if better {
		e.hold(s)
	}
	return better, err
}

func (e *erased[S]) hold(s S) { e.kept, e.keptCost = &s, search.Claim(e.problem, s) }

func (e *erased[S]) keepSaved(best any, state bool) error {
	s, _, err := e.better(best)
	if err == nil {
		e.hold(s)
		e.awaits = state
	}
	return err
}

func (e *erased[S]) Pace(used float64) {
	if p, ok := e.Searcher.(search.Pacer); ok {
		p.Pace(used)
	}
}

func (e *erased[S]) Warm() bool {
	w, ok := e.Searcher.(search.Warm)
	return ok && w.Warm()
}

func (e *erased[S]) Save(w *state.Writer) {
	s, ok := e.Searcher.(search.Stateful)
	switch {
	case e.unsaved != nil:
		w.Fail(e.unsaved)
	case !ok:
		w.Fail(errors.New("this algorithm cannot be saved"))
	default:
		s.Save(w)
	}
}

func (e *erased[S]) Restore(r *state.Reader) (err error) {
	defer catch(&err)
	s, ok := e.Searcher.(search.Stateful)
	if !ok {
		return errors.New("this algorithm cannot be restored")
	}
	err = s.Restore(r)
	e.awaits = err != nil
	return err
}

// Immigrate offers a solution that is better than all so far. A search that takes none
// has it beside itself.
func (e *erased[S]) Immigrate(solution any) (taken bool, err error) {
	defer catch(&err)
	if _, better, err := e.better(solution); err != nil || !better {
		return false, err
	}
	if _, ok := e.Searcher.(search.Immigrant[S]); !ok {
		return e.keep(solution)
	}
	return e.offer(solution)
}

func (e *erased[S]) offer(solution any) (taken bool, err error) {
	defer catch(&err)
	if i, ok := e.Searcher.(search.Immigrant[S]); ok {
		return i.Immigrate(solution.(S))
	}
	return false, nil
}

func (e *erased[S]) prepared() bool {
	p, ok := e.Searcher.(interface{ Prepared() bool })
	return !ok || p.Prepared()
}

func (e *erased[S]) preparing() string {
	if p, ok := e.Searcher.(interface{ Preparing() string }); ok {
		return p.Preparing()
	}
	return ""
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

func (e *erased[S]) close() error {
	if c, ok := e.Searcher.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}
