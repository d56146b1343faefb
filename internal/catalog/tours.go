package catalog

import (
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// tours is the Task of finding a tour.
type tours struct {
	in   *tsp.Instance
	init tsp.Tour
}

// Tours is the task of finding a tour, from init on if that is not nil.
func Tours(in *tsp.Instance, init tsp.Tour) Task { return &tours{in, init} }

func (t *tours) Info() Info {
	return Info{Name: t.in.Name, Problem: t.problem(), N: t.in.N(), Unit: t.in.Unit, Hash: t.in.Hash()}
}

// problem tells tours from paths.
func (t *tours) problem() string {
	switch {
	case t.in.Open():
		return "path"
	case t.in.Symmetric():
		return "tsp"
	}
	return "atsp"
}

func (t *tours) Known() (Known, bool) {
	known, ok := tsp.BestKnown(t.in)
	return Known{Value: float64(known.Value), Proven: known.Proven}, ok
}

func (t *tours) Check([]byte, string) (float64, error) {
	return 0, errors.New("tours have formats of their own: use package tsp/format")
}

func (t *tours) Begin(o Order) (Run, error) {
	algorithm, err := Find(o.Algorithm, t.in)
	if err != nil {
		return nil, err
	}
	knobs := algorithm.Params(t.in.N())
	if err := params.Set(knobs, o.Params); err != nil {
		return nil, fmt.Errorf("algorithm %s: %w", algorithm.Name, err)
	}
	if auto := o.Algorithm == "" || o.Algorithm == Auto; auto && algorithm.MaxCities > 0 {
		o.Host.Device = nil // too small for any device to be of use
	}
	if o.Host.Device != nil {
		if err := suits(o.Host.Device, algorithm, knobs, t.in); err != nil {
			return nil, err
		}
	}
	if t.init != nil {
		if err := t.in.Check(t.init); err != nil {
			return nil, fmt.Errorf("the tour to start from: %w", err)
		}
	}
	return &tourRun{NewTourSearch(t.in, algorithm, knobs, t.init, o.Seed, o.Host)}, nil
}

// A tourRun is a Run of a TourSearch.
type tourRun struct{ *TourSearch }

func (r *tourRun) Best() any             { return r.in.Canonical(r.TourSearch.Best()) }
func (r *tourRun) Algorithm() string     { return r.TourSearch.Algorithm.Name }
func (r *tourRun) Params() Params        { return r.TourSearch.Params }
func (r *tourRun) Device() device.Device { return r.host.Device }

func (r *tourRun) Judge(claimed float64) (solution any, cost float64, err error) {
	best := r.in.Canonical(r.TourSearch.Best())
	cost, err = search.Referee(r.in, best, claimed)
	return best, cost, err
}
