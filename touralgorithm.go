package tourmaline

import (
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
	Name    string // for Config.Algorithm; no other algorithm for tours may have it
	Summary string
	Start   string // kind of start tour: "greedy", "nearest", "curve" or "random"; "" is "greedy"

	// Params returns the default parameters for n cities: a pointer to a new struct whose
	// fields have the tags json (the name), usage (a sentence), and range or choices; see
	// Definition.Params. Its optional method Validate() error reports other faults. Config.Params
	// sets the values, results show them, and Resume requires those of the checkpoint. nil:
	// the algorithm has no parameters of its own.
	Params func(n int) any

	// New creates the search.
	New func(ctx context.Context, j TourJob) (search.Searcher[tsp.Tour], error)
}

// A TourJob is the input of a TourAlgorithm.
type TourJob struct {
	// Instance is plain and closed: it represents paths and fixed edges by a dummy city and
	// very short edges. Its cities are numbered along a space-filling curve. Results number
	// them as the original instance does.
	Instance *tsp.Instance
	Start    tsp.Tour // the tour to start from
	Seed     uint64   // for rng.At
	Threads  int      // may affect the speed, never the result
	Params   any      // the value of TourAlgorithm.Params with the values of Config.Params; nil without it

	job prepare.Job
}

// Fit makes a tour out of any order of the cities: it joins the ends of a path and includes
// the fixed edges. Local search never removes these edges, but does not add them either,
// so fit every tour that you do not derive from Start.
func (j TourJob) Fit(order tsp.Tour) tsp.Tour { return j.job.Fit(order) }

// Neighbours returns the neighbour list of a city, the nearest first. The caller must not
// change it.
func (j TourJob) Neighbours(city int32) []int32 { return j.job.Lists.Of(city) }

// row returns the row of the algorithm in the table.
func (a TourAlgorithm) row() catalog.Row {
	start := a.Start
	if start == "" {
		start = "greedy"
	}
	return catalog.Own(a.Name, a.Summary, a.defaults(start), func(p params.Validator) prepare.Algorithm {
		var own any
		if t, ok := p.(params.Tagged); ok {
			own = t.Struct
		}
		return func(ctx context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
			s, err := a.New(ctx, TourJob{Instance: j.Instance, Start: j.Start, Seed: j.Seed, Threads: j.Threads, Params: own, job: j})
			if err == nil && s == nil {
				err = fmt.Errorf("%w %q: its New function returned nil", ErrAlgorithm, a.Name)
			}
			return s, err
		}
	})
}

// defaults returns the parameters of the preparation and of the algorithm.
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

// validate reports every fault of a user-defined algorithm, given the names in use.
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

// distinct reports parameters with the same name.
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
