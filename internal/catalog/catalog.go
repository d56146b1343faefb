// Package catalog is the table of all algorithms: for which problem, with which parameters
// and on which engines. The key is the problem and the name. Nothing registers itself.
package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The problems of rows.
const (
	Tours = "tours"
	Moves = "moves" // everything else: whatever has neighbourhoods
)

// A Row is an algorithm for a problem.
type Row struct {
	Problem string // Tours or Moves
	Name    string
	Summary string   // one line
	Engines []string // that can run it
	Most    int      // cities that it takes at most; 0: any number
	// Params returns the defaults for a size: for tours prepare.Params and those of the
	// algorithm, else those of local search.
	Params func(s Size) params.Group

	algorithm func(p params.Validator) prepare.Algorithm // of tours; nil: the start tour is the answer
	fits      func(p params.Validator, d device.Device, in *tsp.Instance) error
	once      bool  // it makes one tour and ends
	members   []Row // that may be islands; of archipelagos only
}

// A Size is the size of a problem.
type Size struct {
	N          int // cities, facilities, bits
	Attributes int // that its solutions are made of
}

// The engines of rows.
var (
	cpuOnly   = []string{"cpu"}
	onDevices = []string{"cpu", "opencl"}
)

// OnDevices reports whether a device can do part of the work.
func (r Row) OnDevices() bool { return slices.Contains(r.Engines, "opencl") }

// Table returns the whole table, in display order.
func Table() []Row { return append(Of(Tours), Of(Moves)...) }

// Own returns a row for a user-defined algorithm. Its parameters are those of the
// preparation, and possibly those of the algorithm, which create receives.
func Own(name, summary string, defaults func(s Size) params.Group, create func(p params.Validator) prepare.Algorithm) Row {
	return Row{Problem: Tours, Name: name, Summary: summary, Engines: cpuOnly, Params: defaults, algorithm: create}
}

// Of returns the rows for a problem, then user-defined ones.
func Of(problem string, own ...Row) []Row {
	rows := walks()
	if problem == Tours {
		rows = slices.Concat(localSearches(), colonies(), genetic(), swapping(), others())
	}
	return slices.Concat(rows, []Row{archipelago(problem, slices.Concat(rows, own))}, own)
}

// ErrAlgorithm reports an algorithm that is unknown for a problem, or an instance too large
// for it.
var ErrAlgorithm = errors.New("algorithm")

// Find looks up a name among rows.
func Find(rows []Row, name string) (Row, error) {
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.Name == name }); i >= 0 {
		return rows[i], nil
	}
	all := append([]string{Auto}, Names(rows)...)
	return Row{}, fmt.Errorf("%w %q is not available for this problem: expected one of %s", ErrAlgorithm, name, strings.Join(all, ", "))
}

// walks returns the rows of local search over neighbourhoods.
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
