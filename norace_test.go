//go:build !race

package tourmaline_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A solution that is reported as proven is optimal in exact arithmetic, and every cost is within
// its error bound, for distances that span many orders of magnitude.
func TestProvenIsTrueOverTwelveOrdersOfMagnitude(t *testing.T) {
	const matrices = 10_000
	proven := 0
	for seed := range uint64(matrices) {
		n, values := spread(seed)
		in, err := tsp.FromMatrix(n, values)
		if err != nil {
			t.Fatal(err)
		}
		way := seed % 4
		switch way {
		case 1:
			in, err = in.Path(-1, -1)
		case 2:
			in, err = in.Path(int32(n-1), -1)
		case 3:
			in, err = in.Path(0, int32(n-1))
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{Threads: 1, Seed: seed})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		best := cheapest(in, values)
		mine := exactCost(in, values, r.Order())
		if r.Termination == search.Optimal {
			proven++
			if mine.Cmp(best) != 0 {
				t.Fatalf("seed %d: called optimal at %v, the optimum is %v", seed, mine, best)
			}
		}
		optimum, _ := best.Float64()
		_, _, within := in.Costs(r.Order())
		if off := math.Abs(r.Cost - optimum); off > 2*within || r.Termination == search.Optimal && off > 1e-12*optimum {
			t.Fatalf("seed %d: cost %v, the optimum is %v: off by %g, expected at most %g", seed, r.Cost, optimum, off, 2*within)
		}
	}
	t.Logf("%d matrices, %d proven", matrices, proven)
	if proven < matrices*9/10 {
		t.Errorf("%d of %d were proven, expected nine of ten", proven, matrices)
	}
}

// For the smallest instances, every algorithm gives the same result when it is stopped at any step
// and resumed, even if the search had already finished.
func TestResumeOfTinyInstances(t *testing.T) {
	for n := 2; n <= 9; n++ {
		for _, symmetric := range []bool{true, false} {
			in, err := tsp.FromFunc(n, symmetric, 1, func(i, j int) int64 {
				if symmetric {
					i, j = min(i, j), max(i, j)
				}
				return int64((i*3+j*5)%11 + 1)
			})
			if err != nil {
				t.Fatal(err)
			}
			p := tourmaline.Tours(in)
			for _, a := range algorithms(t, p) {
				cfg := tourmaline.Config{Algorithm: a.Name, Limits: tourmaline.Limits{Steps: 4}, Seed: 3, Threads: 2}
				whole, err := tourmaline.Solve(t.Context(), p, cfg)
				if err != nil {
					continue // the algorithm does not support this instance
				}
				for at := range whole.Steps + 1 {
					r := resumed(t, p, cfg, stopped(t, p, cfg, at))
					if !slices.Equal(r.Tour, whole.Tour) || r.Steps != whole.Steps || r.Termination != whole.Termination {
						t.Errorf("%d cities, %s, stopped at step %d: %v after %d steps, %s; unbroken %v after %d, %s",
							n, a.Name, at, r.Cost, r.Steps, r.Termination, whole.Cost, whole.Steps, whole.Termination)
					}
				}
			}
		}
	}
}

// The checkpoint contains the best solution of an interrupted step, and the resumed search never
// returns a worse one.
func TestTheBestOfACutStepSurvives(t *testing.T) {
	p := tourmaline.Tours(generate(t, 1000))
	cfg := tourmaline.Config{Algorithm: "ils", Threads: 1, Limits: tourmaline.Limits{Steps: 100}, Params: map[string]string{"kicks": "3000"}}
	for looks := 40; looks < 400; looks *= 2 {
		s, err := tourmaline.New(p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range s.Steps(testkit.Ending(t.Context(), looks)) {
			if err != nil {
				t.Fatal(err)
			}
		}
		first, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		data, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		limited := cfg
		limited.Limits.Steps = first.Steps + 1
		if r := resumed(t, p, limited, data); r.Cost > first.Cost {
			t.Errorf("%d looks: cost %v, the checkpoint had %v", looks, r.Cost, first.Cost)
		}
	}
}

// The time that Resume needs to prepare a search does not count as time without improvement.
func TestPreparingAgainIsNoStall(t *testing.T) {
	p := tourmaline.Tours(generate(t, 2000))
	data := stopped(t, p, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}}, 5)
	if r := resumed(t, p, tourmaline.Config{Limits: tourmaline.Limits{NoImprovement: time.Nanosecond}}, data); r.Steps <= 5 || r.Termination != "stalled" {
		t.Errorf("ended by %q after %d steps", r.Termination, r.Steps)
	}
}

