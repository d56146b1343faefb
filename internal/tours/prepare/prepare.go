// Package prepare is what every algorithm for tours stands on. It turns an instance
// with all its wishes (a path, a fixed start, fixed edges) into a plain closed one whose
// cities are numbered along a space-filling curve, makes neighbour lists and a start
// tour, hands all that to an algorithm as a [Job], and turns its tours back.
//
//	s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), algorithm, prepare.Options{Seed: 1})
//	…
//	r, err := search.Run(ctx, in, s, search.After(5*time.Second))
package prepare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Job is what an algorithm is given.
type Job struct {
	Instance *tsp.Instance // a plain closed one: no ends, no fixed edges
	Lists    *near.Lists   // its neighbour lists
	Start    tsp.Tour      // a tour to start from
	Seed     uint64
	Threads  int           // change the speed, never the result
	Device   device.Opened // nil: the threads do everything
	About    device.Info   // of that device
}

// Fit makes a tour out of any order of the cities: it keeps the ends of a path and the
// edges that must be used. A descent never cuts those edges, but does not look for them
// either, so that whoever makes tours otherwise than from Start lets them be fitted first.
func (j Job) Fit(order tsp.Tour) tsp.Tour {
	plain := j.Instance.Plain()
	if plain == nil {
		return order
	}
	n := int32(plain.Base.N()) // from there on come dummies
	return plain.Fit(slices.DeleteFunc(slices.Clone(order), func(c int32) bool { return c >= n }))
}

// An Algorithm makes the searcher that takes over from the start tour.
type Algorithm func(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error)

// Options say what a search runs on.
type Options struct {
	Init    tsp.Tour // a tour to start from, in place of Params.Start
	Seed    uint64
	Threads int           // 0 = 1
	Device  device.Device // nil: the threads do everything
}

// Search is a search.Searcher from the bare instance to the end. It prepares in parts,
// so that even the largest instance has an answer soon and a time limit holds. Its tours
// are those of the instance as it was given.
type Search struct {
	in        *tsp.Instance
	params    Params
	algorithm Algorithm
	options   Options

	parts int     // of the preparation that are done
	order []int32 // the cities as the instance numbers them, along the curve; nil: the same
	plain *tsp.Plain
	lists *near.Lists // of the cities without dummy and fixed edges
	inner search.Searcher[tsp.Tour]

	device device.Opened // from when the algorithm takes over until Close

	best tsp.Tour // the best before inner takes over
	cost float64
}

// New makes a search. Without an algorithm it ends with the start tour.
//
// The answer before anything is prepared is a random tour, not the order of the file:
// some files, such as pr2392, list their cities along the optimal tour, and a search
// that looked there would seem better than it is.
func New(in *tsp.Instance, p Params, a Algorithm, o Options) (*Search, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o.Threads = max(o.Threads, 1)
	s := &Search{in: in, params: p, algorithm: a, options: o}
	if o.Init != nil {
		if err := in.Check(o.Init); err != nil {
			return nil, fmt.Errorf("the tour to start from: %w", err)
		}
		s.best = slices.Clone(o.Init)
	} else {
		plain := in.Closed()
		s.best = plain.Back(plain.Fit(start.Random(in.N(), o.Seed)))
	}
	s.cost = in.CostOf(in.Length(s.best))
	return s, nil
}

// preparation are the parts before the algorithm takes over.
var preparation = []struct {
	name string
	do   func(*Search, context.Context) error
}{
	{"curve", (*Search).renumber}, {"neighbour lists", (*Search).makeLists}, {"start tour", (*Search).makeStart},
}

// Prepare does the next part of the preparation.
func (s *Search) Prepare(ctx context.Context) (done bool, err error) {
	if !s.Prepared() {
		if err := preparation[s.parts].do(s, ctx); err != nil {
			return false, err
		}
		s.parts++
	}
	return s.Prepared(), nil
}

// Prepared tells whether steps can follow.
func (s *Search) Prepared() bool { return s.parts == len(preparation) }

// Preparing names the next part of the preparation, or "" when all are done.
func (s *Search) Preparing() string {
	if s.Prepared() {
		return ""
	}
	return preparation[s.parts].name
}

// Inner is the searcher of the algorithm; nil before it has taken over.
func (s *Search) Inner() search.Searcher[tsp.Tour] { return s.inner }

// Step lets the algorithm step.
func (s *Search) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.inner == nil {
		return search.ErrExhausted
	}
	err := s.inner.Step(ctx)
	if errors.Is(err, search.ErrOptimal) { // nothing is better, whatever rounding says
		s.best, s.cost = s.outside(s.inner.Best()), s.inner.Cost()
	}
	return err
}

