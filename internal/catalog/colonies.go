package catalog

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// colonies returns the rows for ant colonies.
func colonies() []Row {
	return []Row{
		mmas("mmas", "MAX-MIN Ant System: ants follow trails and distances, and Lin-Kernighan improves their tours",
			from("greedy"), aco.MMASDefaults),
		mmas("mmas20", "MAX-MIN Ant System as in [MMAS20]: as many ants as cities, trails on all edges, no local search",
			fromPaper, aco.MMASPaper),
		acs("acs", "Ant Colony System, ACS-GPU in [ACS16]: as many ants as cities, moving in lockstep, with trails on all edges", aco.ACSPaper),
		acs("acs-alt", "Ant Colony System whose ants move independently and update trails at the end of a cycle, which is much faster", aco.ACSAlt),
		acs("acs16-alt", "Ant Colony System, ACS-GPU-Alt in [ACS16]: 128 of 256 ants move at the same time, update trails immediately and lose some updates", aco.ACSAltPaper),
		acs("acs-spm", "Ant Colony System with only a few trails per city, which saves memory, updated after every 32 ants", aco.ACSSelective),
		acs("acs16-spm", "Ant Colony System, ACS-GPU-SPM in [ACS16]: as acs16-alt, with only a few trails per city", aco.ACSSelectivePaper),
		focused(),
	}
}

// fromPaper returns the parameters of the preparation in [MMAS20] and [ACS16].
func fromPaper(int) prepare.Params {
	return prepare.Params{Start: "nearest", Neighbours: 32, Lists: "nearest"}
}

func mmas(name, summary string, start func(n int) prepare.Params, knobs func(n int) aco.MMASParams) Row {
	r := tourRow(name, summary, onDevices, start, func(n int) params.Validator { p := knobs(n); return &p })
	return builders(r, func(j prepare.Job, p params.Validator, e aco.Engine) (tourSearch, error) {
		return aco.NewMMAS(j.Instance, j.Start, *p.(*aco.MMASParams), e, j.Seed)
	})
}

func acs(name, summary string, knobs func(n int) aco.ACSParams) Row {
	r := tourRow(name, summary, onDevices, fromPaper, func(n int) params.Validator { p := knobs(n); return &p })
	return builders(r, func(j prepare.Job, p params.Validator, e aco.Engine) (tourSearch, error) {
		return aco.NewACS(j.Instance, j.Start, *p.(*aco.ACSParams), e)
	})
}

// ruled is implemented by the parameters of colonies with ants that build tours.
type ruled interface{ Rules() aco.Rules }

// builders completes the row of a colony with ants that build tours on an engine.
func builders(r Row, create func(j prepare.Job, p params.Validator, e aco.Engine) (tourSearch, error)) Row {
	r.fits = func(p params.Validator, d device.Device, in *tsp.Instance) error {
		a, err := able[aco.Device](d, toWalk)
		if err != nil {
			return err
		}
		return a.FitsColony(in.Closed().Instance, p.(ruled).Rules())
	}
	r.algorithm = func(ctx context.Context, j prepare.Job, p params.Validator) (tourSearch, error) {
		engine, err := colonyEngine(ctx, j, p.(ruled).Rules())
		if err != nil {
			return nil, err
		}
		c, err := create(j, p, engine)
		if err != nil {
			return nil, err
		}
		return &timed{c, engine, nil}, nil
	}
	return r
}

// colonyEngine returns a timed engine on the device or on threads.
func colonyEngine(ctx context.Context, j prepare.Job, r aco.Rules) (*stopwatch.Engine, error) {
	terrain, err := aco.NewTerrain(ctx, j.Instance, r, j.Threads)
	if err != nil {
		return nil, err
	}
	improver := aco.NewImprover(j.Instance, j.Lists, r.Builder, j.Threads)
	e, err := engineOn(j.Device, toWalk, func() aco.Engine {
		return aco.NewReference(j.Instance, terrain, improver, r.Ants, j.Seed, j.Threads)
	}, func(o aco.Opener) (aco.Engine, error) {
		return o.Colony(ctx, j.Instance, terrain, improver, j.Lists, r, j.Seed)
	})
	return stopwatch.New(e), err
}

func focused() Row {
	r := tourRow("faco", "focused ant colony: ants make small changes to the best tour, and local search repairs it; scales to millions of cities", cpuOnly,
		from("greedy"), func(n int) params.Validator { p := aco.FocusedDefaults(n); return &p })
	r.asymmetric = "mmas"
	r.algorithm = func(ctx context.Context, j prepare.Job, knobs params.Validator) (tourSearch, error) {
		p := *knobs.(*aco.FocusedParams)
		terrain, err := aco.NewTerrain(ctx, j.Instance, p.Rules(), j.Threads)
		if err != nil {
			return nil, err
		}
		return searcher(aco.NewFocused(j.Instance, terrain, j.Lists, j.Start, p, j.Seed, j.Threads))
	}
	return r
}
