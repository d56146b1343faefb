// Package catalog is the table of all algorithms, with their problems, parameters and engines. The
// key is the problem and the name. The table lists every algorithm explicitly; no algorithm
// registers itself.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/suggest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ResultSchema identifies the JSON format of a result, which docs/result.schema.json defines.
const ResultSchema = "tourmaline/result/v1"

// Values of Row.Problem.
const (
	Tours    = "tours"
	Vehicles = "vehicles"
	Moves    = "moves" // every other problem with neighbourhoods
)

// A Row is an algorithm for a problem.
type Row struct {
	Problem string // Tours, Vehicles or Moves
	Name    string
	Summary string   // one line
	Engines []string // engines that can run the algorithm
	Most    int      // maximum number of cities; 0 for any number
	// Params returns the defaults for a size: for tours, prepare.Params and the parameters of the
	// algorithm; otherwise, the parameters of local search.
	Params func(s Size) params.Group

	algorithm maker // algorithm for tours; nil if the result is the start tour
	fits      func(p params.Validator, d device.Device, in *tsp.Instance) error
	once      bool // whether the algorithm creates one tour and ends
	// algorithm to use instead for an asymmetric instance; empty if the row's own accepts one
	asymmetric string
	doubles    bool  // whether the algorithm receives an asymmetric instance in symmetric form
	members    []Row // possible members of an archipelago; only for archipelagos
}

type tourSearch = search.Searcher[tsp.Tour]

// A maker creates the search of an algorithm for tours.
type maker func(ctx context.Context, j prepare.Job, p params.Validator) (tourSearch, error)

// A Size is the size of a problem.
type Size struct {
	N          int // number of cities, facilities or bits
	Attributes int // number of attributes of the solutions
}

// Values of Row.Engines.
var (
	cpuOnly   = []string{"cpu"}
	onDevices = []string{"cpu", "opencl"}
)

// OnDevices reports whether a device can do part of the work.
func (r Row) OnDevices() bool { return slices.Contains(r.Engines, "opencl") }

// Table returns the whole table, in display order.
func Table() []Row { return slices.Concat(Of(Tours), Of(Vehicles), Of(Moves)) }

// Own returns a row for a user-defined algorithm. Its parameters are those of the preparation and,
// optionally, those of the algorithm, which are passed to create.
func Own(name, summary string, defaults func(s Size) params.Group, create maker) Row {
	return Row{Problem: Tours, Name: name, Summary: summary, Engines: cpuOnly, Params: defaults, algorithm: create}
}

// Of returns the rows for a problem, followed by the user-defined ones.
func Of(problem string, own ...Row) []Row {
	rows := walks()
	switch problem {
	case Tours:
		rows = slices.Concat(localSearches(), colonies(), genetic(), swapping(), others())
	case Vehicles:
		return slices.Concat(vehicles(), own)
	}
	return slices.Concat(rows, []Row{archipelago(problem, slices.Concat(rows, own))}, own)
}

// ErrAlgorithm reports an algorithm that is not available for a problem, or that does not accept an
// instance because of its size or because it is asymmetric.
var ErrAlgorithm = errors.New("algorithm")

// Find returns the row with the given name.
func Find(rows []Row, name string) (Row, error) {
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Name == name }); i >= 0 {
		return rows[i], nil
	}
	all := append([]string{Auto}, Names(rows)...)
	return Row{}, fmt.Errorf("%w %q is not available for this problem: %sexpected one of %s", ErrAlgorithm, name, suggest.Meant(name, all), strings.Join(all, ", "))
}

// walks returns the rows for local search over neighbourhoods.
func walks() []Row {
	row := func(name, summary string, engines []string, p func(s Size) params.Validator) Row {
		return Row{
			Problem: Moves, Name: name, Summary: summary, Engines: engines,
			Params: func(s Size) params.Group { return params.Group{p(s)} },
		}
	}
	return []Row{
		row("tabu", "robust tabu search: makes the best move at every turn, but does not undo recent moves", onDevices,
			func(s Size) params.Validator { p := local.TabuDefaults(s.N, s.Attributes); return &p }),
		row("climb", "hill climbing by best or first improvement, with restarts", onDevices,
			func(Size) params.Validator { p := local.ClimbDefaults(); return &p }),
		row("vnd", "variable neighbourhood descent: tries larger neighbourhoods when smaller ones are exhausted, then kicks", onDevices,
			func(Size) params.Validator { p := local.VNDDefaults(); return &p }),
		row("ils", "iterated local search: descends to a local optimum, then leaves it by a few random moves", onDevices,
			func(Size) params.Validator { p := local.ILSDefaults(); return &p }),
		row("anneal", "simulated annealing over the whole budget, as a baseline", cpuOnly,
			func(s Size) params.Validator { p := local.AnnealDefaults(s.N * s.N); return &p }),
	}
}

// Names returns the names of the given rows.
func Names(rows []Row) []string {
	all := make([]string, len(rows))
	for i, r := range rows {
		all[i] = r.Name
	}
	return all
}
