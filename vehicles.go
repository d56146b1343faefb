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

// Vehicles returns the problem of planning routes for several vehicles.
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

func (v *vehicles) known() *Known {
	if cost, ok := vrp.BestKnown(v.in); ok {
		return &Known{Value: cost}
	}
	return nil
}

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
		read = func() (vrp.Plan, *float64, error) { return v.readJSON(data, name) }
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

// restore returns the plan of a result, and its cost. It replaces the solution that JSON contained
// by the same one with its type, so that the result is written again as before.
func (v *vehicles) restore(r *Result, data []byte) (any, float64, error) {
	a, err := v.read(data, "the result")
	if err != nil {
		return nil, 0, err
	}
	v.write(r, a.solution)
	return a.solution, a.cost, nil
}

// A shownRoute is a route in a result.
type shownRoute struct {
	Type  int32   `json:"type"`  // number of the vehicle type, from 1
	Stops []int64 `json:"stops"` // ids
}

func (v *vehicles) write(r *Result, best any) {
	p := best.(vrp.Plan)
	if len(p) == 0 {
		p = vrp.Plan{-1} // an empty route, because an empty list is no solution
	}
	shown := []shownRoute{}
	for kind, stops := range p.Routes() {
		route := shownRoute{Type: kind + 1, Stops: []int64{}}
		for _, s := range stops {
			route.Stops = append(route.Stops, v.in.Stops[s].ID)
		}
		shown = append(shown, route)
	}
	r.Solution = shown
}

// readJSON reads the plan of a result.
func (v *vehicles) readJSON(data []byte, name string) (vrp.Plan, *float64, error) {
	shown, stated, err := solutionOf[[]shownRoute](data, name)
	if err == nil && len(shown) == 0 {
		err = fmt.Errorf("%s: %w: expected a list of routes, found none", name, ErrNoSolution)
	}
	if err != nil {
		return nil, nil, err
	}
	stop := make(map[int64]int32, v.in.N())
	for i, s := range v.in.Stops {
		stop[s.ID] = int32(i)
	}
	p := vrp.Plan{}
	for _, route := range shown {
		if route.Type < 1 || int(route.Type) > len(v.in.Fleet) {
			return nil, nil, fmt.Errorf("%s: %w: vehicle type %d, expected 1 to %d", name, ErrNoSolution, route.Type, len(v.in.Fleet))
		}
		p = append(p, -route.Type) // see vrp.Plan
		for _, id := range route.Stops {
			s, ok := stop[id]
			if !ok {
				return nil, nil, fmt.Errorf("%s: %w: unknown stop %d", name, ErrNoSolution, id)
			}
			p = append(p, s)
		}
	}
	return p, stated, nil
}
