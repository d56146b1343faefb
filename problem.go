package tourmaline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// A Problem is an immutable problem instance that can be solved any number of times.
type Problem struct {
	task     task
	instance any
}

// A task is the part of a problem that a solver uses.
type task interface {
	info() InstanceInfo
	known() *Known // nil if unknown
	bound() (float64, bool)
	rows() []catalog.Row
	// picks an algorithm for the budget
	auto(b catalog.Budget, given map[string]string) catalog.Pick
	params(r catalog.Row) params.Group
	begin(r catalog.Row, p params.Group, o runOptions) (*run, error)
	validate() error // reports faults of user-defined algorithms
	read(data []byte, name string) (answer, error)
	write(r *Result, best any)
	// returns the solution of a result
	restore(r *Result, data []byte) (best any, cost float64, err error)
}

// defined is the task of a definition.
type defined[S any] struct {
	Definition[S]
	unsaved error // reason why solutions cannot be saved
}

func (d *defined[S]) info() InstanceInfo {
	return InstanceInfo{Name: d.Name, Problem: d.Problem, N: d.N, Unit: d.Unit, Hash: d.Hash}
}

func (d *defined[S]) validate() error        { return nil }
func (d *defined[S]) known() *Known          { return d.Known }
func (d *defined[S]) bound() (float64, bool) { return math.Inf(-1), false }
func (d *defined[S]) rows() []catalog.Row    { return catalog.Of(catalog.Moves) }

func (d *defined[S]) auto(catalog.Budget, map[string]string) catalog.Pick {
	return catalog.Pick{Algorithm: d.Auto, Why: fmt.Sprintf("%s of size %d: %s is the default for every size", d.Problem, d.N, d.Auto)}
}

func (d *defined[S]) params(r catalog.Row) params.Group {
	group := r.Params(catalog.Size{N: d.N, Attributes: d.Attributes})
	if d.Params != nil {
		group = append(group, params.Tagged{Struct: d.Params()})
	}
	return group
}

func (d *defined[S]) begin(r catalog.Row, p params.Group, o runOptions) (*run, error) {
	setup := Setup{Seed: o.seed}
	if len(p) > 1 {
		setup.Params = p[1].(params.Tagged).Struct
	}
	w := catalog.WalkOrder[S]{Size: catalog.Size{N: d.N, Attributes: d.Attributes}, Seed: o.seed, Threads: o.threads, Device: o.device}
	w.Landscape = local.Landscape[S]{
		Random: d.Random,
		Check:  d.Check,
		Around: func(place S, walk int) ([]moves.Neighbourhood[S], error) {
			s := setup
			s.Walk = walk
			return d.Neighbourhoods(place, s)
		},
	}
	if d.Kernels != nil {
		w.Kernels = func() ([]moves.Kernel[S], error) { return d.Kernels(setup) }
	}
	start, err := initial[S](o.init)
	if err != nil {
		return nil, err
	}
	if start != nil {
		if err := d.Check(*start); err != nil {
			return nil, fmt.Errorf("start solution: %w", err)
		}
		w.Landscape.Start = start
	}
	s, err := catalog.BeginMoves(r, p[0], w)
	if err != nil {
		return nil, err
	}
	return &run{erase(s, judge[S]{d.Cost, d.Check}), o.device, d.unsaved}, nil
}

// A judge implements search.Problem.
type judge[S any] struct {
	cost  func(S) float64
	check func(S) error
}

func (j judge[S]) Cost(s S) float64 { return j.cost(s) }
func (j judge[S]) Check(s S) error  { return j.check(s) }

func (d *defined[S]) read(data []byte, name string) (answer, error) {
	solution, stated, err := d.Read(data, name)
	if err != nil {
		return answer{}, err
	}
	if err := d.Check(solution); err != nil {
		return answer{}, fmt.Errorf("%s does not contain a solution of %s: %w: %w", name, d.Name, ErrNoSolution, err)
	}
	if isJSON(data) {
		if err := d.sameSize(data, name); err != nil {
			return answer{}, err
		}
	}
	return answer{solution, d.Cost(solution), stated}, nil
}

