package aco

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// base returns the instance without the dummy and the fixed edges of a route.
func base(in *tsp.Instance) *tsp.Instance {
	if plain := in.Plain(); plain != nil {
		return plain.Base
	}
	return in
}

// fit converts an order of cities to a tour of the instance.
func fit(in *tsp.Instance, order tsp.Tour) tsp.Tour {
	if plain := in.Plain(); plain != nil {
		return plain.Fit(order)
	}
	return order
}

// nearest returns the nearest-neighbour tour, which is the start tour of the papers and of the
// catalog. Its length sets the initial trail level, so experiments must not start from a different
// tour.
func nearest(t testing.TB, in *tsp.Instance) tsp.Tour {
	t.Helper()
	l, err := near.Nearest(t.Context(), base(in), 32, 2)
	if err != nil {
		t.Fatal(err)
	}
	return nearestFrom(t, in, l, 0)
}

func nearestFrom(t testing.TB, in *tsp.Instance, l *near.Lists, city int32) tsp.Tour {
	t.Helper()
	order, err := start.NearestNeighbour(t.Context(), base(in), l, city)
	if err != nil {
		t.Fatal(err)
	}
	return fit(in, order)
}

// arbitrary returns a random tour. Every tour that ants construct is better, so trajectories and
// conformance tests contain the ants' tours from the first cycle on.
func arbitrary(in *tsp.Instance) tsp.Tour { return fit(in, start.Random(base(in).N(), 1)) }

// quadrants returns neighbour lists for local search.
func quadrants(t testing.TB, in *tsp.Instance) *near.Lists {
	t.Helper()
	l, err := near.Quadrant(t.Context(), base(in), 2, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	if plain := in.Plain(); plain != nil {
		return l.Fit(plain)
	}
	return l
}

// costOfAnts returns the cost of the best tour that ants have found. It ignores the start tour,
// which may be better.
func (s *system) costOfAnts() float64 { return s.in.CostOf(s.shortest) }

// Experiments start from a nearest-neighbour tour, as the catalog's colonies do. The catalog draws
// the first city of the tour at random.
func TestStartIsTheShippedOne(t *testing.T) {
	in := tsplib(t, "d198")
	p := prepare.Params{Start: "nearest", Neighbours: 32, Lists: "nearest"}
	shipped := math.NaN()
	s, err := prepare.New(in, p, func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
		shipped = j.Instance.CostOf(j.Instance.Length(j.Start))
		return nil, nil
	}, prepare.Options{})
	for done := false; !done && err == nil; {
		done, err = s.Prepare(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	l, err := near.Nearest(t.Context(), in, 32, 2)
	if err != nil {
		t.Fatal(err)
	}
	var costs []float64
	for city := range int32(in.N()) {
		costs = append(costs, in.CostOf(in.Length(nearestFrom(t, in, l, city))))
	}
	if !slices.Contains(costs, shipped) || !slices.Contains(costs, in.CostOf(in.Length(nearest(t, in)))) {
		t.Errorf("the catalog's tour costs %v, ours %v: expected %v", shipped, in.CostOf(in.Length(nearest(t, in))), costs)
	}
}
