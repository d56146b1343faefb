package tourmaline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A TourAlgorithm is a user-defined algorithm for tours. Name and New are required.
type TourAlgorithm struct {
	Name    string // name for Config.Algorithm; must differ from all other tour algorithms
	Summary string
	// kind of start tour: "greedy", "nearest", "curve" or "random"; the default is "greedy"
	Start string

	// Params returns the default parameters for n cities: a pointer to a new struct. Its fields
	// have the tags json (the name), usage (a sentence), and range or choices; see
	// Definition.Params. The optional method Validate() error reports other faults. Config.Params
	// sets the values, results show them, and Resume requires the values of the checkpoint. If
	// Params is nil, the algorithm has no parameters besides those of the preparation.
	Params func(n int) any

	// New creates the search.
	New func(ctx context.Context, j TourJob) (search.Searcher[tsp.Tour], error)
}

// A TourJob is the input of a TourAlgorithm.
type TourJob struct {
	// Instance is plain and closed: a dummy city and very short edges represent paths and fixed
	// edges. Its cities are numbered along a space-filling curve. Results use the numbers of the
	// original instance.
	Instance *tsp.Instance
	Start    tsp.Tour // start tour
	Seed     uint64   // seed for rng.At
	Threads  int      // number of threads; may affect the speed, never the result
	// result of TourAlgorithm.Params with the values from Config.Params; nil if
	// TourAlgorithm.Params is nil
	Params any

	job prepare.Job
}

// Fit converts any order of the cities to a tour: it joins the ends of a path and includes the
// fixed edges. Local search never removes these edges and never adds them, so call Fit for every
// tour that you do not derive from Start.
func (j TourJob) Fit(order tsp.Tour) tsp.Tour { return j.job.Fit(order) }

// Neighbours returns the neighbour list of a city, nearest first. The caller must not change the
// list.
func (j TourJob) Neighbours(city int32) []int32 { return j.job.Lists.Of(city) }

// row returns the catalog row for the algorithm.
func (a TourAlgorithm) row() catalog.Row {
	type searcher = search.Searcher[tsp.Tour]
	create := func(ctx context.Context, j prepare.Job, p params.Validator) (searcher, error) {
		own, _ := p.(params.Tagged)
		s, err := a.New(ctx, TourJob{j.Instance, j.Start, j.Seed, j.Threads, own.Struct, j})
		if err == nil && s == nil {
			err = fmt.Errorf("%w %q: its New function returned nil", ErrAlgorithm, a.Name)
		}
		return s, err
	}
	return catalog.Own(a.Name, a.Summary, a.defaults(cmp.Or(a.Start, "greedy")), create)
}

// defaults returns a function that returns the default parameters of the preparation and the
// algorithm.
func (a TourAlgorithm) defaults(start string) func(catalog.Size) params.Group {
	return func(s catalog.Size) params.Group {
		shared := prepare.Defaults(start, s.N)
		group := params.Group{&shared}
		if a.Params != nil {
			group = append(group, params.Tagged{Struct: a.Params(s.N)})
		}
		return group
	}
}

// validate reports every fault of a user-defined algorithm. used contains the names that are
// already in use.
func (a TourAlgorithm) validate(used []string, n int) error {
	if a.Name == "" {
		return fmt.Errorf("%w: a TourAlgorithm has no Name", ErrAlgorithm)
	}
	var faults []error
	if a.Name == catalog.Auto || slices.Contains(used, a.Name) {
		faults = append(faults, fmt.Errorf("%w %q: the name is already in use", ErrAlgorithm, a.Name))
	}
	if a.New == nil {
		faults = append(faults, fmt.Errorf("%w %q: its TourAlgorithm has no New function", ErrAlgorithm, a.Name))
	}
	group := a.row().Params(catalog.Size{N: n})
	if err := errors.Join(group.Validate(), distinct(group)); err != nil {
		faults = append(faults, fmt.Errorf("%w %q: default parameters: %w", ErrAlgorithm, a.Name, err))
	}
	return errors.Join(faults...)
}

// distinct returns an error if parameters share a name.
func distinct(group params.Group) error {
	seen := map[string]bool{}
	var faults []error
	for _, p := range params.Describe(group) {
		if seen[p.Name] {
			faults = append(faults, fmt.Errorf("duplicate parameter %q", p.Name))
		}
		seen[p.Name] = true
	}
	return errors.Join(faults...)
}
