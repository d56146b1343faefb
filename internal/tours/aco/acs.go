package aco

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ACS is the Ant Colony System, a search.Searcher over plain closed tours
// [ACS16 Fig. 2]. Its ants mostly take the best edge and weaken the trails that
// they use. The trails of the best tour are renewed after each cycle.
type ACS struct {
	system
	params ACSParams
}

// NewACS starts a colony on an engine, which it does not close. The start tour
// sets the first level of the trails and is the best so far; ants do not see
// it.
func NewACS(in *tsp.Instance, start tsp.Tour, p ACSParams, e Engine) (*ACS, error) {
	if err := valid(in, start, p); err != nil {
		return nil, err
	}
	return &ACS{system: newSystem(in, start, e), params: p}, nil
}

// Step runs one cycle.
func (s *ACS) Step(ctx context.Context) error {
	return s.step(ctx, 1/float32(s.in.N()), func(ctx context.Context, _ int, _ int64) error {
		return s.engine.Reinforce(ctx, s.deposit())
	})
}

// deposit renews the trails of the best tour [ACS16 eq. 4]. Levels are in units
// in which the start tour deposits 1. The first level is 1/n, the n-th part of
// that.
func (s *ACS) deposit() Deposit {
	alpha := s.params.Alpha
	return Deposit{
		Ant: Remembered, Keep: float32(1 - alpha), Amount: float32(alpha * s.worth(s.shortest)),
		Hi: math.MaxFloat32,
	}
}
