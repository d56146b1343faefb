// Package stopwatch times the operations of engines, because algorithms never read a clock.
package stopwatch

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Phase is a part of a search, and the time it has taken so far.
type Phase struct {
	Name    string
	Elapsed time.Duration
	Serial  time.Duration // the part that only one thread could use; only set by Stages
}

// A watch times the operations of an engine.
type watch struct {
	engine any
	phases []Phase
}

// time adds the time of an operation to a phase. It waits for the device, whose calls
// return before the work is done.
func (w *watch) time(phase int, act func() error) error {
	began := time.Now()
	err := act()
	if d, ok := w.engine.(interface{ Finish() error }); ok && err == nil {
		err = d.Finish()
	}
	w.phases[phase].Elapsed += time.Since(began)
	return err
}

// rest adds the time of a step to a phase, without the time of the operations in the step.
func (w *watch) rest(phase int, step func() error) error {
	began, before := time.Now(), w.total()
	err := step()
	w.phases[phase].Elapsed += time.Since(began) - (w.total() - before)
	return err
}

// Phases returns the operations and their times so far.
func (w *watch) Phases() []Phase { return w.phases }

func (w *watch) total() (sum time.Duration) {
	for _, p := range w.phases {
		sum += p.Elapsed
	}
	return sum
}

// An Engine is an aco.Engine that times the operations of the engine it wraps.
type Engine struct {
	aco.Engine
	watch
}

// The names of the operations in a result [MMAS20 Table 7].
const (
	construct = iota
	improve
	selecting
	update
)

// New times an engine.
func New(e aco.Engine) *Engine {
	return &Engine{e, watch{engine: e, phases: []Phase{
		construct: {Name: "construct"}, improve: {Name: "improve"}, selecting: {Name: "select"}, update: {Name: "update"},
	}}}
}

// Lay times Lay.
func (s *Engine) Lay(ctx context.Context, level float32) error {
	return s.time(update, func() error { return s.Engine.Lay(ctx, level) })
}

// Construct times Construct.
func (s *Engine) Construct(ctx context.Context, cycle uint32) error {
	return s.time(construct, func() error { return s.Engine.Construct(ctx, cycle) })
}

// Improve times Improve.
func (s *Engine) Improve(ctx context.Context) error {
	return s.time(improve, func() error { return s.Engine.Improve(ctx) })
}

// Fittest times Fittest.
func (s *Engine) Fittest(ctx context.Context) (ant int, length int64, err error) {
	err = s.time(selecting, func() error { ant, length, err = s.Engine.Fittest(ctx); return err })
	return ant, length, err
}

// Tour times Tour.
func (s *Engine) Tour(ant int, dst tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Tour(ant, dst) })
}

// Remember times Remember.
func (s *Engine) Remember(t tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Remember(t) })
}

// Branching times Branching.
func (s *Engine) Branching(ctx context.Context) (factor float64, err error) {
	err = s.time(update, func() error { factor, err = s.Engine.Branching(ctx); return err })
	return factor, err
}

// Reinforce times Reinforce.
func (s *Engine) Reinforce(ctx context.Context, d aco.Deposit) error {
	return s.time(update, func() error { return s.Engine.Reinforce(ctx, d) })
}

// Undo times Undo.
func (s *Engine) Undo(ctx context.Context) error {
	return s.time(update, func() error { return s.Engine.Undo(ctx) })
}
