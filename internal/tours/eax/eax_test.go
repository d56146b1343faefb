package eax

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/exact"
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

// weighted returns an instance with arbitrary distances, without coordinates and without the
// triangle inequality.
func weighted(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	random := rng.At(4, 0, 0)
	w := make([]float64, n*n)
	for i := range n {
		for j := range i {
			w[i*n+j] = float64(1 + random.IntN(1000))
			w[j*n+i] = w[i*n+j]
		}
	}
	in, err := tsp.FromMatrix(n, w)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// route returns a path instance with a fixed start and fixed edges, closed by a dummy.
func route(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	in, err := generate(t, tsp.Uniform, n).FixEdges([][2]int32{{3, 4}, {4, 6}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.Path(2, -1); err != nil {
		t.Fatal(err)
	}
	return in.Closed().Instance
}

// fit converts any order of the cities to a tour of the instance.
func fit(in *tsp.Instance, order tsp.Tour) tsp.Tour {
	if p := in.Plain(); p != nil {
		return p.Fit(order)
	}
	return order
}

// back converts a tour of the instance to an order of the cities.
func back(in *tsp.Instance, t tsp.Tour) tsp.Tour {
	if p := in.Plain(); p != nil {
		return p.Back(t)
	}
	return t
}

// base returns the instance without the dummy and the fixed edges of a route.
func base(in *tsp.Instance) *tsp.Instance {
	if p := in.Plain(); p != nil {
		return p.Base
	}
	return in
}

// neighbours returns lists of the k nearest cities of each city.
func neighbours(t testing.TB, in *tsp.Instance, k int) *near.Lists {
	t.Helper()
	l, err := near.Nearest(t.Context(), base(in), k, 1)
	if err != nil {
		t.Fatal(err)
	}
	if p := in.Plain(); p != nil {
		l = l.Fit(p)
	}
	return l
}

// begin starts a search from a random tour.
func begin(t testing.TB, in *tsp.Instance, p Params, seed uint64, threads int) *EAX {
	t.Helper()
	s, err := New(in, neighbours(t, in, 8), fit(in, start.Random(base(in).N(), seed)), p, seed, threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// step makes the given number of steps, paced as the first steps of a larger number.
func step(t testing.TB, s *EAX, steps, of int) {
	t.Helper()
	for i := range steps {
		s.Pace(float64(i) / float64(of))
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// with returns default parameters for a small population with little patience, after applying
// change.
func with(members int, change func(*Params)) Params {
	p := Defaults(100)
	p.Members, p.Share, p.Children, p.Patience = members, 1, 4, 1
	if change != nil {
		change(&p)
	}
	return p
}

type scene struct {
	in     *tsp.Instance
	params Params
	epochs uint32 // minimum number of populations that are completed within enough steps
}

func scenes(t testing.TB) map[string]scene {
	return map[string]scene{
		"single":  {generate(t, tsp.Uniform, 300), with(8, func(p *Params) { p.Patience = 2 }), 0},
		"soon":    {generate(t, tsp.Uniform, 50), with(6, nil), 1},
		"rand":    {generate(t, tsp.Uniform, 100), with(6, func(p *Params) { p.Strategy, p.Pool = "rand", "2opt" }), 1},
		"many":    {generate(t, tsp.Clustered, 150), with(20, func(p *Params) { p.Children, p.Pool = 2, "2opt" }), 0},
		"two":     {generate(t, tsp.Uniform, 80), with(2, func(p *Params) { p.Pool = "2opt" }), 2},
		"2opt":    {generate(t, tsp.Drilling, 120), with(6, func(p *Params) { p.Pool = "2opt" }), 0},
		"greedy":  {generate(t, tsp.Uniform, 120), with(6, func(p *Params) { p.Select, p.Last, p.Pool = "greedy", "none", "oropt" }), 0},
		"rounds":  {generate(t, tsp.Uniform, 20), with(2, func(p *Params) { p.Rounds, p.Pool = 26, "2opt" }), 1},
		"early":   {generate(t, tsp.Uniform, 60), with(30, func(p *Params) { p.Share, p.Patience = 0.1, 2 }), 1},
		"matrix":  {weighted(t, 70), with(8, func(p *Params) { p.Pool = "2opt" }), 0},
		"route":   {route(t, 120), with(6, func(p *Params) { p.Pool = "2opt" }), 0},
		"path":    {route(t, 60), with(6, func(p *Params) { p.Strategy, p.Select, p.Pool = "rand", "greedy", "oropt" }), 0},
		"tiny":    {generate(t, tsp.Uniform, 5), with(3, nil), 3},
		"triplet": {generate(t, tsp.Uniform, 3), with(3, nil), 3},
		"pair":    {generate(t, tsp.Uniform, 2), with(2, nil), 3},
		"one":     {generate(t, tsp.Uniform, 1), with(2, nil), 3},
	}
}

// enough is the number of steps in which most scenes reach a second population.
const enough = 12

func TestLaws(t *testing.T) {
	for name, c := range scenes(t) {
		if testkit.Race && !slices.Contains([]string{"many", "soon", "pair"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			on := func(threads int) func() search.Searcher[tsp.Tour] {
				return func() search.Searcher[tsp.Tour] { return begin(t, c.in, c.params, 1, threads) }
			}
			searchtest.Searcher(t, c.in, enough, on(1), on(3))
		})
	}
}

// The scenes reach the expected number of further populations. Each population is half as large
// again as the previous one, up to a limit.
func TestPopulationsAreRenewed(t *testing.T) {
	for name, c := range scenes(t) {
		s := begin(t, c.in, c.params, 1, 1)
		before := c.params.Members
		for i := range enough {
			epoch := s.at.epoch
			s.Pace(float64(i) / enough)
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s.at.epoch == epoch {
				continue
			}
			if s.at.stage != pooling || len(s.members) > 0 {
				t.Errorf("%s: population %d begins with %d members", name, s.at.epoch, len(s.members))
			}
			most := 4 * s.params.Members
			if size := s.size(); size != min(before*3/2, most) && size != min(before*3/2+1, most) {
				t.Errorf("%s: a population of %d after one of %d", name, size, before)
			}
			before = s.size()
		}
		if s.at.epoch < c.epochs {
			t.Errorf("%s: %d populations have ended, want %d", name, s.at.epoch, c.epochs)
		}
	}
}

// The trajectory for a seed matches its golden file for any number of threads.
func TestGoldenTrajectories(t *testing.T) {
	for name, c := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 3} {
				path := filepath.Join("testdata", name+".golden")
				testkit.Golden(t, path, searchtest.Trajectory(t, begin(t, c.in, c.params, 42, threads), true), *update)
			}
		})
	}
}

// After every step, the members are tours of the reported length, and the counts match their edges.
func TestMembersAreTours(t *testing.T) {
	for name, c := range scenes(t) {
		s := begin(t, c.in, c.params, 7, 2)
		for i := range enough {
			step(t, s, 1, 1)
			counts := map[[2]int32]int32{}
			for k := range s.members {
				m := &s.members[k]
				tour := m.tour(nil)
				if err := tours.CheckFixed(c.in, tour); err != nil || c.in.Length(tour) != m.length {
					t.Fatalf("%s, step %d, member %d: length %d, claims %d: %v", name, i, k, c.in.Length(tour), m.length, err)
				}
				for e := range edgesOf(m.links) {
					counts[e]++
				}
			}
			for e, count := range counts {
				if s.at.stage != pooling && c.in.N() > 2 && s.counts.count(e[0], e[1]) != count {
					t.Fatalf("%s, step %d: %d members with edge %v, counted %d", name, i, count, e, s.counts.count(e[0], e[1]))
				}
			}
		}
	}
}

// With up to eight cities, the search finds the optimal tour.
func TestTinyInstancesAreSolved(t *testing.T) {
	for n := 1; n <= 8; n++ {
		all := map[string]*tsp.Instance{"plane": generate(t, tsp.Uniform, n), "matrix": weighted(t, n)}
		if n >= 7 {
			all["route"] = route(t, n)
		}
		for name, in := range all {
			best, err := exact.New(in, fit(in, tsp.Identity(base(in).N())))
			if err != nil {
				t.Fatal(err)
			}
			if err := best.Step(t.Context()); err != nil && !errors.Is(err, search.ErrOptimal) {
				t.Fatal(err)
			}
			for _, strategy := range []string{"single", "rand"} {
				s := begin(t, in, with(8, func(p *Params) { p.Strategy, p.Rounds = strategy, 2 }), 3, 1)
				step(t, s, 20, 20)
				if s.Cost() != best.Cost() {
					t.Errorf("%s of %d cities, %s: cost %v, the best is %v", name, n, strategy, s.Cost(), best.Cost())
				}
			}
		}
	}
}

// The pool stops when it is closest to its share of the budget. With a small budget it stops after
// the first eight tours.
func TestTheBudgetEndsThePool(t *testing.T) {
	in := generate(t, tsp.Uniform, 50)
	for _, c := range []struct {
		members     int
		share, used float64
		steps, want int
	}{
		{members: 30, share: 0.5, used: 0, steps: 7, want: 30},
		{members: 40, share: 0.5, used: 0, steps: 8, want: 40},
		// Half of the time of the next four tours would bring the used share to 0.4875.
		{members: 30, share: 0.5, used: 0.39, steps: 7, want: 30},
		{members: 30, share: 0.5, used: 0.41, steps: 1, want: toursAtOnce},
		{members: 6, share: 0.5, used: 0.5, steps: 1, want: 6},
		{members: 30, share: 0, used: 0, steps: 1, want: toursAtOnce},
	} {
		s := begin(t, in, with(c.members, func(p *Params) { p.Share = c.share }), 1, 1)
		for range c.steps {
			if s.at.stage != pooling {
				t.Fatalf("%+v: the pool ended too early", c)
			}
			s.Pace(c.used)
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.at.stage != breeding || len(s.members) != c.want {
			t.Errorf("%+v: stage %d, %d members", c, s.at.stage, len(s.members))
		}
	}
}

// An immigrant replaces the worst member, and the edge counts are updated. Before there is a
// population, it becomes the best tour.
func TestImmigrants(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	ahead := begin(t, in, with(12, nil), 1, 1)
	step(t, ahead, 30, 30)
	for _, steps := range []int{0, 1, 2} {
		s := begin(t, in, with(6, func(p *Params) { p.Pool, p.Patience = "2opt", 5 }), 2, 1)
		step(t, s, steps, 10)
		worst := int64(0)
		for i := range s.members {
			worst = max(worst, s.members[i].length)
		}
		if taken, err := s.Immigrate(ahead.Best()); !taken || err != nil {
			t.Fatalf("after %d steps: taken %v, %v", steps, taken, err)
		}
		if s.Cost() != ahead.Cost() || !slices.Equal(s.Best(), ahead.Best()) {
			t.Errorf("after %d steps: the best costs %v, the immigrant %v", steps, s.Cost(), ahead.Cost())
		}
		if s.at.stage == pooling {
			continue
		}
		counts := newFrequency(len(s.members))
		for i := range s.members {
			if s.members[i].length == worst {
				t.Errorf("after %d steps: the worst member is still there", steps)
			}
			counts.enter(&s.members[i], 1)
		}
		for i := range int32(in.N()) {
			for j := range i {
				if counts.count(i, j) != s.counts.count(i, j) {
					t.Fatalf("after %d steps: edge %d-%d is counted %d times, not %d", steps, i, j, s.counts.count(i, j), counts.count(i, j))
				}
			}
		}
	}
}

// Random numbers differ between seeds, populations, purposes, numbers and steps.
func TestRandomNumbersDiffer(t *testing.T) {
	in := generate(t, tsp.Uniform, 5)
	seen := map[uint64]string{}
	for seed := range uint64(2) {
		s := begin(t, in, with(4, nil), seed, 1)
		for s.at.epoch = range 2 {
			for _, purpose := range []uint32{forTours, forPairs, forOrder, forKicks} {
				for number := range uint32(3) {
					for at := range uint32(2) {
						name := fmt.Sprint(seed, s.at.epoch, purpose, number, at)
						random := s.random(purpose, number, at)
						draw := random.Uint64()
						if other, ok := seen[draw]; ok {
							t.Errorf("%s has the numbers of %s", name, other)
						}
						seen[draw] = name
					}
				}
			}
		}
	}
}

func TestFaultsAreNamed(t *testing.T) {
	err := Params{Members: 1, Share: 2, Pool: "4opt", Rounds: -1, Children: 0, Strategy: "best", Last: "first", Select: "none"}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"population", "share", "pool", "rounds", "children", "strategy", "last", "select", "patience"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q does not name %s", err, name)
		}
	}
	in := generate(t, tsp.Uniform, 9)
	if _, err := New(in, nil, tsp.Identity(9), Params{}, 1, 1); err == nil {
		t.Error("New took faulty parameters")
	}
	if _, err := New(in, nil, tsp.Identity(8), Defaults(9), 1, 1); err == nil || !strings.Contains(err.Error(), "start tour") {
		t.Errorf("a tour without a city: %v", err)
	}
	fixed := route(t, 9)
	if _, err := New(fixed, nil, tsp.Identity(fixed.N()), Defaults(9), 1, 1); err == nil {
		t.Error("New took a tour without a fixed edge")
	}
	windy, err := tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(windy, nil, tsp.Identity(3), Defaults(3), 1, 1); err == nil || !strings.Contains(err.Error(), "asymmetric") {
		t.Errorf("an asymmetric instance: %v", err)
	}
	for _, p := range []Params{Defaults(1), Defaults(1_000_000), Paper(1000)} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
}
