// Package prepare performs the preparation that all tour algorithms share. It turns an instance
// with constraints (a path, a fixed start, fixed edges) into a plain closed instance whose cities
// are numbered along a space-filling curve, builds neighbour lists and a start tour, passes them to
// an algorithm as a [Job], and converts its tours back.
//
//	p := prepare.Defaults("greedy", in.N())
//	s, err := prepare.New(in, p, algorithm, prepare.Options{Seed: 1})
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

// A Job is the input of an algorithm.
type Job struct {
	Instance *tsp.Instance // plain and closed, without ends or fixed edges
	Lists    *near.Lists   // neighbour lists of Instance
	Start    tsp.Tour      // start tour
	Seed     uint64
	Threads  int           // number of threads; affects the speed, but never the result
	Device   device.Opened // nil if the threads do all work
	About    device.Info   // description of Device
}

// Fit turns any order of the cities into a valid tour: it keeps the ends of a path together and
// includes the fixed edges. Local search never removes those edges, but does not add them either,
// so an algorithm must call Fit for tours that it does not derive from Start.
func (j Job) Fit(order tsp.Tour) tsp.Tour {
	plain := j.Instance.Plain()
	if plain == nil {
		return order
	}
	n := int32(plain.Base.N()) // larger numbers are dummies
	return plain.Fit(slices.DeleteFunc(slices.Clone(order), func(c int32) bool { return c >= n }))
}

// An Algorithm creates a searcher that continues from the start tour.
type Algorithm func(ctx context.Context, j Job) (search.Searcher[tsp.Tour], error)

// Options configure a search.
type Options struct {
	Init    tsp.Tour // start tour, instead of the one that Params.Start selects
	Seed    uint64
	Threads int           // number of threads; 0 means 1
	Device  device.Device // nil if the threads do all work
	// Symmetric passes an asymmetric instance to the algorithm in symmetric form, see tsp.Doubled.
	Symmetric bool
}

// Search is a search.Searcher that starts with an unprepared instance. It prepares the instance in
// parts, so that even the largest instance has a tour soon and time limits are respected. Its tours
// are tours of the original instance.
type Search struct {
	in        *tsp.Instance
	params    Params
	algorithm Algorithm
	options   Options

	parts int     // number of completed preparation parts
	order []int32 // original city numbers in curve order; nil if unchanged
	plain *tsp.Plain
	lists *near.Lists // lists without dummies and fixed edges
	inner search.Searcher[tsp.Tour]

	doubled *tsp.Doubled // plain in symmetric form; nil if the algorithm uses plain itself
	dual    *near.Lists  // lists of doubled

	device device.Opened // open from the creation of the algorithm until Close

	best tsp.Tour // best tour, except for tours that only inner stores
	cost float64
}

// New creates a search. If the algorithm is nil, the search ends with the start tour.
//
// Before the preparation, the best tour is random rather than in file order: some files, such as
// pr2392, list their cities along the optimal tour, which would make a search look better than it
// is.
func New(in *tsp.Instance, p Params, a Algorithm, o Options) (*Search, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	o.Threads = max(o.Threads, 1)
	s := &Search{in: in, params: p, algorithm: a, options: o}
	if o.Init != nil {
		if err := in.Check(o.Init); err != nil {
			return nil, fmt.Errorf("start tour: %w", err)
		}
		s.best = slices.Clone(o.Init)
	} else {
		plain := in.Closed()
		s.best = plain.Back(plain.Fit(start.Random(in.N(), o.Seed)))
	}
	s.cost = in.CostOf(in.Length(s.best))
	return s, nil
}

// preparation lists the parts that precede the algorithm.
var preparation = []struct {
	name string
	do   func(*Search, context.Context) error
}{
	{"curve", (*Search).renumber}, {"neighbour lists", (*Search).makeLists}, {"start tour", (*Search).makeStart},
}

// Prepare performs the next part of the preparation. It reports whether the preparation is
// complete.
func (s *Search) Prepare(ctx context.Context) (done bool, err error) {
	if !s.Prepared() {
		if err := preparation[s.parts].do(s, ctx); err != nil {
			return false, err
		}
		s.parts++
	}
	return s.Prepared(), nil
}

// Prepared reports whether the preparation is complete.
func (s *Search) Prepared() bool { return s.parts == len(preparation) }

