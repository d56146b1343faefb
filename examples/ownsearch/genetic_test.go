package main

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The referee rejects tours without a fixed edge, or with other ends.
func TestGenetic(t *testing.T) {
	in, _ := tsp.Generate(tsp.Uniform, 100, 1)
	path, _ := in.Path(7, 3)
	fixed, err := path.FixEdges([][2]int32{{0, 5}, {5, 9}, {20, 40}})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"tour": in, "path": path, "path with fixed edges": fixed} {
		t.Run(name, func(t *testing.T) {
			searchtest.Searcher(t, in, 60, func() search.Searcher[tsp.Tour] {
				s, err := prepare.New(in, prepare.Defaults("random", in.N()), newGenetic, prepare.Options{Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				return s
			})
			begun, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in, own), tourmaline.Config{Algorithm: "genetic", Limits: tourmaline.Limits{Steps: most}})
			if err != nil {
				t.Fatal(err)
			}
			r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in, own), tourmaline.Config{Algorithm: "genetic", Limits: tourmaline.Limits{Steps: 20 * most}})
			if err != nil || r.Algorithm != "genetic" || r.Cost >= begun.Cost {
				t.Errorf("%v after %v, %v: crossing has found nothing", r.Cost, begun.Cost, err)
			}
		})
	}
}
