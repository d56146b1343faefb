package tourmaline

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/contract"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A Definition is a user-defined problem. Define converts it to a Problem with the features of the
// built-in problems: limits, a referee, results in JSON, checkpoints, and tabu search, hill
// climbing, VND, iterated local search and annealing on threads and devices.
//
// Problem, N, Cost, Check, Random and Neighbourhoods are required; the other fields are optional.
// Solutions are saved as lists if S is a slice of numbers, and otherwise as JSON. Fields that JSON
// does not encode are lost.
type Definition[S any] struct {
	Name    string // instance name
	Problem string // problem name, one word
	N       int    // size, for example the length of a solution
	Unit    string // unit of costs
	// instance hash, by which Resume rejects checkpoints of a different instance; if empty,
	// computed from the costs of some random solutions
	Hash string

	Cost  func(S) float64 // cost computed from scratch; smaller is better, always finite
	Check func(S) error   // nil if S is a valid solution
	// Random returns a random solution.
	Random func(r *rng.Stream) S
	// Neighbourhoods returns the neighbourhoods of a solution, smallest first. Only VND uses more
	// than the first one.
	Neighbourhoods func(solution S, s Setup) ([]moves.Neighbourhood[S], error)
	// Kernels returns the same neighbourhoods for a device. If Kernels is nil, the problem needs
	// the CPU.
	Kernels func(s Setup) ([]moves.Kernel[S], error)

	// Attributes is the number of attributes of a moves.Attributed neighbourhood that tabu search
	// remembers. The default is N.
	Attributes int
	// Params returns new parameters of the neighbourhoods with their defaults: a pointer to a
	// struct with the tags json, usage, and range or choices. If the struct has a method Validate()
	// error, that method checks rules that involve several parameters.
	Params func() any
	Auto   string // algorithm that "auto" selects; tabu if empty
	Known  *Known // best known cost

	// converts a solution for results; if nil, results contain the solution unchanged
	Show func(S) any
	// Read reads a solution from a file, and the cost that the file states, or nil if the file
	// states no cost. If Read is nil, solution files are results in JSON.
	Read func(data []byte, name string) (solution S, stated *float64, err error)
}

// A Setup contains the properties of a run that its neighbourhoods need.
type Setup struct {
	// from Definition.Params, with the values of Config.Params; nil if there are no parameters
	Params any
	Seed   uint64
	Walk   int // number of the walk, so that each walk can draw different random numbers
}

// Define converts a definition to a Problem. It rejects a definition that breaks its contract on a
// few random solutions: Check rejects a solution from Random, Cost is not finite or not
// deterministic, or a neighbourhood returns a wrong cost, returns a wrong delta, or has a move that
// changes nothing and is not moves.Impossible.
func Define[S any](d Definition[S]) (p Problem, err error) {
	defer catch(&err)
	if err := errors.Join(d.missing()...); err != nil {
		return Problem{}, err
	}
	if err := d.verify(); err != nil {
		return Problem{}, fmt.Errorf("definition of %s: %w", d.Problem, err)
	}
	return define(d), nil
}

// missing returns an error for each required field that is not set.
func (d *Definition[S]) missing() (faults []error) {
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"Problem", d.Problem != ""},
		{"N (1 or more)", d.N > 0},
		{"Cost", d.Cost != nil},
		{"Check", d.Check != nil},
		{"Random", d.Random != nil},
		{"Neighbourhoods", d.Neighbourhoods != nil},
	} {
		if !f.set {
			faults = append(faults, fmt.Errorf("a definition needs %s", f.name))
		}
	}
	return faults
}

// define sets the defaults and returns the problem.
func define[S any](d Definition[S]) Problem {
	if d.Hash == "" {
		d.Hash = fingerprint(d)
	}
	d.Attributes, d.Auto = cmp.Or(d.Attributes, d.N), cmp.Or(d.Auto, "tabu")
	if d.Show == nil {
		d.Show = func(s S) any { return s }
	}
	if d.Read == nil {
		d.Read = solutionOf[S]
	}
	return Problem{task: &defined[S]{d, savable(d)}}
}

// Numbers of solutions and moves that verify tries.
const (
	verifiedSolutions = 3
	verifiedMoves     = 64 // per neighbourhood
)

// verify checks the definition on some random solutions.
func (d *Definition[S]) verify() error {
	setup := Setup{}
	if d.Params != nil {
		setup.Params = d.Params()
		if err := (params.Tagged{Struct: setup.Params}).Validate(); err != nil {
			return fmt.Errorf("field Params: %w", err)
		}
	}
	for i := range verifiedSolutions {
		r := rng.At(0, uint32(i), 0)
		setup.Walk = i
		if err := d.verifyAt(d.Random(&r), setup); err != nil {
			return err
		}
	}
	return nil
}

func (d *Definition[S]) verifyAt(solution S, setup Setup) error {
	if err := d.Check(solution); err != nil {
		return fmt.Errorf("field Random returns a solution that Check rejects: %w", err)
	}
	cost := d.Cost(solution)
	if math.IsNaN(cost) || math.IsInf(cost, 0) {
		return fmt.Errorf("field Cost returns %v for a random solution, expected a finite number", cost)
	}
	if again := d.Cost(solution); again != cost {
		return fmt.Errorf("field Cost returns %v and then %v for the same solution, expected equal costs", cost, again)
	}
	around, err := d.Neighbourhoods(solution, setup)
	if err != nil {
		return fmt.Errorf("field Neighbourhoods: %w", err)
	}
	if len(around) == 0 {
		return errors.New("field Neighbourhoods returns none, expected at least one")
	}
	for i, h := range around {
		if !contract.Near(h.Cost(), cost) {
			return fmt.Errorf("neighbourhood %d starts at cost %v, but its start solution costs %v", i, h.Cost(), cost)
		}
		if err := contract.Moves(h, verifiedMoves, d.Cost, d.Check); err != nil {
			return fmt.Errorf("neighbourhood %d: %w", i, err)
		}
	}
	return nil
}

// savable returns an error if a solution changes when it is saved and read again.
func savable[S any](d Definition[S]) error {
	r := rng.At(0, 0, 0)
	solution := d.Random(&r)
	var w state.Writer
	state.Value(&w, "solution", solution)
	from := state.NewReader(w.Bytes())
	back := state.ReadValue[S](from, "solution")
	err := errors.Join(w.Err(), from.Err())
	if err == nil {
		err = d.Check(back)
	}
	if err == nil && d.Cost(back) != d.Cost(solution) {
		err = errors.New("the costs differ")
	}
	if err != nil {
		return fmt.Errorf("a %T changes when it is written as JSON and read back: %w", solution, err)
	}
	return nil
}

// fingerprint identifies an instance by the costs of some random solutions.
func fingerprint[S any](d Definition[S]) string {
	h := sha256.New()
	fmt.Fprintln(h, d.Problem, d.N)
	for i := range uint32(8) {
		r := rng.At(0, i, 0)
		fmt.Fprintln(h, d.Cost(d.Random(&r)))
	}
	return fmt.Sprintf("costs:%x", h.Sum(nil))
}
