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

// The strongest trails of a colony are mostly edges of its best tour, in the instance's city
// numbers. An archipelago reports the trails of its first colony.
func TestTrailsLieOnTheBestTour(t *testing.T) {
	in := generate(t, 300)
	for name, cfg := range map[string]tourmaline.Config{
		"mmas":    {Algorithm: "mmas", Limits: tourmaline.Limits{Steps: 30}},
		"acs-spm": {Algorithm: "acs-spm", Limits: tourmaline.Limits{Steps: 30}},
		"faco":    {Algorithm: "faco", Limits: tourmaline.Limits{Steps: 30}},
		"islands": {Algorithm: "islands", Limits: tourmaline.Limits{Steps: 30}, Params: map[string]string{"members": "ils,faco"}},
	} {
		s := stepping(t, in, cfg, func(*tourmaline.Solver) {})
		tour, ok := s.Best().(tsp.Tour)
		if !ok {
			t.Fatalf("%s: the best is a %T", name, s.Best())
		}
		on := map[[2]int32]bool{}
		for i, c := range tour {
			next := tour[(i+1)%len(tour)]
			on[[2]int32{c, next}], on[[2]int32{next, c}] = true, true
		}
		stats := statsOf(t, s, search.Detail{Trails: 200})
		if len(stats.Trails) != 200 {
			t.Fatalf("%s: %d trails", name, len(stats.Trails))
		}
		hits := 0
		for _, l := range stats.Trails {
			if on[[2]int32{l.From, l.To}] {
				hits++
			}
		}
		if hits < 140 {
			t.Errorf("%s: %d of 200 trails are on the best tour", name, hits)
		}
	}
}

func TestMostAlgorithmsHaveNoTrails(t *testing.T) {
	s := stepping(t, generate(t, 300), tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 5}}, func(*tourmaline.Solver) {})
	if stats := statsOf(t, s, search.Detail{Trails: 10}); stats.Trails != nil {
		t.Errorf("%v", stats.Trails)
	}
}

// The current solution of a cooling search is sometimes worse than its best solution, and Stats
// reports its cost.
func TestTheCurrentSolutionMayBeWorse(t *testing.T) {
	worse := 0
	stepping(t, generate(t, 300), tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 60}}, func(s *tourmaline.Solver) {
		current := statsOf(t, s, search.Detail{}).Current
		switch best := s.Progress().Cost; {
		case current != nil && *current < best:
			t.Errorf("the current solution costs %v, the best %v", *current, best)
		case current != nil && *current > best:
			worse++
		}
	})
	if worse == 0 {
		t.Error("it never was at another solution")
	}
	s := stepping(t, generate(t, 50), tourmaline.Config{Algorithm: "mmas", Limits: tourmaline.Limits{Steps: 2}}, func(*tourmaline.Solver) {})
	if current := statsOf(t, s, search.Detail{}).Current; current != nil {
		t.Errorf("a colony is at a solution that costs %v", *current)
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
