package aco

import (
	"context"
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline/search"
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
	cut    tsp.Tour // found by a cycle that was cut short, if it is better still
	short  int64    // its length

	// Since the trails were last laid:
	since  uint32   // the cycle of that
	local  tsp.Tour // the best
	record int64    // its length
	found  uint32   // the cycle that found it
}

func newSystem(in *tsp.Instance, start tsp.Tour, e Engine) system {
	length := in.Length(start)
	return system{
		in: in, engine: e, best: slices.Clone(start), length: length, short: length, unit: in.CostOf(length),
		local: make(tsp.Tour, len(start)),
	}
}

// Cost is the cost of the best tour.
func (s *system) Cost() float64 { return s.in.CostOf(min(s.length, s.short)) }

// Best is a copy of the best tour.
func (s *system) Best() tsp.Tour {
	if s.short < s.length {
		return slices.Clone(s.cut)
	}
	return slices.Clone(s.best)
}

// step is one cycle: ants walk, local search improves, and what they have found is
// kept; learn is what the colony makes of it. The first trails have that level.
func (s *system) step(ctx context.Context, level float32, learn func(ctx context.Context, ant int, length int64) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.prepare(context.WithoutCancel(ctx), level); err != nil {
		return err
	}
	err := s.engine.Construct(ctx, s.cycle)
	built := err == nil
	if built {
		err = s.engine.Improve(ctx)
	}
	// Trails are never half done: what follows is short, and ctx does not cut it.
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		return errors.Join(err, s.takeBack(ctx, err, built))
	}
	ant, length, err := s.engine.Fittest(ctx)
	if err == nil {
		err = s.keep(ant, length)
	}
	if err == nil {
		err = s.judge(ant, length)
	}
	if err == nil {
		err = learn(ctx, ant, length)
	}
	if err == nil {
		s.cycle++
	}
	return err
}

// takeBack makes a cycle that was cut short one that has not been. If its tours are
// built, the best of them is kept apart.
func (s *system) takeBack(ctx context.Context, why error, built bool) error {
	if !search.Ended(why) {
		return nil
	}
	if built {
		ant, length, err := s.engine.Fittest(ctx)
		if err != nil {
			return err
		}
		if length < min(s.length, s.short) {
			s.cut, s.short = make(tsp.Tour, len(s.best)), length
			if err := s.engine.Tour(ant, s.cut); err != nil {
				return err
			}
		}
	}
	return s.engine.TakeBack(ctx)
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

// Immigrate takes up a better tour: it is the best since the trails were laid.
func (s *system) Immigrate(t tsp.Tour) (bool, error) {
	if err := s.in.Check(t); err != nil {
		return false, err
	}
	length := s.in.Length(t)
	if length >= min(s.length, s.short) {
		return false, nil
	}
	copy(s.best, t)
	s.length = length
	if s.laid {
		copy(s.local, t)
		s.record, s.found, s.guest = length, s.cycle, true
	}
	return true, nil
}
