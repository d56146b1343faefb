package catalog

import (
	"context"
	"errors"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/aco"
)

// colonies are the rows of ants.
func colonies() []Algorithm {
	return []Algorithm{
		{
			Name:    "mmas",
			Summary: "MAX-MIN Ant System: ants follow trails and distances, Lin-Kernighan improves their tours",
			Params: func(n int) Params {
				return &mmasParams{Preparation: prepared("greedy", n), MMASParams: aco.MMASDefaults(n)}
			},
			Improve: improveMMAS,
		},
		{
			Name:    "mmas20",
			Summary: "MAX-MIN Ant System as in [MMAS20]: as many ants as cities, trails on all edges, no local search",
			Params: func(n int) Params {
				return &mmasParams{Preparation: Preparation{Start: "nearest", Neighbours: 32, Lists: "nearest"}, MMASParams: aco.MMASPaper(n)}
			},
			Improve: improveMMAS,
		},
		{
			Name:    "acs",
			Summary: "Ant Colony System as ACS-GPU in [ACS16]: as many ants as cities, all in step, trails on all edges",
			Params:  acsRow(aco.ACSPaper),
			Improve: improveACS,
		},
		{
			Name:    "acs-alt",
			Summary: "Ant Colony System as ACS-GPU-Alt in [ACS16]: ants walk each for itself, which is much faster",
			Params:  acsRow(aco.ACSAlt),
			Improve: improveACS,
		},
		{
			Name:    "acs-spm",
			Summary: "Ant Colony System as ACS-GPU-SPM in [ACS16]: a few trails at each city, for little memory and better tours",
			Params:  acsRow(aco.ACSSelective),
			Improve: improveACS,
		},
		{
			Name:    "faco",
			Summary: "focused ant colony: ants change the best tour a little, local search repairs it; for up to millions of cities",
			Params: func(n int) Params {
				return &focusedParams{Preparation: prepared("greedy", n), FocusedParams: aco.FocusedDefaults(n)}
			},
			Improve: improveFocused,
		},
	}
}

// acsRow are the parameters of a row, whose start tour is the nearest neighbours'.
func acsRow(params func(n int) aco.ACSParams) func(n int) Params {
	return func(n int) Params {
		return &acsParams{Preparation: Preparation{Start: "nearest", Neighbours: 32, Lists: "nearest"}, ACSParams: params(n)}
	}
}

type mmasParams struct {
	Preparation
	aco.MMASParams
}

func (p *mmasParams) Validate() error {
	return errors.Join(p.Preparation.Validate(), p.MMASParams.Validate())
}

func (p *mmasParams) suits(d device.Device, _ Algorithm, in *tsp.Instance) error {
	return fitsAnts(d, in, p.Rules())
}

func improveMMAS(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(*mmasParams).MMASParams
	engine, err := colonyEngine(ctx, j, p.Rules())
	if err != nil {
		return nil, err
	}
	colony, err := aco.NewMMAS(j.Instance, j.Start, p, engine)
	return searcher(&watched{colony, engine}, err)
}

type acsParams struct {
	Preparation
	aco.ACSParams
}

func (p *acsParams) Validate() error {
	return errors.Join(p.Preparation.Validate(), p.ACSParams.Validate())
}

func (p *acsParams) suits(d device.Device, _ Algorithm, in *tsp.Instance) error {
	return fitsAnts(d, in, p.Rules())
}

func improveACS(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(*acsParams).ACSParams
	engine, err := colonyEngine(ctx, j, p.Rules())
	if err != nil {
		return nil, err
	}
	colony, err := aco.NewACS(j.Instance, j.Start, p, engine)
	return searcher(&watched{colony, engine}, err)
}

type focusedParams struct {
	Preparation
	aco.FocusedParams
}

func (p *focusedParams) Validate() error {
	return errors.Join(p.Preparation.Validate(), p.FocusedParams.Validate())
}

func improveFocused(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(*focusedParams).FocusedParams
	terrain, err := aco.NewTerrain(ctx, j.Instance, p.Rules(), j.Threads)
	if err != nil {
		return nil, err
	}
	return searcher(aco.NewFocused(j.Instance, terrain, j.Lists, j.Start, p, j.Seed, j.Threads))
}

// fitsAnts tells why builders cannot live on a device.
func fitsAnts(d device.Device, in *tsp.Instance, r aco.Rules) error {
	c, err := able[aco.Device](d, toWalk)
	if err != nil {
		return err
	}
	return c.FitsColony(in.Closed().Instance, r)
}

// colonyEngine lets the ants walk on the device, or on the threads of the host, and
// reads the clock.
func colonyEngine(ctx context.Context, j Job, r aco.Rules) (*stopwatch, error) {
	terrain, err := aco.NewTerrain(ctx, j.Instance, r, j.Threads)
	if err != nil {
		return nil, err
	}
	improver := aco.NewImprover(j.Instance, j.Lists, r.Builder, j.Threads)
	if j.Device == nil {
		return newStopwatch(aco.NewReference(j.Instance, terrain, improver, r.Ants, j.Seed, j.Threads)), nil
	}
	o, err := able[aco.Opener](j.Device, toWalk)
	if err != nil {
		return nil, err
	}
	c, err := o.Colony(ctx, j.Instance, terrain, improver, j.Lists, r, j.Seed)
	if err != nil {
		return nil, err
	}
	return newStopwatch(c), nil
}
