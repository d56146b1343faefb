package tourmaline

import (
	"bytes"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"github.com/tourmaline-opt/tourmaline/vrp/format"
)

// Vehicles returns the problem of planning routes for several vehicles. The search supports equal
// vehicles with one capacity and one depot, and rejects other instances.
func Vehicles(in *vrp.Instance) Problem {
	if in == nil {
		return Problem{}
	}
	return Problem{task: &vehicles{in}, instance: in}
}

// vehicles is the task of a vehicle routing problem.
type vehicles struct{ in *vrp.Instance }

func (v *vehicles) info() InstanceInfo {
	return InstanceInfo{Name: v.in.Name, Problem: "vehicles", N: v.in.N(), Hash: v.in.Hash()}
}

func (v *vehicles) known() *Known          { return nil }
func (v *vehicles) bound() (float64, bool) { return math.Inf(-1), false }
func (v *vehicles) validate() error        { return nil }
func (v *vehicles) rows() []catalog.Row    { return catalog.Of(catalog.Vehicles) }

func (v *vehicles) auto(catalog.Budget, map[string]string) catalog.Pick {
	return catalog.Pick{Algorithm: "ils", Why: fmt.Sprintf("%d stops: ils is the algorithm for several vehicles", v.in.N())}
}

func (v *vehicles) params(r catalog.Row) params.Group { return r.Params(catalog.Size{N: v.in.N()}) }

func (v *vehicles) begin(r catalog.Row, p params.Group, o runOptions) (*run, error) {
	start, err := initial[vrp.Plan](o.init)
	if err != nil {
		return nil, err
	}
	if o.device != nil && !o.auto {
		return nil, fmt.Errorf("algorithm %s has %w: use the CPU", r.Name, device.ErrNoKernels)
	}
	var init vrp.Plan
	if start != nil {
		init = *start
	}
	s, err := catalog.BeginVehicles(v.in, p, init, o.seed, o.threads)
	if err != nil {
		return nil, err
	}
	return &run{untyped: erase(s, v.in)}, nil
}

// read reads a result in JSON or a solution in the format of CVRPLIB.
func (v *vehicles) read(data []byte, name string) (answer, error) {
	read := func() (vrp.Plan, *float64, error) { return format.ReadSolution(bytes.NewReader(data), name, v.in) }
	if isJSON(data) {
		read = func() (vrp.Plan, *float64, error) { return solutionOf[vrp.Plan](data, name) }
	}
	p, stated, err := read()
	if err != nil {
		return answer{}, err
	}
	if err := v.in.Check(p); err != nil {
		return answer{}, fmt.Errorf("%s does not contain a plan of %s: %w: %w", name, v.in.Name, ErrNoSolution, err)
	}
	return answer{p, v.in.Cost(p), stated}, nil
}

// restore returns the plan of a result, and its cost.
func (v *vehicles) restore(_ *Result, data []byte) (any, float64, error) {
	a, err := v.read(data, "the result")
	return a.solution, a.cost, err
}

func (v *vehicles) write(r *Result, best any) { r.Solution = best.(vrp.Plan) }
