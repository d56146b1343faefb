package stopwatch

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
)

// Genes is a ga.Engine that measures the operations of the engine that it wraps.
type Genes struct {
	ga.Engine
	watch
}

// Indices of the phases. The time of a step outside the operations of the engine counts towards the
// pool while the pool is being built, and towards local search after that.
const (
	populate = iota
	compete
	cross
	mutate
	polish
	exchange
)

// NewGenes returns an engine that measures e.
func NewGenes(e ga.Engine) *Genes {
	return &Genes{e, watch{engine: e, phases: []Phase{
		populate: {Name: "pool"}, compete: {Name: "compete"}, cross: {Name: "cross"},
		mutate: {Name: "mutate"}, polish: {Name: "improve"}, exchange: {Name: "exchange"},
	}}}
}

// Arrange calls Arrange of the wrapped engine and measures it.
func (s *Genes) Arrange(ctx context.Context, order []int32) error {
	return s.time(compete, func() error { return s.Engine.Arrange(ctx, order) })
}

// Compete calls Compete of the wrapped engine and measures it.
func (s *Genes) Compete(ctx context.Context) error {
	return s.time(compete, func() error { return s.Engine.Compete(ctx) })
}

// Cross calls the wrapped engine's Cross and times it.
func (s *Genes) Cross(ctx context.Context, all []ga.Crossing) (done int, err error) {
	err = s.time(cross, func() error { done, err = s.Engine.Cross(ctx, all); return err })
	return done, err
}

// Mutate calls Mutate of the wrapped engine and measures it.
func (s *Genes) Mutate(ctx context.Context, all []ga.Reversal) error {
	return s.time(mutate, func() error { return s.Engine.Mutate(ctx, all) })
}

// Copy calls Copy of the wrapped engine and measures it.
func (s *Genes) Copy(ctx context.Context, all []ga.Transfer) error {
	return s.time(exchange, func() error { return s.Engine.Copy(ctx, all) })
}

// Step measures a step of a search on this engine. pool is true while the search is building its
// pool.
func (s *Genes) Step(pool bool, step func() error) error {
	phase := polish
	if pool {
		phase = populate
	}
	return s.rest(phase, step)
}
