package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/swap"
	swapgpu "github.com/tourmaline-opt/tourmaline/tsp/swap/gpu"
)

// swapping are the rows of local search that exchanges two cities of a tour, for
// comparison with the paper and with other problems.
func swapping() []Algorithm {
	row := func(name, summary string, knobs func(n int) Params) Algorithm {
		return Algorithm{
			Name: name, Summary: summary, Improve: improveSwap,
			Params: func(n int) Params { p := prepared("greedy", n); return swapParams{params.Group{&p, knobs(n)}} },
		}
	}
	return []Algorithm{
		row("tabu", "tabu search that exchanges two cities, as in [LSM13]: for comparison, ils finds much better tours",
			func(n int) Params { p := local.TabuDefaults(n, n); return &p }),
		row("climb", "hill climbing that exchanges two cities, from the start tour and then from random ones: for comparison",
			func(int) Params { p := local.ClimbDefaults(); return &p }),
		row("anneal", "simulated annealing that exchanges two cities: for comparison",
			func(n int) Params { p := local.AnnealDefaults(n * n); return &p }),
	}
}

// swapParams are those of the preparation and of local search.
type swapParams struct{ params.Group }

func (p swapParams) preparation() Preparation { return *p.Group[0].(*Preparation) }

func (p swapParams) suits(d device.Device, a Algorithm, in *tsp.Instance) error {
	if _, ok := p.Group[1].(*local.AnnealParams); ok {
		return fmt.Errorf("algorithm %s has %w: use tabu or climb, or the CPU", a.Name, device.ErrNoKernels)
	}
	return swaps(d, in)
}

// swaps tells why a device cannot exchange the cities of an instance.
func swaps(d device.Device, in *tsp.Instance) error {
	if in.Open() || len(in.FixedEdges()) > 0 {
		return fmt.Errorf("%s asks for a path or has fixed edges, and exchanging cities has %w for that: use the CPU", in.Name, device.ErrNoKernels)
	}
	k, err := swapgpu.Swap(d.Info(), in.Closed().Instance)
	if err != nil {
		return fmt.Errorf("%w: %w", device.Err, err)
	}
	return fitsKernels(d, []local.Kernel[tsp.Tour]{k})
}

func improveSwap(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(swapParams)
	first, err := swap.New(j.Instance, j.Start)
	if err != nil {
		return nil, err
	}
	space := local.Landscape[tsp.Tour]{
		Start: &j.Start,
		Random: func(r *rng.Stream) tsp.Tour {
			t := tsp.Identity(j.Instance.N())
			r.Shuffle(t)
			return t
		},
		Around: func(t tsp.Tour, _ int) ([]moves.Neighbourhood[tsp.Tour], error) {
			h, err := first.From(t) // they share the distances
			return []moves.Neighbourhood[tsp.Tour]{h}, err
		},
	}
	if j.Device == nil {
		return searcher(beginWalks(p.Group[1], space, j.Seed, local.Threads[tsp.Tour]{Count: j.Threads}))
	}
	k, err := swapgpu.Swap(j.About, j.Instance)
	if err != nil {
		return nil, err
	}
	engine, err := pickOn(ctx, j.Device, walksOf(p), []local.Kernel[tsp.Tour]{k})
	if err != nil {
		return nil, err
	}
	return searcher(beginWalks(p.Group[1], space, j.Seed, engine))
}
