package catalog

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/eax"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// genetic returns the rows for genetic algorithms.
func genetic() []Row {
	row := func(name, summary string, start func(n int) prepare.Params, knobs func(n int) ga.Params) Row {
		r := tourRow(name, summary, onDevices, start, func(n int) params.Validator { p := knobs(n); return &p })
		r.algorithm, r.fits = evolve, fitsGenes
		return r
	}
	return []Row{
		row("ga", "genetic algorithm: tours improved by Lin-Kernighan, recombined by two crossovers",
			from("greedy"), ga.Defaults),
		row("ga16", "genetic algorithm as in [GA16]: 2,048 random tours, half the children by BCSCX and half by ARX, no local search",
			from("random"), ga.Paper),
		assembling("eax", "edge assembly: a population of Lin-Kernighan tours, recombined by AB-cycles; best for 500 to 200,000 cities, except in short runs", eax.Defaults),
		assembling("eax13", "edge assembly as in [NK13]: 300 tours by 2-opt, 30 children per pair", eax.Paper),
	}
}

// assembling returns a row for edge assembly.
func assembling(name, summary string, knobs func(n int) eax.Params) Row {
	r := tourRow(name, summary, cpuOnly, from("greedy"), func(n int) params.Validator { p := knobs(n); return &p })
	r.doubles = true
	r.algorithm = func(_ context.Context, j prepare.Job, p params.Validator) (tourSearch, error) {
		return searcher(eax.New(j.Instance, j.Lists, j.Start, *p.(*eax.Params), j.Seed, j.Threads))
	}
	return r
}

func fitsGenes(knobs params.Validator, d device.Device, in *tsp.Instance) error {
	g, err := able[ga.Device](d, toBreed)
	if err != nil {
		return err
	}
	return g.FitsGenes(in.Closed().Instance, *knobs.(*ga.Params))
}

func evolve(ctx context.Context, j prepare.Job, knobs params.Validator) (tourSearch, error) {
	p := *knobs.(*ga.Params)
	e, err := engineOn(j.Device, toBreed, func() ga.Engine {
		return ga.NewReference(j.Instance, p, j.Threads)
	}, func(o ga.Opener) (ga.Engine, error) {
		return o.Genes(ctx, j.Instance, p)
	})
	if err != nil {
		return nil, err
	}
	engine := stopwatch.NewGenes(e)
	s, err := ga.New(j.Instance, j.Lists, j.Start, p, j.Seed, engine, j.Threads)
	if err != nil {
		return nil, err
	}
	return &timed{s, engine, func(step func() error) error { return engine.Step(!s.Populated(), step) }}, nil
}
