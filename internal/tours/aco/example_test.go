package aco_test

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A colony consists of an instance prepared for ants, an engine that constructs tours, and the
// algorithm that drives the engine.
func Example() {
	ctx := context.Background()
	in, _ := tsp.Generate(tsp.Uniform, 200, 1)
	lists, _ := near.Quadrant(ctx, in, 2, 10, 1)
	tour, _ := start.Greedy(ctx, in, lists, 1)

	p := aco.MMASDefaults(200)
	terrain, _ := aco.NewTerrain(ctx, in, p.Rules(), 1)
	engine := aco.NewReference(in, terrain, aco.NewImprover(in, lists, p.Builder, 1), p.Ants, 1, 1)
	s, _ := aco.NewMMAS(in, tour, p, engine, 1)
	before := s.Cost()
	r, err := search.Run(ctx, in, s, search.AfterSteps(5))
	fmt.Println(r.Cost < 0.9*before, r.Reason, err)
	// Output: true steps <nil>
}

// A focused colony needs no engine because its ants change an existing tour.
func ExampleNewFocused() {
	ctx := context.Background()
	in, _ := tsp.Generate(tsp.Uniform, 1000, 1)
	lists, _ := near.Quadrant(ctx, in, 2, 10, 1)
	tour, _ := start.Greedy(ctx, in, lists, 1)

	p := aco.FocusedDefaults(1000)
	terrain, _ := aco.NewTerrain(ctx, in, p.Rules(), 1)
	s, _ := aco.NewFocused(in, terrain, lists, tour, p, 1, 1)
	before := s.Cost()
	r, err := search.Run(ctx, in, s, search.AfterSteps(20))
	fmt.Println(r.Cost < 0.87*before, r.Reason, err)
	// Output: true steps <nil>
}

// This example runs the Ant Colony System with a selective memory on the engine that MMAS also
// uses.
func ExampleNewACS() {
	ctx := context.Background()
	in, _ := tsp.Generate(tsp.Uniform, 500, 1)
	lists, _ := near.Nearest(ctx, in, 10, 1)
	tour, _ := start.Greedy(ctx, in, lists, 1)

	p := aco.ACSSelective(500)
	terrain, _ := aco.NewTerrain(ctx, in, p.Rules(), 1)
	s, _ := aco.NewACS(in, tour, p, aco.NewReference(in, terrain, nil, p.Ants, 1, 1))
	before := s.Cost()
	r, err := search.Run(ctx, in, s, search.AfterSteps(60))
	fmt.Println(r.Cost < before, r.Reason, err)
	// Output: true steps <nil>
}
