package tourmaline_test

import (
	"context"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// This example computes a tour through four points.
func ExampleSolve() {
	in, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {3, 4}, {3, 0}, {0, 4}})
	if err != nil {
		panic(err)
	}
	r, err := tourmaline.Solve(context.Background(), tourmaline.Tours(in), tourmaline.Config{})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Cost, r.Order(), r.Termination)
	// Output: 14 [0 2 1 3] optimal
}

// This example uses a distance matrix with one-way streets. It computes a path from the depot (city
// 0) to the driver's home (city 3), not a round trip.
func ExampleSolve_path() {
	in, err := tsp.FromMatrix(4, []float64{
		0, 9, 2, 9,
		1, 0, 9, 3,
		9, 4, 0, 9,
		9, 9, 9, 0,
	})
	if err != nil {
		panic(err)
	}
	if in, err = in.Path(0, 3); err != nil {
		panic(err)
	}
	r, err := tourmaline.Solve(context.Background(), tourmaline.Tours(in), tourmaline.Config{})
	fmt.Println(r.Cost, r.Order(), err)
	// Output: 9 [0 2 1 3] <nil>
}

// This example watches a search with a loop over its steps.
func ExampleSolver_Steps() {
	in, err := tsp.Generate(tsp.Uniform, 500, 1)
	if err != nil {
		panic(err)
	}
	s, err := tourmaline.New(tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Time: time.Minute}})
	if err != nil {
		panic(err)
	}
	for p, err := range s.Steps(context.Background()) {
		if err != nil {
			panic(err)
		}
		if p.Cost < 1.2*places.RandomTourEstimate(in) {
			break // good enough for this example
		}
	}
	r, err := s.Result()
	fmt.Println(r.Cost < 1.2*places.RandomTourEstimate(in), r.Termination, err)
	// Output: true interrupted <nil>
}

// This example solves an assignment: it places departments on floors so that the paths between
// departments that work together are short.
func ExampleAssignments() {
	flow := []int64{0, 9, 1, 9, 0, 1, 1, 1, 0}
	distance := []int64{0, 4, 5, 4, 0, 1, 5, 1, 0}
	in, err := qap.New("office", 3, flow, distance)
	if err != nil {
		panic(err)
	}
	r, err := tourmaline.Solve(context.Background(), tourmaline.Assignments(in), tourmaline.Config{Limits: tourmaline.Limits{Steps: 3}})
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Algorithm, r.Cost, r.Instance.Problem)
	// Output: tabu 36 qap
}
