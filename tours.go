package tourmaline

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Tours returns the problem of finding a tour, or a path if the instance is open. The names of the
// user-defined algorithms in own are also valid in Config.Algorithm.
func Tours(in *tsp.Instance, own ...TourAlgorithm) Problem {
	if in == nil {
		return Problem{}
	}
	return Problem{task: &tours{in, own}, instance: in}
}

// tours is the task of a tour problem.
type tours struct {
	in  *tsp.Instance
	own []TourAlgorithm
}

// validate reports every fault of the user-defined algorithms.
func (t *tours) validate() error {
	used := catalog.Names(catalog.Of(catalog.Tours))
	var faults []error
	for _, a := range t.own {
		faults = append(faults, a.validate(used, t.in.N()))
		used = append(used, a.Name)
	}
	return errors.Join(faults...)
}

func (t *tours) info() InstanceInfo {
	return InstanceInfo{Name: t.in.Name(), Problem: t.problem(), N: t.in.N(), Unit: t.in.Details().Unit, Hash: t.in.Hash()}
}

// problem returns the name of the problem variant.
func (t *tours) problem() string {
	switch {
	case t.in.Open():
		return "path"
	case t.in.Symmetric():
		return "tsp"
	}
	return "atsp"
}

func (t *tours) known() *Known {
	known, ok := tsp.BestKnown(t.in)
	if !ok {
		return nil
	}
	return &Known{Value: float64(known.Value), Proven: known.Proven}
}

// bound returns 0 as a lower bound, if the metric has no negative distances. The bound also holds
// for rounded coordinates, because the two cities farthest apart remain far apart.
func (t *tours) bound() (float64, bool) { return 0, t.in.Metric().Dims() > 0 }

func (t *tours) rows() []catalog.Row {
	rows := make([]catalog.Row, len(t.own))
	for i, a := range t.own {
		rows[i] = a.row()
	}
	return catalog.Of(catalog.Tours, rows...)
}

func (t *tours) auto(b catalog.Budget, given map[string]string) catalog.Pick {
	return catalog.AutoTour(t.in, b, given)
}

func (t *tours) params(r catalog.Row) params.Group { return r.Params(catalog.Size{N: t.in.N()}) }

func (t *tours) begin(r catalog.Row, p params.Group, o runOptions) (*run, error) {
	init, err := initial[tsp.Tour](o.init)
	if err != nil {
		return nil, err
	}
	options := prepare.Options{Seed: o.seed, Threads: o.threads, Device: o.device}
	if init != nil {
		options.Init = *init
	}
	if o.auto && !r.OnDevices() {
		// the instance is too small for a device, or the algorithm has no kernels
		options.Device = nil
	}
	s, err := r.BeginTour(t.in, p, options)
	if err != nil {
		return nil, err
	}
	return &run{untyped: erase[tsp.Tour](s, t.in), device: options.Device}, nil
}

func (t *tours) read([]byte, string) (answer, error) {
	return answer{}, errors.New("tours have their own file formats: use package tsp/format")
}

// write stores the city ids in tour order and the effect of rounding in the result.
func (t *tours) write(r *Result, best any) {
	order := best.(tsp.Tour)
	r.Rounding = t.rounding(order)
	if r.Termination == search.Optimal && r.LowerBound != nil {
		r.LowerBound = new(min(*r.LowerBound, r.Rounding.UnroundedCost))
	}
	r.Tour = make([]int64, len(order))
	for i, c := range order {
		r.Tour[i] = t.in.ID(c)
	}
	about := t.in.Details()
	r.Codes, r.Labels, r.Notes = along(order, about.Codes), along(order, about.Labels), about.Notes
}

// along returns the names in tour order, or nil if there are no names.
func along(order tsp.Tour, names []string) []string {
	if names == nil {
		return nil
	}
	list := make([]string, len(order))
	for i, c := range order {
		list[i] = names[c]
	}
	return list
}

func (t *tours) rounding(order tsp.Tour) *Rounding {
	how := t.in.Rounding()
	_, cost, within := t.in.Costs(order)
	if how.Exact {
		within = 0
	}
	return &Rounding{Scale: how.Scale, Exact: how.Exact, UnroundedCost: cost, CostError: within}
}
