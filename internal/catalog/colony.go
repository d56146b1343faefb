package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/aco"
	ants "github.com/tourmaline-opt/tourmaline/aco/gpu"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

type mmasParams struct {
	Preparation
	aco.Params
}

func (p *mmasParams) Validate() error {
	return joinFaults(p.Preparation.Validate(), p.Params.Validate())
}

func (p *mmasParams) suits(d cl.Info, _ Algorithm, in *tsp.Instance) error {
	if err := ants.Fits(d, in.Closed().Instance, p.Params); err != nil {
		return fmt.Errorf("%w: %w", ErrDevice, err)
	}
	return nil
}

func improveMMAS(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(*mmasParams).Params
	engine, err := colonyEngine(ctx, j, p)
	if err != nil {
		return nil, err
	}
	timed := newStopwatch(engine)
	colony, err := aco.NewMMAS(j.Instance, j.Start, p, timed)
	return searcher(&watched{colony, timed}, err)
}

// colonyEngine lets the ants walk on the device, or on the threads of the host.
func colonyEngine(ctx context.Context, j Job, p aco.Params) (aco.Engine, error) {
	terrain, err := aco.NewTerrain(ctx, j.Instance, p, j.Threads)
	if err != nil {
		return nil, err
	}
	improver := aco.NewImprover(j.Instance, j.Lists, p, j.Threads)
	if j.Device == nil {
		return aco.NewReference(j.Instance, terrain, improver, p.Ants, j.Seed, j.Threads), nil
	}
	return ants.NewColony(ctx, j.Device, j.Instance, terrain, improver, j.Lists, p, j.Seed)
}