// sameSize rejects a result that states a different problem or size.
func (d *defined[S]) sameSize(data []byte, name string) error {
	var r struct{ Instance json.RawMessage }
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("%s: %w", name, budget.PlainJSON(err))
	}
	of := InstanceInfo{Problem: d.Problem, N: d.N}
	if json.Unmarshal(r.Instance, &of) != nil {
		return nil // other programs may use the field "instance" for something else
	}
	if of.Problem != d.Problem || of.N != d.N {
		return fmt.Errorf("%s: %w of this instance: it states the problem %s of size %d, expected %s of size %d",
			name, ErrNoSolution, of.Problem, of.N, d.Problem, d.N)
	}
	return nil
}

func (d *defined[S]) write(r *Result, best any) { r.Solution = d.Show(best.(S)) }

// isJSON reports whether data is a JSON object.
func isJSON(data []byte) bool {
	trimmed := bytes.TrimSpace(data)
	return len(trimmed) > 0 && trimmed[0] == '{'
}

// solutionOf reads the solution of a result in JSON and the cost that the result states.
func solutionOf[S any](data []byte, name string) (solution S, stated *float64, err error) {
	var r struct {
		Solution json.RawMessage `json:"solution"`
		Cost     *float64        `json:"cost"`
	}
	if !isJSON(data) {
		return solution, nil, fmt.Errorf("%s: expected a result in JSON", name)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return solution, nil, fmt.Errorf("%s: %w", name, budget.PlainJSON(err))
	}
	if r.Solution == nil {
		return solution, nil, fmt.Errorf("%s: %w: expected the field \"solution\", found none", name, ErrNoSolution)
	}
	var list []any
	// package json would decode null as 0
	if json.Unmarshal(r.Solution, &list) == nil && slices.Contains(list, nil) {
		return solution, nil, fmt.Errorf("%s: %w: expected a list without null values", name, ErrNoSolution)
	}
	if err := json.Unmarshal(r.Solution, &solution); err != nil {
		return solution, nil, fmt.Errorf("%s: solution: %w", name, budget.PlainJSON(err))
	}
	return solution, r.Cost, nil
}

var errNoProblem = errors.New("no problem to solve: create one with Tours, Define or a similar constructor")

// Info returns a description of the instance.
func (p Problem) Info() (InstanceInfo, error) {
	if p.task == nil {
		return InstanceInfo{}, errNoProblem
	}
	return p.task.info(), nil
}

// Instance returns the instance of a built-in problem: a *tsp.Instance, *qap.Instance,
// *perceptron.Instance, *maxcut.Instance, *colouring.Instance, *continuous.Instance or
// *vrp.Instance. It returns nil for a Definition.
func (p Problem) Instance() any { return p.instance }

// BestKnown returns the best published cost of the instance.
func (p Problem) BestKnown() (Known, bool) {
	if p.task == nil || p.task.known() == nil {
		return Known{}, false
	}
	return *p.task.known(), true
}

// An answer is a solution read from a file.
type answer struct {
	solution any      // solution of the problem's type
	cost     float64  // computed from scratch
	stated   *float64 // cost stated by the file; nil if the file states no cost
}

// ReadSolution reads a solution from a result in JSON or from a file in the problem's native
// format, checks it and computes its cost. stated is the cost that the file states, or nil;
// ReadSolution does not compare it with the computed cost. The error matches ErrNoSolution if the
// file contains no solution of this problem. Package tsp/format reads tours.
func (p Problem) ReadSolution(data []byte, name string) (solution any, cost float64, stated *float64, err error) {
	if p.task == nil {
		return nil, 0, nil, errNoProblem
	}
	defer catch(&err)
	a, err := p.task.read(data, name)
	return a.solution, a.cost, a.stated, err
}

// Known is a published cost.
type Known struct {
	Value  float64
	Proven bool // whether the cost is proven optimal
}

// Gap returns the percentage by which cost exceeds the known cost. ok is false if the known cost is
// 0 and cost is not.
func (k Known) Gap(cost float64) (percent float64, ok bool) {
	if k.Value == 0 {
		return 0, cost == 0
	}
	gap := (cost/k.Value - 1) * 100
	if k.Value < 0 { // a maximisation problem
		gap = -gap
	}
	return gap, true
}
