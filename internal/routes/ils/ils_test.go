package ils_test

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/routes/ils"
	"github.com/tourmaline-opt/tourmaline/internal/routes/routestest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/vrp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// generated returns n random stops around a depot. Vehicles carry capacity, stops 1 to 9.
func generated(n int, vehicles, capacity int32) vrp.Data {
	r := rng.At(7, 0, 0)
	d := vrp.Data{Name: "generated", Depots: []vrp.Depot{{}}, Fleet: []vrp.Type{{Count: vehicles, Capacity: []int32{capacity}, PerDistance: 1}}}
	for i := range int32(n + 1) {
		d.Points = append(d.Points, tsp.Point{float64(r.IntN(1000)), float64(r.IntN(1000))})
		if i > 0 {
			d.Stops = append(d.Stops, vrp.Stop{ID: int64(i), Place: i, Deliver: []int32{1 + r.IntN(9)}})
		}
	}
	d.Distance, _ = tsp.FromPoints(tsp.Euc2D, d.Points)
	return d
}

func instance(t testing.TB, d vrp.Data) *vrp.Instance {
	t.Helper()
	in, err := vrp.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// begin returns a prepared search with short steps and one lane.
func begin(t testing.TB, in *vrp.Instance, init vrp.Plan, threads int) *ils.ILS {
	return beginLanes(t, in, init, 1, threads)
}

func beginLanes(t testing.TB, in *vrp.Instance, init vrp.Plan, lanes, threads int) *ils.ILS {
	t.Helper()
	p := ils.Defaults(in.N())
	p.Kicks, p.Lanes = 20, lanes
	s, err := ils.New(in, p, init, 1, threads)
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		if done, err = s.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// The search keeps the laws of searchers: with enough vehicles, with stops that no vehicle can
// serve, and with all features, on one lane, on lanes that share a plan, and on lanes that are
// apart because there are few routes.
func TestLaws(t *testing.T) {
	type test struct {
		data  vrp.Data
		lanes int
	}
	tests := map[string]test{
		"enough": {generated(60, 60, 30), 1}, "scarce": {generated(60, 8, 30), 1}, "single": {generated(1, 1, 9), 2}, "impossible": {generated(5, 5, 0), 2},
		"shared": {generated(80, 80, 8), 2}, "apart": {generated(40, 40, 60), 2},
	}
	drawn := uint64(6)
	if testkit.Race {
		drawn = 2
	}
	for seed := range drawn {
		r := rng.At(seed, 2, 2)
		tests[fmt.Sprint("drawn ", seed)] = test{routestest.Data(&r, 30), 1 + int(seed%2)}
	}
	for name, c := range tests {
		in := instance(t, c.data)
		create := func(threads int) func() search.Searcher[vrp.Plan] {
			return func() search.Searcher[vrp.Plan] { return beginLanes(t, in, nil, c.lanes, threads) }
		}
		t.Run(name, func(t *testing.T) {
			searchtest.Searcher(t, in, 8, create(1), create(2), create(3), create(8))
		})
	}
}

func TestTrajectory(t *testing.T) {
	s := begin(t, instance(t, generated(150, 150, 40)), nil, 1)
	testkit.Golden(t, filepath.Join("testdata", "trajectory.txt"), searchtest.Trajectory[vrp.Plan](t, s, true), *update)
}

// A search that starts at a plan never returns a worse one.
func TestStartPlan(t *testing.T) {
	in := instance(t, generated(60, 60, 30))
	first := begin(t, in, nil, 1)
	for range 20 {
		if err := first.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	again := begin(t, in, first.Best(), 1)
	if again.Cost() != first.Cost() {
		t.Errorf("the search starts at %v, but the plan costs %v", again.Cost(), first.Cost())
	}
	if _, err := ils.New(in, ils.Defaults(in.N()), vrp.Plan{-1, 0, 0}, 1, 1); err == nil || !strings.Contains(err.Error(), "start plan: ") {
		t.Errorf("an invalid start plan: %v", err)
	}
}

// Small instances with all features are solved to the optimum that dynamic programming finds.
func TestOptimum(t *testing.T) {
	for seed := range uint64(60) {
		r := rng.At(seed, 1, 1)
		d := routestest.Data(&r, 6)
		in := instance(t, d)
		s := begin(t, in, nil, 1)
		for range 30 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if best := in.CostOf(optimum(in)); s.Cost() != best {
			t.Errorf("seed %d: cost %v, optimum %v", seed, s.Cost(), best)
		}
	}
}

// optimum returns the cost of the best plan: of all orders in each set of stops for each type of
// vehicle, and of all ways to divide stops among vehicles.
func optimum(in *vrp.Instance) int64 {
	sets := 1 << in.N()
	best := make([]int64, sets)
	for set := range best {
		best[set] = in.Units(nil) // what serving the stops of a set costs more than no route at all
	}
	best[0] = 0
	for kind := range in.Fleet {
		alone := routes(in, int32(kind))
		for range in.Fleet[kind].Count {
			for set := sets - 1; set > 0; set-- {
				for part := set; part > 0; part = (part - 1) & set {
					best[set] = min(best[set], alone[part]+best[set&^part])
				}
			}
		}
	}
	return in.Units(nil) + slices.Min(best)
}

// routes returns for each set of stops how much the best route of a type of vehicle changes the
// cost of a plan without routes.
func routes(in *vrp.Instance, kind int32) []int64 {
	alone := make([]int64, 1<<in.N())
	for set := range alone {
		alone[set] = in.Units(nil)
	}
	var extend func(p vrp.Plan, set int)
	extend = func(p vrp.Plan, set int) {
		if len(p) > 1 && in.Check(p) == nil {
			alone[set] = min(alone[set], in.Units(p)-in.Units(nil))
		}
		for s := range int32(in.N()) {
			if set&(1<<s) == 0 {
				extend(append(slices.Clone(p), s), set|1<<s)
			}
		}
	}
	extend(vrp.Plan{-1 - kind}, 0)
	return alone
}

// BenchmarkKick measures kicks with 1,000 stops.
func BenchmarkKick(b *testing.B) {
	s := begin(b, instance(b, generated(1000, 1000, 80)), nil, 1)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Step(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(20*float64(b.N)/b.Elapsed().Seconds(), "kicks/s")
}
