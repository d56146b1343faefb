package prepare_test

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// still is a searcher that never changes its tour.
type still struct {
	prepare.Job
	tour tsp.Tour
}

func (s still) Step(context.Context) error { return search.ErrExhausted }
func (s still) Cost() float64              { return s.Instance.Cost(s.tour) }
func (s still) Best() tsp.Tour             { return s.tour }

// Fit accepts any order of the cities, and does not lengthen a tour that already satisfies the
// constraints.
func TestFit(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := in.Path(7, 3)
	if err != nil {
		t.Fatal(err)
	}
	open, err := in.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := in.FixEdges([][2]int32{{0, 5}, {5, 9}, {20, 30}})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"tour": in, "path": path, "open": open, "fixed": fixed} {
		for seed := range uint64(20) {
			s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
				fitted := j.Fit(start.Random(j.Instance.N(), seed))
				if cost := j.Instance.Cost(fitted); cost > 1e9 {
					t.Errorf("%s: a fitted order costs %v", name, cost)
				}
				if again := j.Fit(fitted); j.Instance.Cost(again) > j.Instance.Cost(fitted) {
					t.Errorf("%s: fitted again, it costs %v and not %v", name, j.Instance.Cost(again), j.Instance.Cost(fitted))
				}
				return still{j, fitted}, j.Instance.Check(fitted)
			}, prepare.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := search.Run(t.Context(), in, s, search.AfterSteps(1)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
