package aco

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/record"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A system is the common part of colonies of builders: the phases of a cycle on an
// engine, and the best tours.
type system struct {
	record.Record
	in        *tsp.Instance
	engine    Engine
	cycle     uint32
	unit      float64 // the cost of the start tour
	laid      bool
	complete  bool // the engine has the tours of a completed cycle
	immigrant bool // the best tour came from elsewhere and was not passed to the engine yet

	// Since the trails were last laid:
	since    uint32   // the cycle in which they were laid
	local    tsp.Tour // the best
	shortest int64    // its length
	found    uint32   // the cycle that found it
}

// infinite exceeds the length of any tour.
const infinite = 1 << 62

// valid checks the start tour and the parameters of a colony.
func valid(in *tsp.Instance, start tsp.Tour, p interface{ Validate() error }) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := tours.CheckFixed(in, start); err != nil { // local search relies on it, fixed edges included
		return fmt.Errorf("start tour: %w", err)
	}
	return nil
}

func newSystem(in *tsp.Instance, start tsp.Tour, e Engine) system {
	best := record.New(in, start)
	return system{Record: best, in: in, engine: e, unit: best.Cost(), local: make(tsp.Tour, len(start))}
}

// step runs one cycle: ants construct tours, local search improves them, and
// the best is kept. learn then updates the trails. level is the first level of
// the trails.
func (s *system) step(ctx context.Context, level float32, learn func(ctx context.Context, ant int, length int64) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.prepare(context.WithoutCancel(ctx), level); err != nil {
		return err
	}
	s.complete = false
	err := s.engine.Construct(ctx, s.cycle)
	built := err == nil
	if built {
		err = s.engine.Improve(ctx)
	}
	// The update of the trails must be complete. It is short, and ctx does not
	// interrupt it.
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		return errors.Join(err, s.undo(ctx, err, built))
	}
	ant, length, err := s.engine.Fittest(ctx)
	if err == nil {
		err = s.Keep(length, func(t tsp.Tour) error { return s.engine.Tour(ant, t) })
	}
	if err == nil {
		err = s.judge(ant, length)
	}
	if err == nil {
		err = learn(ctx, ant, length)
	}
	if err == nil {
		s.cycle++
		s.complete = true
	}
	return err
}

// undo undoes an interrupted cycle. If its tours are complete, the best of
// them is kept separately.
func (s *system) undo(ctx context.Context, why error, built bool) error {
	if !search.Ended(why) {
		return nil
	}
	if built {
		ant, length, err := s.engine.Fittest(ctx)
		if err != nil {
			return err
		}
		if err := s.KeepAside(length, func(t tsp.Tour) error { return s.engine.Tour(ant, t) }); err != nil {
			return err
		}
	}
	return s.engine.Undo(ctx)
}

// lay resets all trails to the same level.
func (s *system) lay(ctx context.Context, level float32) error {
	if err := s.engine.Lay(ctx, level); err != nil {
		return err
	}
	s.laid, s.since, s.found, s.shortest = true, s.cycle, s.cycle, infinite
	return nil
}

// prepare lays the trails before the first cycle and passes an immigrant tour
// to the engine.
func (s *system) prepare(ctx context.Context, level float32) error {
	if !s.laid {
		if err := s.lay(ctx, level); err != nil {
			return err
		}
	}
	if s.immigrant {
		if err := s.engine.Remember(s.Tour()); err != nil {
			return err
		}
		s.immigrant = false
	}
	return nil
}

// judge makes the engine remember the tour of an ant if it is the best since
// the trails were laid.
func (s *system) judge(ant int, length int64) error {
	if length >= s.shortest {
		return nil
	}
	if err := s.engine.Tour(ant, s.local); err != nil {
		return err
	}
	s.shortest, s.found = length, s.cycle
	return s.engine.Remember(s.local)
}

// worth returns the inverse of a tour's cost relative to the start tour, so that
// numbers are neither large nor small. If costs are not positive, which is
// possible only with a matrix, all tours have the same worth.
func (s *system) worth(length int64) float64 {
	cost := s.in.CostOf(length)
	if cost <= 0 || s.unit <= 0 {
		return 1
	}
	return s.unit / cost
}

// Immigrate adopts a better tour as the best since the trails were laid.
func (s *system) Immigrate(t tsp.Tour) (bool, error) {
	shorter, err := s.Adopt(t)
	if shorter && s.laid {
		copy(s.local, t)
		s.shortest, s.found, s.immigrant = s.Length(), s.cycle, true
	}
	return shorter, err
}
