package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// swapping returns the rows for local search that exchanges two cities of a tour, for comparison
// with the paper and with other problems.
func swapping() []Row {
	row := func(name, summary string, engines []string, knobs func(n int) params.Validator) Row {
		r := tourRow(name, summary, engines, from("greedy"), knobs)
		r.algorithm = improveSwap
		if len(engines) > 1 {
			r.fits = fitsSwaps
		}
		return r
	}
	return []Row{
		row("tabu", "tabu search that swaps two cities, as in [LSM13]; for comparison only: ils finds much better tours", onDevices,
			func(n int) params.Validator { p := local.TabuDefaults(n, n); return &p }),
		row("climb", "hill climbing that swaps two cities, from the start tour and then from random tours; for comparison only", onDevices,
			func(int) params.Validator { p := local.ClimbDefaults(); return &p }),
		row("anneal", "simulated annealing that swaps two cities; for comparison only", cpuOnly,
			func(n int) params.Validator { p := local.AnnealDefaults(n * n); return &p }),
	}
}

// fitsSwaps returns an error if a device cannot exchange the cities of an instance.
func fitsSwaps(knobs params.Validator, d device.Device, in *tsp.Instance) error {
	if err := asksDevice(knobs.(local.Params)); err != nil {
		return err
	}
	if in.Open() || len(in.FixedEdges()) > 0 {
		return fmt.Errorf("%s is a path or has fixed edges, for which swapping cities has %w: use the CPU", in.Name(), device.ErrNoKernels)
	}
	k, err := swap.Kernel(d.Info(), in.Closed().Instance)
	if err != nil {
		return fmt.Errorf("%w: %w", device.Err, err)
	}
	return fitsKernels(d, []moves.Kernel[tsp.Tour]{k})
}

func improveSwap(ctx context.Context, j prepare.Job, knobs params.Validator) (tourSearch, error) {
	first, err := swap.New(ctx, j.Instance, j.Start)
	if err != nil {
		return nil, err
	}
	var kernels []moves.Kernel[tsp.Tour]
	if j.Device != nil {
		k, err := swap.Kernel(j.About, j.Instance)
		if err != nil {
			return nil, err
		}
		kernels = append(kernels, k)
	}
	p := knobs.(local.Params)
	engine, err := walkEngine(ctx, j.Device, j.Threads, p, kernels)
	if err != nil {
		return nil, err
	}
	return searcher(local.New(exchanges(j, first), p, j.Seed, engine))
}

// exchanges returns the landscape of tours.
func exchanges(j prepare.Job, first *swap.Swap) local.Landscape[tsp.Tour] {
	return local.Landscape[tsp.Tour]{
		Start: &j.Start,
		Check: j.Instance.Check,
		Random: func(r *rng.Stream) tsp.Tour {
			t := tsp.Identity(j.Instance.N())
			r.Shuffle(t)
			return t
		},
		Around: func(t tsp.Tour, _ int) ([]moves.Neighbourhood[tsp.Tour], error) {
			h, err := first.From(t) // shares the distances
			return []moves.Neighbourhood[tsp.Tour]{h}, err
		},
	}
}
