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

// A system is the common part of MMAS and ACS: it runs the phases of a cycle on an engine and
// stores the best tours.
type system struct {
	record.Record
	in        *tsp.Instance
	engine    Engine
	cycle     uint32
	unit      float64 // cost of the start tour
	laid      bool
	complete  bool // whether the engine holds the tours of a completed cycle
	immigrant bool // whether the best tour is an immigrant that was not yet passed to the engine

	// The following fields refer to the cycles since the trails were last laid.
	since    uint32   // cycle in which the trails were laid
	local    tsp.Tour // best tour
	shortest int64    // length of local
	found    uint32   // cycle that found local
}

// infinite exceeds the length of any tour.
const infinite = 1 << 62

// valid checks the start tour and the parameters of a colony.
func valid(in *tsp.Instance, start tsp.Tour, p interface{ Validate() error }) error {
	if err := p.Validate(); err != nil {
		return err
	}
	// Local search requires a valid tour that includes the fixed edges.
	if err := tours.CheckFixed(in, start); err != nil {
		return fmt.Errorf("start tour: %w", err)
	}
	return nil
}

func newSystem(in *tsp.Instance, start tsp.Tour, e Engine) system {
	best := record.New(in, start)
	return system{Record: best, in: in, engine: e, unit: best.Cost(), local: make(tsp.Tour, len(start))}
}

// step runs one cycle. Ants construct tours, local search improves them, and the record stores the
// best tour. Then learn updates the trails. level is the initial trail level.
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
	// The trail update must be complete. It is short, so ctx does not interrupt it.
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

// undo undoes an interrupted cycle. If the tours of the cycle are complete, undo stores the best of
// them separately.
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

// prepare lays the trails before the first cycle and passes an immigrant tour to the engine.
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

// judge makes the engine remember the tour of ant if it is the best since the trails were laid.
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

// worth returns the cost of the start tour divided by the cost of a tour of the given length, a
// ratio that is neither large nor small. If costs are not positive, which is possible only with a
// matrix, all tours have the same worth.
func (s *system) worth(length int64) float64 {
	cost := s.in.CostOf(length)
	if cost <= 0 || s.unit <= 0 {
		return 1
	}
	return s.unit / cost
}

// Immigrate adopts t, if it is better than the best tour, as the best tour since the trails were
// laid.
func (s *system) Immigrate(t tsp.Tour) (bool, error) {
	shorter, err := s.Adopt(t)
	if shorter && s.laid {
		copy(s.local, t)
		s.shortest, s.found, s.immigrant = s.Length(), s.cycle, true
	}
	return shorter, err
}
