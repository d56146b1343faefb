package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const most = 12 // tours in a population

// genetic is a genetic algorithm whose tours are all local optima.
type genetic struct {
	prepare.Job
	tours []tsp.Tour // the shortest first
	step  uint32
}

// newGenetic returns the searcher of a prepared instance.
func newGenetic(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
	return &genetic{Job: j, tours: []tsp.Tour{j.Start}}, nil
}

func (g *genetic) Cost() float64  { return g.Instance.Cost(g.tours[0]) }
func (g *genetic) Best() tsp.Tour { return g.tours[0] }

// Step makes one tour. It joins the population if it is shorter than the longest tour and no
// tour has the same length.
func (g *genetic) Step(ctx context.Context) error {
	child, err := g.descend(ctx, g.Fit(g.child(rng.At(g.Seed, 0, g.step))))
	if err = cmp.Or(err, ctx.Err()); err != nil { // an interrupted step leaves no trace
		return err
	}
	g.step++
	at, twin := slices.BinarySearchFunc(g.tours, child, g.compare)
	if !twin {
		g.tours = slices.Insert(g.tours, at, child)
		g.tours = g.tours[:min(len(g.tours), most)]
	}
	return nil
}

func (g *genetic) compare(a, b tsp.Tour) int {
	return cmp.Compare(g.Instance.Length(a), g.Instance.Length(b))
}

// child returns a random order of the cities while the population is incomplete. Later it
// returns a part of one tour, followed by the other cities in the order of another tour.
func (g *genetic) child(random rng.Stream) tsp.Tour {
	one := slices.Clone(g.tours[random.IntN(int32(len(g.tours)))])
	if g.step < most {
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

// descend returns the local optimum reached from a tour.
func (g *genetic) descend(ctx context.Context, t tsp.Tour) (tsp.Tour, error) {
	var chain lk.Chain = lk.NewDirected(g.Instance, g.Lists, t)
	if g.Instance.Symmetric() {
		chain = lk.NewUndirected(g.Instance, g.Lists, t, lk.OrOpt)
	}
	_, err := chain.Descend(ctx, math.MaxInt)
	return chain.Tour(nil), err
}

// Save writes everything that the next steps depend on.
func (g *genetic) Save(w *state.Writer) {
	w.Section("genetic")
	w.Int("step", int64(g.step))
	w.Int("count", int64(len(g.tours)))
	for _, t := range g.tours {
		state.List(w, "tour", t)
	}
}

// Restore reads what Save wrote.
func (g *genetic) Restore(r *state.Reader) error {
	r.Section("genetic")
	g.step = uint32(r.Count("step", math.MaxUint32))
	count := r.Count("count", most)
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