// Preparing returns the name of the next part of the preparation, or "" after the last.
func (s *Search) Preparing() string {
	if s.Prepared() {
		return ""
	}
	return preparation[s.parts].name
}

// Unwrap returns the searcher of the algorithm, or nil if it does not exist yet; see search.As.
func (s *Search) Unwrap() any {
	if s.inner == nil {
		return nil
	}
	return s.inner
}

// Step performs a step of the algorithm.
func (s *Search) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.inner == nil {
		return search.ErrExhausted
	}
	err := s.inner.Step(ctx)
	if errors.Is(err, search.ErrOptimal) { // no tour is better, even if rounding suggests otherwise
		s.best, s.cost = s.answer(s.inner.Best()), s.inner.Cost()
	}
	return err
}

// renumber numbers the cities along a space-filling curve, which gives the first useful tour.
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
	if err == nil && s.doubles() {
		err = s.makeDoubled(ctx)
	}
	return err
}

// makeStart builds the start tour and creates the algorithm.
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
	j, err := s.job(ctx, first)
	if err != nil {
		return err
	}
	if err := s.open(ctx, &j); err != nil {
		return err
	}
	s.inner, err = s.algorithm(ctx, j)
	return err
}

// open opens the device, if there is one, and passes it to a job.
func (s *Search) open(ctx context.Context, j *Job) (err error) {
	d := s.options.Device
	if d == nil {
		return nil
	}
	if s.device == nil {
		if s.device, err = d.Open(ctx); err != nil {
			return err
		}
	}
	j.Device, j.About = s.device, d.Info()
	return nil
}

// startOrder returns the initial order of the cities, without dummies.
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

// consider stores a plain tour if it is the best so far.
func (s *Search) consider(t tsp.Tour) {
	if cost := s.plain.Instance.CostOf(s.plain.Instance.Length(t)); cost < s.cost {
		s.best, s.cost = s.outside(t), cost
	}
}

// outside converts a plain tour to original city numbers.
func (s *Search) outside(t tsp.Tour) tsp.Tour {
	t = s.plain.Back(t)
	out := make(tsp.Tour, len(t))
	for i, c := range t {
		out[i] = s.city(c)
	}
	return out
}

// city returns the original number of a city of the job. The city must not be a dummy.
func (s *Search) city(c int32) int32 {
	if s.order == nil {
		return c
	}
	return s.order[c]
}

// inside converts a tour to city numbers along the curve.
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

// Cost returns the cost of Best.
func (s *Search) Cost() float64 {
	if s.inner != nil {
		return min(s.cost, s.inner.Cost())
	}
	return s.cost
}

// Best returns the best tour of the original instance, in its canonical form.
func (s *Search) Best() tsp.Tour {
	if s.inner != nil && s.inner.Cost() < s.cost {
		return tours.Canonical(s.in, s.answer(s.inner.Best()))
	}
	return tours.Canonical(s.in, s.best)
}

// Stats returns the statistics of the algorithm, with original city numbers.
func (s *Search) Stats(d search.Detail) (search.Stats, error) {
	inner, ok := search.As[search.Observed](s.Unwrap())
	if !ok {
		return search.Stats{}, nil
	}
	stats, err := inner.Stats(d)
	for i, trail := range stats.Trails {
		stats.Trails[i].From, stats.Trails[i].To = s.city(trail.From), s.city(trail.To)
	}
	return stats, err
}

// Immigrate accepts a tour that is better than the best one. Before the algorithm exists, the tour
// becomes the start tour.
func (s *Search) Immigrate(t tsp.Tour) (bool, error) {
	if err := s.in.Check(t); err != nil {
		return false, err
	}
	cost := s.in.CostOf(s.in.Length(t))
	if cost >= s.Cost() {
		return false, nil
	}
	if i, ok := search.As[search.Immigrant[tsp.Tour]](s.Unwrap()); ok {
		return i.Immigrate(s.question(t))
	}
	s.best, s.cost = slices.Clone(t), cost
	if !s.Prepared() {
		s.options.Init = s.best
	}
	return true, nil
}

// Close closes the device. Best remains valid.
func (s *Search) Close() error {
	if s.device == nil {
		return nil
	}
	return s.device.Close()
}
