package catalog

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A timed search reports the time of each operation of its engine.
type timed struct {
	search.Searcher[tsp.Tour]
	engine interface{ Phases() []stopwatch.Phase }
	// step times the rest of a step. If step is nil, only the operations of the engine are timed.
	step func(step func() error) error
}

// Unwrap returns the wrapped search; see search.As.
func (t *timed) Unwrap() any { return t.Searcher }

// Phases returns the times of the operations so far.
func (t *timed) Phases() []stopwatch.Phase { return t.engine.Phases() }

// Step runs one step of the search.
func (t *timed) Step(ctx context.Context) error {
	if t.step == nil {
		return t.Searcher.Step(ctx)
	}
	return t.step(func() error { return t.Searcher.Step(ctx) })
}
