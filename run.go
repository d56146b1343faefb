package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// runOptions configures a run.
type runOptions struct {
	auto    bool // whether auto chose the algorithm
	seed    uint64
	threads int
	device  device.Device // nil to use threads only
	init    any           // start solution; nil if not given
}

// A run is a search in progress. Its methods return panics in the caller's functions as errors.
type run struct {
	untyped
	device  device.Device // nil if the search uses threads only
	unsaved error         // reason why solutions cannot be saved, or nil
}

// Step runs one step of the search.
func (r *run) Step(ctx context.Context) (err error) {
	defer catch(&err)
	return r.failed(ctx, r.untyped.Step(ctx))
}

// Prepare runs one part of the preparation.
func (r *run) Prepare(ctx context.Context) (done bool, err error) {
	defer catch(&err)
	p, ok := search.As[search.Preparer](r.untyped)
	if !ok {
		return true, nil
	}
	done, err = p.Prepare(ctx)
	return done, r.failed(ctx, withParamError(err))
}

// failed wraps errors of a search on a device in device.Err. The normal end of the search and a
// cancelled context are not failures.
func (r *run) failed(ctx context.Context, err error) error {
	if err == nil || r.device == nil || ctx.Err() != nil || errors.Is(err, device.Err) ||
		errors.Is(err, search.ErrOptimal) || errors.Is(err, search.ErrExhausted) {
		return err
	}
	return fmt.Errorf("%w: %w", device.Err, err)
}

// Optional methods of a search; see search.As.
type (
	hasPrepared  interface{ Prepared() bool }
	hasPreparing interface{ Preparing() string }
	hasPhases    interface{ Phases() []stopwatch.Phase }
	hasStage     interface{ Stage() string }
)

// ask calls a method of the part of a search that has it, and otherwise returns none.
func ask[T, R any](r *run, none R, method func(T) R) R {
	if t, ok := search.As[T](r.untyped); ok {
		return method(t)
	}
	return none
}

func (r *run) pace(used float64) {
	if p, ok := search.As[search.Pacer](r.untyped); ok {
		p.Pace(used)
	}
}

func (r *run) warm() bool { return ask(r, false, search.Annealer.Warm) }

func (r *run) save(w *state.Writer) {
	s, ok := search.As[search.Stateful](r.untyped)
	switch {
	case r.unsaved != nil:
		w.Fail(r.unsaved)
	case !ok:
		w.Fail(errors.New("the algorithm does not implement search.Stateful"))
	default:
		s.Save(w)
	}
}

func (r *run) restore(from *state.Reader) (err error) {
	defer catch(&err)
	s, ok := search.As[search.Stateful](r.untyped)
	if !ok {
		return errors.New("the algorithm does not implement search.Stateful")
	}
	if err = s.Restore(from); err == nil {
		r.restored()
	}
	return err
}

func (r *run) prepared() bool { return ask(r, true, hasPrepared.Prepared) }

// preparing returns the name of the next part of the preparation, or "" if it is complete.
func (r *run) preparing() string { return ask(r, "", hasPreparing.Preparing) }

// phases returns the times of the phases that the algorithm distinguishes.
func (r *run) phases() []stopwatch.Phase { return ask(r, nil, hasPhases.Phases) }

// stage returns the name of the stage to which the next step belongs.
func (r *run) stage() string { return ask(r, "search", hasStage.Stage) }

func (r *run) stats(d search.Detail) (stats search.Stats, err error) {
	defer catch(&err)
	if o, ok := search.As[search.Observed](r.untyped); ok {
		return o.Stats(d)
	}
	return search.Stats{}, nil
}

// close releases the device.
func (r *run) close() error { return ask(r, nil, io.Closer.Close) }

// A PanicError is a panic in a function of the caller, for example a distance or cost function.
type PanicError struct {
	Value any
	Stack []byte // stack of the goroutine that panicked
}

func (e *PanicError) Error() string { return fmt.Sprintf("a function panicked: %v", e.Value) }

// catch stores a panic from any goroutine as a *PanicError. It must be deferred.
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
