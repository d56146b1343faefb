package catalog

import (
	"context"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
	"github.com/tourmaline-opt/tourmaline/tsp/start"
)

// TourSearch is a searcher from the bare instance to the end: it prepares in
// steps of its own, so that even the largest instance has an answer soon and a
// time limit holds, and then hands over to the algorithm.
//
// Inside, cities are numbered along a space-filling curve and paths are closed
// by a dummy; Best speaks of the instance as it was given.
type TourSearch struct {
	Algorithm Algorithm
	Params    Params

	in   *tsp.Instance
	init tsp.Tour
	seed uint64
	host Host

	phase int
	order []int32 // names of the renumbered cities; nil: the same
	plain *tsp.Plain
	lists *near.Lists // of the cities without dummy and ties
	inner search.Searcher[tsp.Tour]

	device device.Opened // open from when the algorithm takes over until Close

	preparing, searching time.Duration // so far

	best tsp.Tour // the best before inner takes over
	cost float64
}

// NewTourSearch makes a searcher for in. init is a tour to start from, or nil.
//
// The answer before the first step is a random tour, not the order of the file:
// some files, such as pr2392, list their cities along the optimal tour, and a
// search that looked there would seem better than it is.
func NewTourSearch(in *tsp.Instance, a Algorithm, p Params, init tsp.Tour, seed uint64, h Host) *TourSearch {
	s := &TourSearch{Algorithm: a, Params: p, in: in, init: init, seed: seed, host: h}
	s.best = slices.Clone(init)
	if init == nil {
		plain := in.Closed()
		s.best = plain.Back(plain.Fit(start.Random(in.N(), seed)))
	}
	s.cost = in.Cost(s.best)
	return s
}

// preparation are the steps before the algorithm takes over. One that ctx cuts
// short is done again by the next call.
var preparation = []func(*TourSearch, context.Context) error{
	(*TourSearch).renumber, (*TourSearch).makeLists, (*TourSearch).makeStart,
}

// Step prepares a little more, or lets the algorithm step. Where a device is at
// work, whatever goes wrong is a device.Err.
func (s *TourSearch) Step(ctx context.Context) error { return s.host.failed(ctx, s.step(ctx)) }

func (s *TourSearch) step(ctx context.Context) error {
	began, spent := time.Now(), &s.preparing
	defer func() { *spent += time.Since(began) }()
	if s.inner != nil {
		spent = &s.searching
		return s.inner.Step(ctx)
	}
	if s.Prepared() {
		return search.ErrExhausted
	}
	if err := preparation[s.phase](s, ctx); err != nil {
		return err
	}
	s.phase++
	return nil
}

// Prepared tells whether the search itself has begun.
func (s *TourSearch) Prepared() bool { return s.phase == len(preparation) }

// renumber puts the cities into the order of a space-filling curve, which is
// the first tour worth having.
func (s *TourSearch) renumber(context.Context) error {
	picked := s.in
	if s.in.Dims() > 0 {
		s.order = start.Curve(s.in)
		picked = s.in.Pick(s.order)
	}
	s.plain = picked.Closed()
	if s.order != nil {
		s.consider(s.plain.Fit(tsp.Identity(s.in.N())))
	}
	return nil
}

func (s *TourSearch) makeLists(ctx context.Context) (err error) {
	p, base := preparationOf(s.Params), s.plain.Base()
	if p.Lists == "quadrant" {
		s.lists, err = near.Quadrant(ctx, base, 2, p.Neighbours, s.host.Threads)
	} else {
		s.lists, err = near.Nearest(ctx, base, p.Neighbours, s.host.Threads)
	}
	if err == nil && p.Lists == "quadrant" && base.Symmetric() {
		s.lists = s.lists.Symmetric()
	}
	return err
}

// makeStart makes the start tour and hands over to the algorithm.
func (s *TourSearch) makeStart(ctx context.Context) error {
	order, err := s.startOrder(ctx)
	if err != nil {
		return err
	}
	first := s.plain.Fit(order)
	s.consider(first)
	if s.Algorithm.Improve == nil {
		return nil
	}
	j := Job{
		Instance: s.plain.Instance, Lists: s.lists.Fit(s.plain), Start: first,
		Params: s.Params, Seed: s.seed, Threads: s.host.Threads,
	}
	if d := s.host.Device; d != nil {
		if s.device == nil {
			if s.device, err = d.Open(ctx); err != nil {
				return err
			}
		}
		j.Device, j.About = s.device, d.Info()
	}
	s.inner, err = s.Algorithm.Improve(ctx, j)
	return err
}

// Close gives the device back, and everything on it. The best tour stays.
func (s *TourSearch) Close() error {
	if s.device == nil {
		return nil
	}
	return s.device.Close()
}

// startOrder is the order of the cities, without dummy, to start from.
func (s *TourSearch) startOrder(ctx context.Context) (tsp.Tour, error) {
	if s.init != nil {
		return s.inside(s.init), nil
	}
	base := s.plain.Base()
	switch kind := preparationOf(s.Params).Start; {
	case kind == "curve":
		return tsp.Identity(s.in.N()), nil
	case kind == "random":
		return start.Random(s.in.N(), s.seed), nil
	case kind == "greedy" && base.Symmetric():
		return start.Greedy(ctx, base, s.lists, s.host.Threads)
	}
	return start.NearestNeighbour(ctx, base, s.lists, 0)
}

// consider keeps a plain tour if it is the best so far.
func (s *TourSearch) consider(t tsp.Tour) {
	if cost := s.plain.Instance.Cost(t); cost < s.cost {
		s.best, s.cost = s.outside(t), cost
	}
}

// outside names the cities of a plain tour as the instance does.
func (s *TourSearch) outside(t tsp.Tour) tsp.Tour {
	t = s.plain.Back(t)
	if s.order == nil {
		return t
	}
	out := make(tsp.Tour, len(t))
	for i, c := range t {
		out[i] = s.order[c]
	}
	return out
}

// inside numbers the cities of a tour along the curve.
func (s *TourSearch) inside(t tsp.Tour) tsp.Tour {
	if s.order == nil {
		return t
	}
	number := make([]int32, len(s.order))
	for i, c := range s.order {
		number[c] = int32(i)
	}
	out := make(tsp.Tour, len(t))
	for i, c := range t {
		out[i] = number[c]
	}
	return out
}

// Cost is the cost of Best.
func (s *TourSearch) Cost() float64 {
	if s.inner != nil {
		return min(s.cost, s.inner.Cost())
	}
	return s.cost
}

// Best is the best tour of the instance as it was given.
func (s *TourSearch) Best() tsp.Tour {
	if s.inner != nil && s.inner.Cost() < s.cost {
		return s.outside(s.inner.Best())
	}
	return append(tsp.Tour(nil), s.best...)
}

// Pace passes on which share of the budget is used.
func (s *TourSearch) Pace(used float64) {
	if p, ok := s.inner.(search.Pacer); ok {
		p.Pace(used)
	}
}
