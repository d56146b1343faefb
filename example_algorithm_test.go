package tourmaline_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// turns is an algorithm that reverses the first section of its tour, Start, for which the reversal
// shortens the tour.
type turns struct{ tourmaline.TourJob }

func (t *turns) Cost() float64  { return t.Instance.Cost(t.Start) }
func (t *turns) Best() tsp.Tour { return t.Start }
func (t *turns) Step(ctx context.Context) error {
	for move := range moves.Pairs(len(t.Start)) {
		i, j := moves.Pair(len(t.Start), move)
		next := slices.Clone(t.Start)
		slices.Reverse(next[i : j+1])
		if t.Instance.Cost(next) < t.Cost() {
			t.Start = next
			return ctx.Err()
		}
	}
	return search.ErrExhausted
}

// This example adds a user-defined algorithm.
func ExampleTourAlgorithm() {
	begin := func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
		return &turns{j}, nil
	}
	in, _ := tsp.Generate(tsp.Uniform, 30, 1)
	p := tourmaline.Tours(in, tourmaline.TourAlgorithm{Name: "turns", Start: "random", New: begin})
	r, err := tourmaline.Solve(context.Background(), p, tourmaline.Config{Algorithm: "turns", Limits: tourmaline.Limits{Steps: 1000}})
	fmt.Println(r.Steps, r.Cost, r.Termination, err) // Output: 77 4.396559e+06 stalled <nil>
}
