// Package catalog is the one table where the names of algorithms meet their
// constructors. Nothing registers itself.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/exact"
	"github.com/tourmaline-opt/tourmaline/tsp/ils"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
	"github.com/tourmaline-opt/tourmaline/tsp/sweep"
)

// An Algorithm is a row of the table.
type Algorithm struct {
	Name    string
	Summary string // one line for people who choose
	// Params returns the defaults for n cities: a pointer to a struct whose
	// tags make flags, schema and documentation.
	Params func(n int) Params
	// Improve builds the searcher that takes over from the start tour; nil
	// for algorithms that end there.
	Improve func(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error)
	// MaxCities is a limit of the algorithm; 0 = none.
	MaxCities int
}

// Params are an algorithm's parameters.
type Params = params.Validator

// Job is what an algorithm is given: a plain closed instance, neighbour lists
// and a start tour.
type Job struct {
	Instance *tsp.Instance
	Lists    *near.Lists
	Start    tsp.Tour
	Params   Params
	Seed     uint64
	Threads  int
	Device   device.Opened // nil: the threads do everything
	About    device.Info   // what the device says about itself
}

// Algorithms is the table, in the order to show it.
func Algorithms() []Algorithm {
	return slices.Concat(localSearches(), colonies(), swapping(), others())
}

func localSearches() []Algorithm {
	return []Algorithm{
		{
			Name:    "ils",
			Summary: "iterated local search by Lin-Kernighan moves and double-bridge kicks, with annealing; the choice for most instances",
			Params: func(n int) Params {
				return &ilsParams{Preparation: prepared("greedy", n), Params: ils.Defaults(n)}
			},
			Improve: improveILS,
		},
		{
			Name:    "descent",
			Summary: "one local search from the start tour, then stop: fast, 2 % over the optimum",
			Params: func(n int) Params {
				p := &ilsParams{Preparation: prepared("greedy", n), Params: ils.Defaults(n)}
				p.Kicks = 0
				return p
			},
			Improve: improveILS,
		},
		{
			Name:    "ls13",
			Summary: "iterated local search as in [LS13]: 3-opt, double bridges anywhere, 10 kicks a city (rounds), then stop",
			Params: func(n int) Params {
				return &ilsParams{Preparation: prepared("nearest", n), Params: ils.Paper(n)}
			},
			Improve: improveILS,
		},
	}
}

func others() []Algorithm {
	return []Algorithm{
		{
			Name:      "exact",
			Summary:   fmt.Sprintf("dynamic programming for up to %d cities: the proven optimum", exact.MaxCities),
			Params:    func(n int) Params { p := prepared("nearest", n); return &p },
			MaxCities: exact.MaxCities,
			Improve: func(_ context.Context, j Job) (search.Searcher[tsp.Tour], error) {
				return searcher(exact.New(j.Instance, j.Start))
			},
		},
		construction("greedy", "start tour only: shortest edges first, 14-18 % over the optimum"),
		construction("nearest", "start tour only: nearest neighbour, 25 % over the optimum"),
		construction("curve", "start tour only: along Hilbert's curve, 38 % over the optimum, fastest"),
	}
}

func construction(name, summary string) Algorithm {
	return Algorithm{
		Name: name, Summary: summary,
		Params: func(n int) Params { p := prepared(name, n); return &p },
	}
}

type ilsParams struct {
	Preparation
	ils.Params
}

func (p *ilsParams) Validate() error {
	return errors.Join(p.Preparation.Validate(), p.Params.Validate())
}

func (p *ilsParams) suits(d device.Device, a Algorithm, in *tsp.Instance) error {
	switch {
	case !in.Symmetric():
		return fmt.Errorf("%s is asymmetric, and %s has %w for that: use the CPU", in.Name, a.Name, device.ErrNoKernels)
	case !p.OnEngine():
		return fmt.Errorf("algorithm %s with operator=%s and sweeps=0 has %w, which leaves nothing to do for a device: use sweeps=2, operator=3opt-sweep or the CPU", a.Name, p.Operator, device.ErrNoKernels)
	}
	s, err := able[sweep.Device](d, toSweep)
	if err != nil {
		return err
	}
	return s.FitsSweeps(in.Closed().Instance)
}

func improveILS(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error) {
	host := ils.Executor{Threads: j.Threads}
	if j.Device != nil {
		o, err := able[sweep.Opener](j.Device, toSweep)
		if err != nil {
			return nil, err
		}
		if host.Engine, err = o.Sweeps(ctx, j.Instance, j.Lists); err != nil {
			return nil, err
		}
	}
	return searcher(ils.New(j.Instance, j.Lists, j.Start, j.Params.(*ilsParams).Params, j.Seed, host))
}

// searcher makes a failed constructor return no searcher at all, not one that
// holds nil.
func searcher[T search.Searcher[tsp.Tour]](s T, err error) (search.Searcher[tsp.Tour], error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Auto is the name that lets the catalog choose.
const Auto = "auto"

// Find looks up a name; auto is exact for tiny instances and ils for all
// others.
func Find(name string, in *tsp.Instance) (Algorithm, error) {
	cities := in.N()
	if in.Open() {
		cities++ // the dummy
	}
	if name == Auto || name == "" {
		if name = "ils"; cities <= exact.MaxCities {
			name = "exact"
		}
	}
	names := []string{Auto}
	for _, a := range Algorithms() {
		if a.Name != name {
			names = append(names, a.Name)
			continue
		}
		if a.MaxCities > 0 && cities > a.MaxCities {
			return a, fmt.Errorf("algorithm %s takes at most %d cities (a path counts one more), %s has %d: use ils", name, a.MaxCities, in.Name, in.N())
		}
		return a, nil
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q: expected one of %s", name, strings.Join(names, ", "))
}
