package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/branch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// tourRow returns the row for an algorithm that improves a start tour.
func tourRow(name, summary string, engines []string, start func(n int) prepare.Params, knobs func(n int) params.Validator) Row {
	return Row{
		Problem: Tours, Name: name, Summary: summary, Engines: engines,
		Params: func(s Size) params.Group { p := start(s.N); return params.Group{&p, knobs(s.N)} },
	}
}

// from returns a function that returns the parameters of a preparation with the given kind of start
// tour.
func from(start string) func(n int) prepare.Params {
	return func(n int) prepare.Params { return prepare.Defaults(start, n) }
}

func localSearches() []Row {
	row := func(name, summary string, start func(n int) prepare.Params, knobs func(n int) ils.Params) Row {
		r := tourRow(name, summary, onDevices, start, func(n int) params.Validator { p := knobs(n); return &p })
		r.algorithm, r.fits = improveILS, fitsILS
		return r
	}
	descent := row("descent", "a single local search from the start tour: fast, about 2 % over the optimum",
		from("greedy"), func(n int) ils.Params { p := ils.Defaults(n); p.Kicks = 0; return p })
	descent.once = true
	return []Row{
		row("ils", "iterated local search by Lin-Kernighan moves and double-bridge kicks, with annealing; best for small and for huge instances",
			from("greedy"), ils.Defaults),
		descent,
		row("ls13", "iterated local search as in [LS13]: best 3-opt moves and double bridges at random edges; stops after 10 kicks per city (rounds)",
			fromQuadrants, ils.Paper),
	}
}

// fromQuadrants returns the preparation of [LS13 §2.1, §4]: forty neighbours, an equal share from
// each quadrant, and a nearest-neighbour tour from a random city.
func fromQuadrants(int) prepare.Params {
	return prepare.Params{Start: "nearest", Neighbours: 40, Lists: "equal-quadrant"}
}

func others() []Row {
	row := func(name, start, summary string) Row {
		return Row{
			Problem: Tours, Name: name, Summary: summary, Engines: cpuOnly,
			Params: func(s Size) params.Group { p := prepare.Defaults(start, s.N); return params.Group{&p} },
		}
	}
	optimum := row("exact", "nearest", "")
	optimum.Most, optimum.algorithm = branch.MaxCities, prove
	optimum.Summary = fmt.Sprintf("finds and proves the optimum: dynamic programming for up to %d cities, branch and bound for up to %d", exact.MaxCities, branch.MaxCities)
	return []Row{
		optimum,
		row("greedy", "greedy", "start tour only: shortest edges first, 14-18 % over the optimum"),
		row("nearest", "nearest", "start tour only: nearest neighbour, 25 % over the optimum"),
		row("curve", "curve", "start tour only: along a Hilbert curve, 38 % over the optimum, fastest"),
	}
}

// prove creates a search that ends with a proof.
func prove(_ context.Context, j prepare.Job, _ params.Validator) (tourSearch, error) {
	if j.Instance.N() <= exact.MaxCities {
		return searcher(exact.New(j.Instance, j.Start))
	}
	return searcher(branch.New(j.Instance, j.Lists, j.Start, j.Seed, j.Threads))
}

func fitsILS(knobs params.Validator, d device.Device, in *tsp.Instance) error {
	p := knobs.(*ils.Params)
	switch {
	case !in.Symmetric():
		return fmt.Errorf("%s is asymmetric, for which there are %w: use the CPU", in.Name(), device.ErrNoKernels)
	case !p.OnEngine():
		return fmt.Errorf("operator = %s with sweeps = 0 has %w: use sweeps = 2, operator = 3opt-sweep or the CPU", p.Operator, device.ErrNoKernels)
	}
	s, err := able[sweep.Device](d, toSweep)
	if err != nil {
		return err
	}
	return s.FitsSweeps(in.Closed().Instance)
}

func improveILS(ctx context.Context, j prepare.Job, knobs params.Validator) (tourSearch, error) {
	p, on := *knobs.(*ils.Params), ils.Executor{Threads: j.Threads}
	if !p.OnEngine() || !j.Instance.Symmetric() {
		return searcher(ils.New(j.Instance, j.Lists, j.Start, p, j.Seed, on))
	}
	e, err := engineOn(j.Device, toSweep, func() sweep.Engine {
		return sweep.NewReference(j.Instance, j.Lists, j.Threads)
	}, func(o sweep.Opener) (sweep.Engine, error) {
		return o.Sweeps(ctx, j.Instance, j.Lists)
	})
	if err != nil {
		return nil, err
	}
	engine := stopwatch.NewSweeps(e)
	on.Engine = engine
	s, err := ils.New(j.Instance, j.Lists, j.Start, p, j.Seed, on)
	// two sweeps at the start are too short to report as phases
	if err != nil || !p.Sweeping() {
		return searcher(s, err)
	}
	return &timed{s, engine, engine.Step}, nil
}

// searcher returns s, or a nil interface if the constructor failed.
func searcher[T tourSearch](s T, err error) (tourSearch, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// cities returns the number of cities that an algorithm sees, including the dummy city of a path.
func cities(in *tsp.Instance) int {
	if in.Open() {
		return in.N() + 1
	}
	return in.N()
}

// knobsOf returns the parameters of an algorithm for tours, or nil if it has none besides those of
// the preparation.
func knobsOf(p params.Group) params.Validator {
	if len(p) > 1 {
		return p[1]
	}
	return nil
}

// BeginTour creates the search for a tour row.
func (r Row) BeginTour(in *tsp.Instance, p params.Group, o prepare.Options) (*prepare.Search, error) {
	knobs, first := knobsOf(p), p[0].(*prepare.Params)
	if err := errors.Join(affordLists(first, in.N()), r.accept(knobs, in)); err != nil {
		return nil, err
	}
	if o.Device != nil {
		if r.fits == nil {
			return nil, fmt.Errorf("algorithm %s has %w: use the CPU, or an algorithm with kernels such as ils, mmas or tabu", r.Name, device.ErrNoKernels)
		}
		if err := r.fits(knobs, o.Device, in); err != nil {
			return nil, err
		}
	}
	var a prepare.Algorithm
	if r.algorithm != nil {
		a = func(ctx context.Context, j prepare.Job) (tourSearch, error) {
			return r.algorithm(ctx, j, knobs)
		}
	}
	o.Symmetric = r.doubles
	return prepare.New(in, *first, a, o)
}