// A search on a small instance ends with a proof. On an instance with only zero distances it ends
// immediately.
func TestNothingIsBurnt(t *testing.T) {
	began := time.Now()
	r := solve(t, generate(t, 40), tourmaline.Config{Limits: tourmaline.Limits{Time: time.Minute}})
	if r.Termination != search.Optimal || time.Since(began) > 20*time.Second {
		t.Errorf("40 cities: ended by %q after %v", r.Termination, time.Since(began))
	}
	same, err := tsp.FromPoints(tsp.Euc2D, make([]tsp.Point, 100))
	if err != nil {
		t.Fatal(err)
	}
	if r := solve(t, same, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Minute}}); r.Termination != search.Optimal || r.Cost != 0 {
		t.Errorf("100 cities in one place: cost %v, ended by %q", r.Cost, r.Termination)
	}
}

// The checkpoint of a search that has cooled is the one from before the cooling: a search resumed
// from it ends as if it had never been stopped. The test uses ils, a real algorithm that is warm
// and improves by cooling.
func TestACooledSearchIsSavedBefore(t *testing.T) {
	p := tourmaline.Tours(generate(t, 1000))
	cfg := tourmaline.Config{Algorithm: "ils", Params: map[string]string{"kicks": "20"}, Limits: tourmaline.Limits{Steps: 200}, Seed: 3, Threads: 2}
	whole, err := tourmaline.Solve(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	cooled := cfg
	cooled.Cooling, cooled.Began = 300*time.Millisecond, time.Now().Add(-10*time.Second)
	s, err := tourmaline.New(p, cooled)
	if err != nil {
		t.Fatal(err)
	}
	var before []byte
	all := afterSteps(t, t.Context(), s, 100, func() {
		if before, err = s.Checkpoint(); err != nil {
			t.Fatal(err)
		}
		s.Stop()
	})
	last := all[len(all)-1]
	if last.Cooling == "" || last.Step <= 100 {
		t.Fatalf("it has not cooled: %+v", last)
	}
	after, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.Result(); err != nil || r.Cost != last.Cost || r.Steps != last.Step {
		t.Errorf("%v, %+v", err, r)
	}
	for name, data := range map[string][]byte{"before": before, "after": after} {
		if r := resumed(t, p, cfg, data); r.Cost != whole.Cost || !slices.Equal(r.Tour, whole.Tour) || r.Steps != whole.Steps {
			t.Errorf("saved %s: %v after %d steps, want %v after %d", name, r.Cost, r.Steps, whole.Cost, whole.Steps)
		}
	}
}

// Small benchmark instances of all kinds are solved to the optimum or nearly so.
func TestBenchmarkInstances(t *testing.T) {
	data := testkit.Data(t)
	for name, most := range map[string]float64{
		"tsplib/berlin52.tsp": 0, "tsplib/burma14.tsp": 0, "tsplib/ulysses22.tsp": 0, "tsplib/att48.tsp": 0,
		"tsplib/bayg29.tsp": 0, "tsplib/gr48.tsp": 0, "tsplib/si175.tsp": 0.5, "tsplib/linhp318.tsp": 2,
		"tsplib/dsj1000.tsp": 3, "tsplib/ali535.tsp": 2, "tsplib/brg180.tsp": 2,
		"atsp/br17.atsp": 0, "atsp/ftv33.atsp": 2, "atsp/kro124p.atsp": 4, "atsp/rbg323.atsp": 4,
	} {
		in, err := format.ReadFile(data+"/"+name, format.Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		r := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 124}, Seed: 1})
		if r.GapPercent == nil || *r.GapPercent > most || *r.GapPercent < 0 {
			t.Errorf("%s: cost %v, gap %v, want at most %v %%", name, r.Cost, deref(r.GapPercent), most)
		}
	}
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
