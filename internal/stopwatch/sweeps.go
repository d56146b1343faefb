package stopwatch

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Sweeps is a sweep.Engine that measures the sweeps of the engine that it wraps.
type Sweeps struct {
	sweep.Engine
	watch
}

// Indices of the phases: sweeps, and the rest of a step.
const (
	sweeping = iota
	otherwise
)

// NewSweeps returns an engine that measures e.
func NewSweeps(e sweep.Engine) *Sweeps {
	return &Sweeps{e, watch{engine: e, phases: []Phase{sweeping: {Name: "sweep"}, otherwise: {Name: "search"}}}}
}

// Sweep calls Sweep of the wrapped engine and measures it.
func (s *Sweeps) Sweep(ctx context.Context, t tsp.Tour, r sweep.Rule, most int, dst []sweep.Move) (moves []sweep.Move, err error) {
	err = s.time(sweeping, func() error { moves, err = s.Engine.Sweep(ctx, t, r, most, dst); return err })
	return moves, err
}

// Step measures a step of a search on this engine.
func (s *Sweeps) Step(step func() error) error { return s.rest(otherwise, step) }