// renumber puts the cities into the order of a space-filling curve, which is
// the first tour worth having.
func (s *Search) renumber(ctx context.Context) error {
	picked := s.in
	if s.in.Dims() > 0 {
		order, err := start.Curve(ctx, s.in)
		if err != nil {
			return err
		}
		s.order, picked = order, s.in.Pick(order)
	}
	s.plain = picked.Closed()
	if s.order != nil {
		s.consider(s.plain.Fit(tsp.Identity(s.in.N())))
	}
	return nil
}

func (s *Search) makeLists(ctx context.Context) (err error) {
	base, k, threads := s.plain.Base, s.params.Neighbours, s.options.Threads
	switch s.params.Lists {
	case "equal-quadrant":
		s.lists, err = near.Quadrant(ctx, base, k/4, k, threads)
	case "quadrant":
		s.lists, err = near.Quadrant(ctx, base, 2, k, threads)
		if err == nil && base.Symmetric() {
			s.lists, err = s.lists.Symmetric(ctx, threads)
		}
	default:
		s.lists, err = near.Nearest(ctx, base, k, threads)
	}
	return err
}

// makeStart makes the start tour and hands over to the algorithm.
func (s *Search) makeStart(ctx context.Context) error {
	order, err := s.startOrder(ctx)
	if err != nil {
		return err
	}
	first := s.plain.Fit(order)
	s.consider(first)
	if s.algorithm == nil {
		return nil
	}
	j := Job{
		Instance: s.plain.Instance, Lists: s.lists.Fit(s.plain), Start: first,
		Seed: s.options.Seed, Threads: s.options.Threads,
	}
	if d := s.options.Device; d != nil {
		if s.device == nil {
			if s.device, err = d.Open(ctx); err != nil {
				return err
			}
		}
		j.Device, j.About = s.device, d.Info()
	}
	s.inner, err = s.algorithm(ctx, j)
	return err
}

// startOrder is the order of the cities, without dummy, to start from.
func (s *Search) startOrder(ctx context.Context) (tsp.Tour, error) {
	if s.options.Init != nil {
		return s.inside(s.options.Init), nil
	}
	base := s.plain.Base
	switch kind := s.params.Start; {
	case kind == "curve":
		return tsp.Identity(s.in.N()), nil
	case kind == "random":
		return start.Random(s.in.N(), s.options.Seed), nil
	case kind == "greedy" && base.Symmetric():
		return start.Greedy(ctx, base, s.lists, s.options.Threads)
	}
	return start.NearestNeighbour(ctx, base, s.lists, start.City(base.N(), s.options.Seed))
}

// consider keeps a plain tour if it is the best so far.
func (s *Search) consider(t tsp.Tour) {
	if cost := s.plain.Instance.CostOf(s.plain.Instance.Length(t)); cost < s.cost {
		s.best, s.cost = s.outside(t), cost
	}
}

// outside is a plain tour with the cities as the instance numbers them.
func (s *Search) outside(t tsp.Tour) tsp.Tour {
	t = s.plain.Back(t)
	if s.order == nil {
		return t
	}
	out := make(tsp.Tour, len(t))
	for i, c := range t {
		out[i] = s.City(c)
	}
	return out
}

// City is the number in the instance of a city of the job that is no dummy.
func (s *Search) City(c int32) int32 {
	if s.order == nil {
		return c
	}
	return s.order[c]
}

// inside is a tour with its cities numbered along the curve.
func (s *Search) inside(t tsp.Tour) tsp.Tour {
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
func (s *Search) Cost() float64 {
	if s.inner != nil {
		return min(s.cost, s.inner.Cost())
	}
	return s.cost
}

// Best is the best tour of the instance as it was given, in its canonical form.
func (s *Search) Best() tsp.Tour {
	if s.inner != nil && s.inner.Cost() < s.cost {
		return tours.Canonical(s.in, s.outside(s.inner.Best()))
	}
	return tours.Canonical(s.in, s.best)
}

// Pace passes on which share of the budget is used.
func (s *Search) Pace(used float64) {
	if p, ok := s.inner.(search.Pacer); ok {
		p.Pace(used)
	}
}

// Warm tells whether the algorithm is.
func (s *Search) Warm() bool {
	w, ok := s.inner.(search.Warm)
	return ok && w.Warm()
}

// Immigrate takes up a better tour. Before the algorithm has taken over, it is the tour
// to start from.
func (s *Search) Immigrate(t tsp.Tour) (bool, error) {
	if err := s.in.Check(t); err != nil {
		return false, err
	}
	cost := s.in.CostOf(s.in.Length(t))
	if cost >= s.Cost() {
		return false, nil
	}
	if i, ok := s.inner.(search.Immigrant[tsp.Tour]); ok {
		return i.Immigrate(s.plain.Fit(s.inside(t)))
	}
	s.best, s.cost = slices.Clone(t), cost
	if !s.Prepared() {
		s.options.Init = s.best
	}
	return true, nil
}

// Close gives the device back, and everything on it. The best tour stays.
func (s *Search) Close() error {
	if s.device == nil {
		return nil
	}
	return s.device.Close()
}
