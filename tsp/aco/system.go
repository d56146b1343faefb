package aco

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A system is what the colonies of builders have in common: the acts of a cycle on an
// engine, and the best tours.
type system struct {
	in     *tsp.Instance
	engine Engine
	cycle  uint32
	unit   float64 // the cost of the start tour
	laid   bool
	guest  bool // the best tour came from elsewhere, and the engine does not know it yet

	best   tsp.Tour
	length int64

	// Since the trails were last laid:
	since  uint32   // the cycle of that
	local  tsp.Tour // the best
	record int64    // its length
	found  uint32   // the cycle that found it
}

func newSystem(in *tsp.Instance, start tsp.Tour, e Engine) system {
	length := in.Length(start)
	return system{
		in: in, engine: e, best: slices.Clone(start), length: length, unit: in.CostOf(length),
		local: make(tsp.Tour, len(start)),
	}
}

// Cost is the cost of the best tour.
func (s *system) Cost() float64 { return s.in.CostOf(s.length) }

// Best is a copy of the best tour.
func (s *system) Best() tsp.Tour { return slices.Clone(s.best) }

// step is one cycle: ants walk, local search improves, and what they have found is
// kept; learn is what the colony makes of it. The first trails have that level.
func (s *system) step(ctx context.Context, level float32, learn func(ctx context.Context, ant int, length int64) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.prepare(context.WithoutCancel(ctx), level); err != nil {
		return err
	}
	if err := s.engine.Construct(ctx, s.cycle); err != nil {
		return err
	}
	cut := s.engine.Improve(ctx)
	// Trails are never half done: what follows is short, and ctx does not cut it.
	ctx = context.WithoutCancel(ctx)
	ant, length, err := s.engine.Fittest(ctx)
	if err == nil {
		err = s.keep(ant, length)
	}
	if err != nil || cut != nil { // the cycle will be done again; what it has found is kept
		return firstOf(err, cut)
	}
	if err := s.judge(ant, length); err != nil {
		return err
	}
	if err := learn(ctx, ant, length); err != nil {
		return err
	}
	s.cycle++
	return nil
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// lay begins anew: all trails are equal.
func (s *system) lay(ctx context.Context, level float32) error {
	if err := s.engine.Lay(ctx, level); err != nil {
		return err
	}
	s.laid, s.since, s.found, s.record = true, s.cycle, s.cycle, 1<<62
	return nil
}

// prepare lays the trails first of all, and tells the engine of a guest.
func (s *system) prepare(ctx context.Context, level float32) error {
	if !s.laid {
		if err := s.lay(ctx, level); err != nil {
			return err
		}
	}
	if s.guest {
		if err := s.engine.Remember(s.best); err != nil {
			return err
		}
		s.guest = false
	}
	return nil
}

// keep keeps the tour of an ant if it is the best.
func (s *system) keep(ant int, length int64) error {
	if length >= s.length {
		return nil
	}
	s.length = length
	return s.engine.Tour(ant, s.best)
}

// judge lets the engine remember the tour of an ant if it is the best since the
// trails were laid.
func (s *system) judge(ant int, length int64) error {
	if length >= s.record {
		return nil
	}
	if err := s.engine.Tour(ant, s.local); err != nil {
		return err
	}
	s.record, s.found = length, s.cycle
	return s.engine.Remember(s.local)
}

// worth is the inverse of a tour's cost, 1 for the start tour, so that numbers are
// neither large nor small. Where costs are not positive, which no metric gives but a
// matrix may, all tours are worth the same.
func (s *system) worth(length int64) float64 {
	cost := s.in.CostOf(length)
	if cost <= 0 || s.unit <= 0 {
		return 1
	}
	return s.unit / cost
}

// adopt takes a tour that was found elsewhere, and tells whether it is better.
func (s *system) adopt(t tsp.Tour) bool {
	length := s.in.Length(t)
	if length >= s.length {
		return false
	}
	copy(s.best, t)
	s.length = length
	if s.laid {
		copy(s.local, t)
		s.record, s.found, s.guest = length, s.cycle, true
	}
	return true
}
