package aco

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ACS is the Ant Colony System, a search.Searcher over plain closed tours [ACS16 Fig. 2]. Its ants
// mostly take the best edge and weaken the trails that they use. Each cycle ends by renewing the
// trails of the best tour.
type ACS struct {
	system
	params ACSParams
}

// NewACS starts a colony on an engine. It does not close the engine. The start tour sets the
// initial trail level and is the best tour so far. The ants do not use it.
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

// deposit returns the deposit that renews the trails of the best tour [ACS16 eq. 4]. Levels are in
// units in which a deposit by the start tour is 1. The initial level is 1/n in these units.
func (s *ACS) deposit() Deposit {
	alpha := s.params.Alpha
	return Deposit{
		Ant: Remembered, Keep: float32(1 - alpha), Amount: float32(alpha * s.worth(s.shortest)),
		Hi: math.MaxFloat32,
	}
}
