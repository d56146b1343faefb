package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/tours/bound"
	"github.com/tourmaline-opt/tourmaline/internal/tours/certificate"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Certificate proves a lower bound on the cost of every tour: see docs/bounds.md.
type Certificate struct {
	Bound   float64 `json:"bound"`   // lower bound that it proves
	Scale   int64   `json:"scale"`   // weights are in units of 1/Scale of a unit of length
	Apart   int     `json:"apart"`   // node that is not in the spanning tree, counted from 0
	Weights []int64 `json:"weights"` // weights of the nodes
}

// Check computes the bound of the weights from scratch, in a way that differs from how they were
// found. It fails if the stated bound is higher.
func (c *Certificate) Check(ctx context.Context, in *tsp.Instance) error {
	weights := certificate.Certificate{Scale: c.Scale, Apart: c.Apart, Weights: c.Weights}
	proven, err := weights.Cost(ctx, in)
	switch {
	case err != nil:
		return err
	case !(c.Bound <= proven):
		return fmt.Errorf("certificate: it states the lower bound %v, but its weights prove only %v", c.Bound, proven)
	}
	return nil
}

// bounding computes a lower bound during the preparation of a search.
type bounding struct {
	ascent *bound.Bound // nil before it starts, and if there is no bound
	began  time.Time
	done   bool
	proven *Certificate // nil until there is a bound
}

// needsBound reports whether the search needs a lower bound that is not known yet.
func (s *Solver) needsBound() bool {
	gap := s.cfg.Limits.TargetGap != nil && s.known == nil
	return !s.bounding.done && (s.cfg.Bound || gap)
}

// ascentShare is the share of the time limit that the ascent may use. The certificate takes more.
const ascentShare = 0.2

// recheckedCities is the maximum number of cities for which the solver checks its own certificate.
// Above it, only 'tourmaline check' does, because the time grows with the square of the number.
const recheckedCities = 3000

// raiseBound performs a step of the computation of the bound.
func (s *Solver) raiseBound(ctx context.Context) (err error) {
	defer catch(&err)
	b, in := &s.bounding, s.problem.task.(*tours).in
	if b.ascent == nil {
		b.began = time.Now()
		b.ascent, err = bound.New(ctx, in, s.cfg.Threads)
		if errors.Is(err, bound.ErrTiny) {
			b.done, err = true, nil
		}
		return err
	}
	if limit := s.schedule.limit; limit > 0 && s.cfg.Limits.Steps == 0 {
		b.ascent.Pace(time.Since(b.began).Seconds() / (ascentShare * limit.Seconds()))
	}
	if b.done, err = b.ascent.Step(ctx); b.done {
		err = b.finish(ctx, in)
	}
	return err
}

// finish stores the certificate, and checks it if the instance is small.
func (b *bounding) finish(ctx context.Context, in *tsp.Instance) error {
	c := b.ascent.Certificate()
	if c == nil {
		return nil
	}
	b.proven = &Certificate{b.ascent.Cost(), c.Scale, c.Apart, c.Weights}
	if in.N() > recheckedCities {
		return nil
	}
	return b.proven.Check(ctx, in)
}

// lower returns the computed lower bound.
func (s *Solver) lower() (float64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bounding.proven == nil {
		return math.Inf(-1), false
	}
	return s.bounding.proven.Bound, true
}

// atLower returns a rule that ends the search at a cost that exceeds the computed lower bound by at
// most gap percent.
func (s *Solver) atLower(gap float64, rule func(target float64) search.Stop) search.Stop {
	return func(p search.Progress) search.Verdict {
		low, ok := s.lower()
		if !ok {
			return search.Verdict{}
		}
		return rule(low + math.Abs(low)*gap/100)(p)
	}
}
