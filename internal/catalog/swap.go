package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/local/gpu"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/swap"
	swapgpu "github.com/tourmaline-opt/tourmaline/tsp/swap/gpu"
)

// swapping are the rows of local search that exchanges two cities of a tour, for
// comparison with the paper and with other problems.
func swapping() []Algorithm {
	return []Algorithm{
		{
			Name:    "tabu",
			Summary: "tabu search that exchanges two cities, as in [LSM13]: for comparison, ils finds much better tours",
			Params: func(n int) Params {
				return &tabuTour{Preparation: prepared("greedy", n), TabuParams: local.TabuDefaults(n, n)}
			},
			Improve: improveSwap,
		},
		{
			Name:    "climb",
			Summary: "hill climbing that exchanges two cities, from the start tour and then from random ones: for comparison",
			Params: func(n int) Params {
				return &climbTour{Preparation: prepared("greedy", n), ClimbParams: local.ClimbDefaults()}
			},
			Improve: improveSwap,
		},
		{
			Name:    "anneal",
			Summary: "simulated annealing that exchanges two cities: for comparison",
			Params: func(n int) Params {
				return &annealTour{Preparation: prepared("greedy", n), AnnealParams: local.AnnealDefaults(n * n)}
			},
			Improve: improveSwap,
		},
	}
}

type tabuTour struct {
	Preparation
	local.TabuParams
}

func (p *tabuTour) Validate() error {
	return joinFaults(p.Preparation.Validate(), p.TabuParams.Validate())
}
func (p *tabuTour) walks() int { return p.Walks }
func (p *tabuTour) suits(d cl.Info, _ Algorithm, in *tsp.Instance) error {
	return swaps(d, in)
}
func (p *tabuTour) begin(s local.Space[tsp.Tour], seed uint64, e local.Engine[tsp.Tour]) (*local.Search[tsp.Tour], error) {
	return local.NewTabu(s, p.TabuParams, seed, e)
}

type climbTour struct {
	Preparation
	local.ClimbParams
}

func (p *climbTour) Validate() error {
	return joinFaults(p.Preparation.Validate(), p.ClimbParams.Validate())
}
func (p *climbTour) walks() int { return p.Walks }
func (p *climbTour) suits(d cl.Info, _ Algorithm, in *tsp.Instance) error {
	return swaps(d, in)
}
func (p *climbTour) begin(s local.Space[tsp.Tour], seed uint64, e local.Engine[tsp.Tour]) (*local.Search[tsp.Tour], error) {
	return local.NewClimb(s, p.ClimbParams, seed, e)
}

type annealTour struct {
	Preparation
	local.AnnealParams
}

func (p *annealTour) Validate() error {
	return joinFaults(p.Preparation.Validate(), p.AnnealParams.Validate())
}
func (p *annealTour) walks() int { return p.Walks }
func (p *annealTour) begin(s local.Space[tsp.Tour], seed uint64, e local.Engine[tsp.Tour]) (*local.Search[tsp.Tour], error) {
	return local.NewAnneal(s, p.AnnealParams, seed, e)
}

// swaps tells why a device cannot exchange the cities of an instance.
func swaps(d cl.Info, in *tsp.Instance) error {
	if in.Open() || len(in.FixedEdges()) > 0 {
		return fmt.Errorf("%s asks for a path or has fixed edges, and exchanging cities has no kernels for that: use --engine cpu", in.Name)
	}
	if _, err := swapgpu.Swap(d, in.Closed().Instance); err != nil {
		return fmt.Errorf("%w: %w", ErrDevice, err)
	}
	return nil
}

func improveSwap(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	p := j.Params.(interface {
		walks() int
		begin(local.Space[tsp.Tour], uint64, local.Engine[tsp.Tour]) (*local.Search[tsp.Tour], error)
	})
	first, err := swap.New(j.Instance, j.Start)
	if err != nil {
		return nil, err
	}
	space := local.Space[tsp.Tour]{
		Start: &j.Start,
		Random: func(r *rng.Stream) tsp.Tour {
			t := tsp.Identity(j.Instance.N())
			r.Shuffle(t)
			return t
		},
		Around: func(t tsp.Tour, _ int) ([]search.Neighbourhood[tsp.Tour], error) {
			h, err := first.From(t) // they share the distances
			return []search.Neighbourhood[tsp.Tour]{h}, err
		},
	}
	if j.Device == nil {
		return searcher(p.begin(space, j.Seed, local.Threads[tsp.Tour]{Count: j.Threads}))
	}
	m, err := swapgpu.Swap(j.Device.Info(), j.Instance)
	if err != nil {
		return nil, err
	}
	engine, err := gpu.New(ctx, j.Device, p.walks(), m)
	if err != nil {
		return nil, err
	}
	return searcher(p.begin(space, j.Seed, engine))
}
