package ils_test

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/routes/ils"
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

// begin returns a prepared search with short steps.
func begin(t testing.TB, in *vrp.Instance, init vrp.Plan, threads int) *ils.ILS {
	t.Helper()
	p := ils.Defaults()
	p.Kicks = 20
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

// The search keeps the laws of searchers: with enough vehicles, and with stops that no vehicle can
// serve.
func TestLaws(t *testing.T) {
	for name, d := range map[string]vrp.Data{
		"enough": generated(60, 60, 30), "scarce": generated(60, 8, 30), "single": generated(1, 1, 9), "impossible": generated(5, 5, 0),
	} {
		in := instance(t, d)
		create := func(threads int) func() search.Searcher[vrp.Plan] {
			return func() search.Searcher[vrp.Plan] { return begin(t, in, nil, threads) }
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
	if _, err := ils.New(in, ils.Defaults(), vrp.Plan{-1, 0, 0}, 1, 1); err == nil || !strings.Contains(err.Error(), "start plan: ") {
		t.Errorf("an invalid start plan: %v", err)
	}
}

// Small instances are solved to the optimum that dynamic programming finds.
func TestOptimum(t *testing.T) {
	for seed := range uint32(5) {
		d := generated(9, 9, 15)
		r := rng.At(uint64(seed), 1, 1)
		for i := range d.Stops {
			d.Stops[i].Deliver = []int32{1 + r.IntN(7)}
		}
		in := instance(t, d)
		s := begin(t, in, nil, 1)
		for range 20 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if best := in.CostOf(optimum(in)); s.Cost() != best {
			t.Errorf("seed %d: cost %v, optimum %v", seed, s.Cost(), best)
		}
	}
}

// optimum returns the cost of the best plan: of all orders in each set of stops, and of all
// partitions of the stops into routes.
func optimum(in *vrp.Instance) int64 {
	n := in.N()
	alone := make([]int64, 1<<n) // cost of the best route for a set
	for set := 1; set < 1<<n; set++ {
		alone[set] = 1 << 40
	}
	var extend func(route []int32, set int)
	extend = func(route []int32, set int) {
		p := append(vrp.Plan{-1}, route...)
		if in.Check(p) != nil {
			return
		}
		cost := in.Units(p) - int64(n-len(route))*in.Missing()
		alone[set] = min(alone[set], cost)
		for s := range int32(n) {
			if set&(1<<s) == 0 && len(route) < 5 {
				extend(append(slices.Clone(route), s), set|1<<s)
			}
		}
	}
	for s := range int32(n) {
		extend([]int32{s}, 1<<s)
	}
	best := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = 1 << 40
		for part := set; part > 0; part = (part - 1) & set {
			best[set] = min(best[set], alone[part]+best[set&^part])
		}
	}
	return best[1<<n-1]
}

func TestSupported(t *testing.T) {
	for want, change := range map[string]func(d *vrp.Data){
		"several types of vehicles": func(d *vrp.Data) { d.Fleet = append(d.Fleet, d.Fleet[0]) },
		"several depots":            func(d *vrp.Data) { d.Depots = append(d.Depots, vrp.Depot{}) },
		"open routes":               func(d *vrp.Data) { d.Fleet[0].End = -1 },
		"loads in several":          func(d *vrp.Data) { d.Fleet[0].Capacity = []int32{1, 2} },
		"backhauls and loads":       func(d *vrp.Data) { d.Stops[0].Fetch = []int32{1} },
		"limits of routes":          func(d *vrp.Data) { d.Fleet[0].MaxStops = 3 },
		"costs of vehicles":         func(d *vrp.Data) { d.Fleet[0].Fixed = 3 },
		"time windows":              func(d *vrp.Data) { d.Stops[1].Window = vrp.Window{Open: 3, Close: 9} },
		"optional stops":            func(d *vrp.Data) { d.Stops[1].Optional = true },
		"skills":                    func(d *vrp.Data) { d.Stops[1].Skills = 1 },
	} {
		d := generated(3, 3, 30)
		change(&d)
		if err := ils.Supported(instance(t, d)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := ils.Supported(instance(t, generated(3, 3, 30))); err != nil {
		t.Error(err)
	}
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
