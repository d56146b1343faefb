package ils_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func generate(t testing.TB, shape tsp.Shape, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(shape, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// asymmetric returns an instance in which going east is cheaper than going west.
func asymmetric(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	s := rng.At(4, 0, 0)
	x := make([]float64, 2*n)
	for i := range x {
		x[i] = float64(s.IntN(1000))
	}
	w := make([]float64, n*n)
	for i := range n {
		for j := range n {
			dx, dy := x[2*j]-x[2*i], x[2*j+1]-x[2*i+1]
			w[i*n+j] = max(dx, -3*dx) + max(dy, -dy)
		}
	}
	in, err := tsp.FromMatrix(n, w)
	if err != nil {
		t.Fatal(err)
	}
	if in.Symmetric() {
		t.Fatal("the wind is still")
	}
	return in
}

// small returns parameters with short steps.
func small(n int) ils.Params {
	p := ils.Defaults(n)
	p.Kicks = 50
	return p
}

// inLanes returns parameters that use several lanes on a small instance.
func inLanes(n int) ils.Params {
	p := small(n)
	p.Lanes = 3
	return p
}

// descent returns parameters for a search that stops at the first local optimum.
func descent(operator string) ils.Params {
	return ils.Params{Operator: operator, Kick: "segment", Accept: "better", Segment: 50, Descent: "quick", Third: "t4", Pairs: "closer", Lanes: 1}
}

// paper returns the parameters of the paper, with few kicks per step.
func paper(n int) ils.Params {
	p := ils.Paper(n)
	p.Kicks = 3
	return p
}

// unpruned returns the parameters of the paper with sweeps that examine all pairs.
func unpruned(n int) ils.Params {
	p := paper(n)
	p.Pairs = "all"
	return p
}

// accepting returns parameters that kick anywhere and accept every tour.
func accepting(p ils.Params) ils.Params {
	p.Kick, p.Accept = "anywhere", "always"
	return p
}

// begun holds the neighbour lists and the start tour for searches of an instance.
type begun struct {
	lists *near.Lists
	start tsp.Tour
}

// beginnings caches one begun per instance.
var beginnings sync.Map // *tsp.Instance -> begun

func newILS(t testing.TB, in *tsp.Instance, p ils.Params, seed uint64, threads int) *ils.ILS {
	t.Helper()
	known, ok := beginnings.Load(in)
	if !ok {
		l, err := near.Nearest(t.Context(), in, 8, 2)
		if err != nil {
			t.Fatal(err)
		}
		from, err := start.NearestNeighbour(t.Context(), in, l, 0)
		if err != nil {
			t.Fatal(err)
		}
		known, _ = beginnings.LoadOrStore(in, begun{l, from})
	}
	b := known.(begun)
	s, err := ils.New(in, b.lists, b.start, p, seed, ils.Executor{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	for name, c := range map[string]struct {
		in     *tsp.Instance
		params ils.Params
		steps  int
	}{
		"whole":    {generate(t, tsp.Clustered, 400), small(400), 12},
		"lanes":    {generate(t, tsp.Uniform, 1500), inLanes(1500), 8},
		"list":     {generate(t, tsp.Uniform, 52_000), ils.Defaults(52_000), 2},
		"directed": {asymmetric(t, 120), small(120), 12},
		"tiny":     {generate(t, tsp.Uniform, 4), small(4), 3},
		"one":      {generate(t, tsp.Uniform, 1), small(1), 3},
		"crowded":  {generate(t, tsp.Uniform, 8), crowded(16), 5}, // more lanes than cities
		"descent":  {generate(t, tsp.Drilling, 500), descent("lk"), 5},
		"paper":    {generate(t, tsp.Clustered, 60), paper(60), 70},
		"always":   {generate(t, tsp.Uniform, 400), accepting(small(400)), 12},
		"wind":     {asymmetric(t, 120), accepting(small(120)), 12},
	} {
		if testkit.Race {
			if !slices.Contains([]string{"lanes", "directed", "tiny"}, name) {
				continue
			}
			c.steps = min(c.steps, 4)
		}
		t.Run(name, func(t *testing.T) {
			on := func(threads int) func() search.Searcher[tsp.Tour] {
				return func() search.Searcher[tsp.Tour] { return newILS(t, c.in, c.params, 1, threads) }
			}
			searchtest.Searcher(t, c.in, c.steps, on(2), on(1))
		})
	}
}

func TestThreadsDoNotMatter(t *testing.T) {
	in := generate(t, tsp.Uniform, 4200)
	var tours []tsp.Tour
	for _, threads := range []int{1, 2, 5} {
		s := newILS(t, in, inLanes(4200), 7, threads)
		for range 10 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		tours = append(tours, s.Best())
	}
	if !slices.Equal(tours[0], tours[1]) || !slices.Equal(tours[0], tours[2]) {
		t.Error("1, 2 and 5 threads give different tours")
	}
}

func TestFaultyParamsAreAllNamed(t *testing.T) {
	err := ils.Params{Operator: "best", Segment: 0, Kicks: -1, Lanes: 0, Heat: -1, Rounds: math.NaN()}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"operator", "segment", "kicks", "lanes", "heat", "rounds"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
	if _, err := ils.New(generate(t, tsp.Uniform, 5), nil, nil, ils.Params{}, 1, ils.Executor{}); err == nil {
		t.Error("New took faulty parameters")
	}
}

// The trajectory of a seed does not change unnoticed. Golden files hold the cost and a hash of the
// tour after each step. `make golden` rewrites them.
func TestGoldenTrajectories(t *testing.T) {
	long := small(400) // enough kicks for lanes to separate and unite again
	long.Lanes, long.Kicks = 2, 400
	teams := []int{1, 2}
	if testkit.Race {
		teams = teams[1:] // a single thread cannot have data races
	}
	for name, c := range map[string]struct {
		in     *tsp.Instance
		params ils.Params
		paced  bool
	}{
		"uniform":  {in: generate(t, tsp.Uniform, 1000), params: small(1000)},
		"drilling": {in: generate(t, tsp.Drilling, 700), params: small(700)},
		"lanes":    {in: generate(t, tsp.Clustered, 5000), params: inLanes(5000)},
		"directed": {in: asymmetric(t, 150), params: small(150)},
		"heated":   {in: generate(t, tsp.Drilling, 700), params: small(700), paced: true},
		"apart":    {in: generate(t, tsp.Drilling, 400), params: long, paced: true},
		"always":   {in: generate(t, tsp.Clustered, 100), params: accepting(small(100))},
		"ls13":     {in: generate(t, tsp.Clustered, 200), params: paper(200)},
		"ls13-all": {in: generate(t, tsp.Clustered, 200), params: unpruned(200)},
	} {
		t.Run(name, func(t *testing.T) {
			for _, threads := range teams {
				s := newILS(t, c.in, c.params, 42, threads)
				testkit.Golden(t, filepath.Join("testdata", name+".golden"), searchtest.Trajectory(t, s, c.paced), *update)
			}
		})
	}
}

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{1000, 5000, 20_000, 200_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := newILS(b, generate(b, tsp.Uniform, n), ils.Defaults(n), 1, 2)
			for range 10 {
				_ = s.Step(b.Context())
			}
			for b.Loop() {
				_ = s.Step(b.Context())
			}
		})
	}
}

func ExampleNew() {
	in, _ := tsp.Generate(tsp.Uniform, 200, 1)
	ctx := context.Background()
	lists, _ := near.Nearest(ctx, in, 8, 1)
	tour, _ := start.Greedy(ctx, in, lists, 1)
	s, _ := ils.New(in, lists, tour, ils.Defaults(200), 1, ils.Executor{})
	before := s.Cost()
	r, err := search.Run(ctx, in, s, search.AfterSteps(3))
	fmt.Println(r.Cost < before, r.Reason, err)
	// Output: true steps <nil>
}

// crowded returns parameters with the given number of lanes.
func crowded(lanes int) ils.Params {
	p := ils.Defaults(8)
	p.Lanes = lanes
	return p
}
