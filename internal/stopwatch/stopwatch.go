// Package stopwatch measures the time of engine operations, because algorithms never read a clock.
package stopwatch

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Phase is a part of a search and the time that it has taken so far.
type Phase struct {
	Name    string
	Elapsed time.Duration
	Serial  time.Duration // part of Elapsed that can use only one thread; set only by Stages
}

// A watch measures the operations of an engine.
type watch struct {
	engine any
	phases []Phase
}

// time runs an operation and adds its time to a phase. It waits for the device, because device
// calls return before the work is done.
func (w *watch) time(phase int, act func() error) error {
	began := time.Now()
	err := act()
	if d, ok := w.engine.(interface{ Finish() error }); ok && err == nil {
		err = d.Finish()
	}
	w.phases[phase].Elapsed += time.Since(began)
	return err
}

// rest runs a step and adds its time to a phase, without the time of the operations within the
// step.
func (w *watch) rest(phase int, step func() error) error {
	began, before := time.Now(), w.total()
	err := step()
	w.phases[phase].Elapsed += time.Since(began) - (w.total() - before)
	return err
}

// Phases returns the phases with their times so far.
func (w *watch) Phases() []Phase { return w.phases }

func (w *watch) total() (sum time.Duration) {
	for _, p := range w.phases {
		sum += p.Elapsed
	}
	return sum
}

// An Engine is an aco.Engine that measures the operations of the engine that it wraps.
type Engine struct {
	aco.Engine
	watch
}

// Indices of the phases [MMAS20 Table 7].
const (
	construct = iota
	improve
	selecting
	update
)

// New returns an engine that measures e.
func New(e aco.Engine) *Engine {
	return &Engine{e, watch{engine: e, phases: []Phase{
		construct: {Name: "construct"}, improve: {Name: "improve"}, selecting: {Name: "select"}, update: {Name: "update"},
	}}}
}

// Lay calls Lay of the wrapped engine and measures it.
func (s *Engine) Lay(ctx context.Context, level float32) error {
	return s.time(update, func() error { return s.Engine.Lay(ctx, level) })
}

// Construct calls Construct of the wrapped engine and measures it.
func (s *Engine) Construct(ctx context.Context, cycle uint32) error {
	return s.time(construct, func() error { return s.Engine.Construct(ctx, cycle) })
}

// Improve calls Improve of the wrapped engine and measures it.
func (s *Engine) Improve(ctx context.Context) error {
	return s.time(improve, func() error { return s.Engine.Improve(ctx) })
}

// Fittest calls Fittest of the wrapped engine and measures it.
func (s *Engine) Fittest(ctx context.Context) (ant int, length int64, err error) {
	err = s.time(selecting, func() error { ant, length, err = s.Engine.Fittest(ctx); return err })
	return ant, length, err
}

// Tour calls Tour of the wrapped engine and measures it.
func (s *Engine) Tour(ant int, dst tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Tour(ant, dst) })
}

// Remember calls Remember of the wrapped engine and measures it.
func (s *Engine) Remember(t tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Remember(t) })
}

// Branching calls Branching of the wrapped engine and measures it.
func (s *Engine) Branching(ctx context.Context) (factor float64, err error) {
	err = s.time(update, func() error { factor, err = s.Engine.Branching(ctx); return err })
	return factor, err
}

// Reinforce calls Reinforce of the wrapped engine and measures it.
func (s *Engine) Reinforce(ctx context.Context, d aco.Deposit) error {
	return s.time(update, func() error { return s.Engine.Reinforce(ctx, d) })
}

// Undo calls Undo of the wrapped engine and measures it.
func (s *Engine) Undo(ctx context.Context) error {
	return s.time(update, func() error { return s.Engine.Undo(ctx) })
}
