package stopwatch

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
)

// Genes is a ga.Engine that times the operations of the engine it wraps.
type Genes struct {
	ga.Engine
	watch
}

// The names of the operations in a result. The rest of a step, outside the operations of
// the engine, counts as the pool at first, and as local search after that.
const (
	populate = iota
	compete
	cross
	mutate
	polish
	exchange
)

// NewGenes times an engine.
func NewGenes(e ga.Engine) *Genes {
	return &Genes{e, watch{engine: e, phases: []Phase{
		populate: {Name: "pool"}, compete: {Name: "compete"}, cross: {Name: "cross"},
		mutate: {Name: "mutate"}, polish: {Name: "improve"}, exchange: {Name: "exchange"},
	}}}
}

// Arrange times Arrange.
func (s *Genes) Arrange(ctx context.Context, order []int32) error {
	return s.time(compete, func() error { return s.Engine.Arrange(ctx, order) })
}

// Compete times Compete.
func (s *Genes) Compete(ctx context.Context) error {
	return s.time(compete, func() error { return s.Engine.Compete(ctx) })
}

// Cross times Cross.
func (s *Genes) Cross(ctx context.Context, all []ga.Crossing) (done int, err error) {
	err = s.time(cross, func() error { done, err = s.Engine.Cross(ctx, all); return err })
	return done, err
}

// Mutate times Mutate.
func (s *Genes) Mutate(ctx context.Context, all []ga.Reversal) error {
	return s.time(mutate, func() error { return s.Engine.Mutate(ctx, all) })
}

// Copy times Copy.
func (s *Genes) Copy(ctx context.Context, all []ga.Transfer) error {
	return s.time(exchange, func() error { return s.Engine.Copy(ctx, all) })
}

// Step times a step of a search on this engine, which is still making its pool or not.
func (s *Genes) Step(pool bool, step func() error) error {
	phase := polish
	if pool {
		phase = populate
	}
	return s.rest(phase, step)
}
