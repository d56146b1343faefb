package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

type params struct {
	Tours int    `json:"tours" range:"2..1000" usage:"number of tours in the population"`
	Moves string `json:"moves" choices:"2opt,oropt,lk" usage:"local search moves"`
}

var own = tourmaline.TourAlgorithm{
	Name: "genetic", Summary: "genetic algorithm that crosses local optima", New: newGenetic,
	Params: func(int) any { return &params{Tours: 12, Moves: "oropt"} },
}

// genetic is a genetic algorithm in which every tour is a local optimum.
type genetic struct {
	tourmaline.TourJob
	params   params
	improver *lk.Improver
	tours    []tsp.Tour // shortest first
	step     uint32
}

// newGenetic returns a searcher for a prepared instance.
func newGenetic(ctx context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
	p := *j.Params.(*params)
	m, err := lk.NewImprover(ctx, j.Instance, lk.Options{Moves: p.Moves, Neighbours: j.Neighbours})
	return &genetic{TourJob: j, params: p, improver: m, tours: []tsp.Tour{j.Start}}, err
}

func (g *genetic) Cost() float64  { return g.Instance.Cost(g.tours[0]) }
func (g *genetic) Best() tsp.Tour { return g.tours[0] }

// Step creates one tour. The tour joins the population if it is shorter than the longest tour and
// no tour has the same length.
func (g *genetic) Step(ctx context.Context) error {
	child := g.Fit(g.child(rng.At(g.Seed, 0, g.step)))
	if err := g.improver.Improve(ctx, child); err != nil { // an interrupted step has no effect
		return err
	}
	g.step++
	at, twin := slices.BinarySearchFunc(g.tours, child, g.compare)
	if !twin {
		g.tours = slices.Insert(g.tours, at, child)
		g.tours = g.tours[:min(len(g.tours), g.params.Tours)]
	}
	return nil
}

func (g *genetic) compare(a, b tsp.Tour) int {
	return cmp.Compare(g.Instance.Length(a), g.Instance.Length(b))
}

// child returns a random order of the cities while the population is incomplete. Later it returns a
// part of one tour, followed by the remaining cities in the order of a second tour.
func (g *genetic) child(random rng.Stream) tsp.Tour {
	one := slices.Clone(g.tours[random.IntN(int32(len(g.tours)))])
	if int(g.step) < g.params.Tours {
		random.Shuffle(one)
		return one
	}
	other, n := g.tours[random.IntN(int32(len(g.tours)))], int32(len(one))
	from := random.IntN(n)
	part := one[from : from+random.IntN(n-from)+1]
	has := make([]bool, n)
	for _, c := range part {
		has[c] = true
	}
	return append(part, slices.DeleteFunc(slices.Clone(other), func(c int32) bool { return has[c] })...)
}

// Save writes the state that the next steps depend on.
func (g *genetic) Save(w *state.Writer) {
	w.Section("genetic")
	w.Int("step", int64(g.step))
	w.Int("count", int64(len(g.tours)))
	for _, t := range g.tours {
		state.List(w, "tour", t)
	}
}

// Restore reads the state that Save wrote.
func (g *genetic) Restore(r *state.Reader) error {
	r.Section("genetic")
	g.step = uint32(r.Count("step", math.MaxUint32))
	count := r.Count("count", g.params.Tours)
	g.tours = nil
	for range count {
		t := tsp.Tour(state.ReadList[int32](r, "tour", g.Instance.N()))
		if r.Err() == nil {
			r.Fail(g.Instance.Check(t))
		}
		g.tours = append(g.tours, t)
	}
	if count == 0 {
		r.Failf("no tours")
	}
	return r.Err()
}
