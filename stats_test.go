package tourmaline_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// stepping runs a search to its end, calls look after every step, and returns the solver.
func stepping(t *testing.T, in *tsp.Instance, cfg tourmaline.Config, look func(*tourmaline.Solver)) *tourmaline.Solver {
	t.Helper()
	s, err := tourmaline.New(tourmaline.Tours(in), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		look(s)
	}
	return s
}

func statsOf(t *testing.T, s *tourmaline.Solver, d search.Detail) tourmaline.Stats {
	t.Helper()
	stats, err := s.Stats(d)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

func TestMostAlgorithmsHaveNoTrails(t *testing.T) {
	s := stepping(t, generate(t, 300), tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 5}}, func(*tourmaline.Solver) {})
	if stats := statsOf(t, s, search.Detail{Trails: 10}); stats.Trails != nil {
		t.Errorf("%v", stats.Trails)
	}
}

func TestIslandsTellTheirCosts(t *testing.T) {
	seen := 0
	stepping(t, generate(t, 200), tourmaline.Config{Algorithm: "islands", Limits: tourmaline.Limits{Steps: 4}}, func(s *tourmaline.Solver) {
		stats, p := statsOf(t, s, search.Detail{}), s.Progress()
		if stats.Preparing != "" {
			return
		}
		costs := stats.Islands
		if len(costs) != 4 {
			t.Fatalf("%d costs of 4 islands", len(costs))
		}
		least := costs[0]
		for _, c := range costs {
			least = min(least, c)
		}
		if p.Step > 0 && p.Reason != search.Optimal && least != p.Cost {
			t.Errorf("step %d: the best island has %v, the search %v", p.Step, least, p.Cost)
		}
		seen++
	})
	if seen == 0 {
		t.Error("there were no steps")
	}
}

func TestASolverSaysWhatItRunsOn(t *testing.T) {
	s, err := tourmaline.New(tourmaline.Tours(generate(t, 20)), tourmaline.Config{Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if stats := statsOf(t, s, search.Detail{}); stats.Engine != "cpu" || stats.Device != "" || stats.Threads != 3 {
		t.Errorf("%+v", stats)
	}
}
