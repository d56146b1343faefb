package aco

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// with returns the parameters of a small colony after applying change.
func with(change func(*MMASParams)) MMASParams {
	p := bare(12)
	change(&p)
	return p
}

// route returns a path instance with fixed edges, closed by a dummy.
func route(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	in, err := generate(t, tsp.Uniform, n).FixEdges([][2]int32{{3, 4}, {4, 9}})
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.Path(2, -1); err != nil {
		t.Fatal(err)
	}
	return in.Closed().Instance
}

// asAuthors changes the parameters to the deposits, the resets and the floor of the authors'
// program, with a reset within a few cycles.
func asAuthors(p *MMASParams) {
	paper := MMASPaper(100)
	p.Floor, p.Deposit, p.Reset = paper.Floor, paper.Deposit, paper.Reset
	p.LocalSearch, p.Look, p.Patience, p.Rho = "2opt", "all", 1, 0.9
}

// mmasScenes returns scenes for all kinds of MMAS colonies.
func mmasScenes(t testing.TB) map[string]scene {
	scenes := map[string]scene{}
	for name, c := range map[string]struct {
		in     *tsp.Instance
		params MMASParams
	}{
		"bare":             {generate(t, tsp.Uniform, 200), bare(12)},
		"reservoir":        {generate(t, tsp.Clustered, 150), with(func(p *MMASParams) { p.Selection, p.Tabu = "wrs", "ct" })},
		"dense":            {generate(t, tsp.Drilling, 120), with(func(p *MMASParams) { p.Pheromone, p.Alpha, p.Beta = "full", 1.5, 2.5 })},
		"all":              {generate(t, tsp.Uniform, 100), with(func(p *MMASParams) { p.Pheromone, p.Candidates, p.Tabu = "full", 0, "lc" })},
		"2opt":             {generate(t, tsp.Uniform, 200), with(func(p *MMASParams) { p.LocalSearch, p.Look = "2opt", "all" })},
		"oropt":            {generate(t, tsp.Uniform, 200), with(func(p *MMASParams) { p.LocalSearch, p.Share = "oropt", 0.3 })},
		"lk":               {generate(t, tsp.Clustered, 400), with(func(p *MMASParams) { p.LocalSearch, p.Ants, p.Patience = "lk", 6, 2 })},
		"directed":         {windy(t, 90), with(func(p *MMASParams) { p.LocalSearch, p.Deposit = "lk", "global" })},
		"route":            {route(t, 80), with(func(p *MMASParams) { p.LocalSearch = "oropt" })},
		"bare path":        {route(t, 80), bare(12)},
		"authors":          {generate(t, tsp.Clustered, 150), with(asAuthors)},
		"authors directed": {windy(t, 60), with(asAuthors)},
		"tiny":             {generate(t, tsp.Uniform, 3), with(func(p *MMASParams) { p.LocalSearch = "lk" })},
		"one":              {generate(t, tsp.Uniform, 1), bare(3)},
	} {
		scenes[name] = scene{c.in, func(t testing.TB, seed uint64, threads int) search.Searcher[tsp.Tour] {
			return colonyFrom(t, c.in, arbitrary(c.in), c.params, seed, threads)
		}}
	}
	return scenes
}

// Ants that follow trails find better tours than ants that ignore them, with the same rules and
// random numbers.
func TestAntsLearn(t *testing.T) {
	in := generate(t, tsp.Uniform, 300)
	cost := map[float64]float64{}
	for _, alpha := range []float64{0, 1} {
		s := colony(t, in, with(func(p *MMASParams) { p.Alpha, p.Ants, p.Rho = alpha, 40, 0.8 }), 1, 2)
		for range 40 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		cost[alpha] = s.costOfAnts()
	}
	if cost[1] > 0.9*cost[0] {
		t.Errorf("%v with trails, %v without", cost[1], cost[0])
	}
}

// Trail updates follow [MMAS20 §2.1], on all edges and on edges to candidates, for asymmetric and
// symmetric instances.
func TestReinforce(t *testing.T) {
	for _, in := range []*tsp.Instance{generate(t, tsp.Uniform, 30), windy(t, 30)} {
		for _, pheromone := range []string{"full", "candidates"} {
			p := with(func(p *MMASParams) { p.Pheromone, p.Candidates = pheromone, 8 })
			r := engine(t, in, p, 1, 1)
			uneven(r)
			before := slices.Clone(r.trails.Levels)
			best := tsp.Identity(30)
			if err := r.Remember(best); err != nil {
				t.Fatal(err)
			}
			d := Deposit{Ant: Remembered, Everywhere: true, Keep: 0.5, Amount: 0.25, Lo: 0.1, Hi: 0.6}
			if err := r.Reinforce(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			marked := 0
			for from := range int32(30) {
				for to := range int32(30) {
					at := r.trails.edge(from, to)
					if from == to || at == none {
						continue
					}
					want := max(0.5*before[at], 0.1)
					if to == (from+1)%30 || in.Symmetric() && from == (to+1)%30 {
						want = min(want+0.25, 0.6)
						marked++
					}
					if r.trails.Levels[at] != want {
						t.Fatalf("%s, %d to %d: %v, want %v", pheromone, from, to, r.trails.Levels[at], want)
					}
				}
			}
			if marked == 0 || pheromone == "full" && marked < 30 {
				t.Errorf("%d trails were marked", marked)
			}
		}
	}
}

// The limits match the formulas of [SH00], computed with the standard library.
func TestLimits(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	for _, c := range []struct {
		candidates int
		floor      string
		average    float64
	}{{0, "candidates", 100}, {32, "candidates", 16}, {0, "cities", 100}, {32, "cities", 100}} {
		s := colony(t, in, with(func(p *MMASParams) { p.Candidates, p.Floor, p.Pheromone, p.Rho = c.candidates, c.floor, "full", 0.9 }), 1, 1)
		hi := 1.0
		root := math.Pow(0.01, 1.0/200)
		lo := hi * (1 - root) / ((c.average - 1) * root)
		if got := s.limits; math.Abs(float64(got.hi)/hi-1) > 1e-4 || math.Abs(float64(got.lo)/lo-1) > 1e-4 {
			t.Errorf("%d candidates, floor %s: %v, want %v to %v", c.candidates, c.floor, got, lo, hi)
		}
	}
}

// The first cycle sets the limits even if its best tour is longer than the start tour. After that,
// only better tours change them [MMAS20 Fig. 1, lines 14 to 16].
func TestTheFirstCycleSetsTheLimits(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	s := colony(t, in, bare(12), 1, 1)
	best := int64(infinite)
	for cycle := range 5 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		best = min(best, s.shortest)
		if hi := float32(s.worth(best)); s.shortest <= s.Length() || math.Abs(float64(s.limits.hi/hi)-1) > 1e-6 || hi >= 1 {
			t.Errorf("cycle %d: an upper limit of %v for a tour of %d, want %v", cycle, s.limits.hi, best, hi)
		}
	}
}

// Stagnation resets settled trails to the upper limit.
func TestStagnationLaysTrailsAnew(t *testing.T) {
	in := generate(t, tsp.Uniform, 60)
	s := colony(t, in, with(func(p *MMASParams) { p.LocalSearch, p.Patience, p.Rho = "lk", 5, 0.2 }), 1, 1)
	laid := 0
	for range 120 {
		before := s.since
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s.since != before {
			laid++
			for _, level := range s.engine.(*Reference).trails.Levels {
				if level != s.limits.hi {
					t.Fatalf("a trail of %v, want %v", level, s.limits.hi)
				}
			}
		}
	}
	if laid == 0 {
		t.Error("never")
	}
}

// The mean covers all ants of a completed cycle, after local search.
func TestMean(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	s := colony(t, in, with(func(p *MMASParams) { p.LocalSearch, p.Share = "2opt", 0.5 }), 1, 2)
	unknown := func(when string) {
		t.Helper()
		if stats, err := s.Stats(search.Detail{Mean: true}); stats.Mean != nil || err != nil {
			t.Errorf("%s: %v, %v", when, stats.Mean, err)
		}
	}
	unknown("before the first cycle")
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, tour := range s.engine.(*Reference).tours {
		sum += in.CostOf(in.Length(tour))
	}
	if stats, err := s.Stats(search.Detail{Mean: true}); err != nil || stats.Mean == nil || math.Abs(12**stats.Mean/sum-1) > 1e-12 {
		t.Errorf("%v, %v, want %v", stats.Mean, err, sum/12)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.engine = &impatient{Reference: s.engine.(*Reference), act: "improve", cancel: cancel}
	if err := s.Step(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	unknown("after an interrupted cycle")
}

// Immigrate adopts a better tour and rejects a worse one.
func TestImmigrate(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	good := colony(t, in, with(func(p *MMASParams) { p.LocalSearch = "lk" }), 1, 1)
	s := colony(t, in, bare(5), 1, 1)
	for _, one := range []*MMAS{good, s} {
		if err := one.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	immigrate(t, s, good.Best(), true)
	if s.Cost() != good.Cost() || !slices.Equal(s.Best(), good.Best()) {
		t.Errorf("cost %v, want %v", s.Cost(), good.Cost())
	}
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.engine.(*Reference).best; !slices.Equal(got, good.Best()) {
		t.Error("the engine does not know the guest")
	}
	immigrate(t, s, tsp.Identity(100), false)
	if s.Cost() != good.Cost() {
		t.Errorf("cost %v after a bad guest, want %v", s.Cost(), good.Cost())
	}
}

// impatient is an engine that cancels the context at the start of a phase.
type impatient struct {
	*Reference
	act    string
	cancel func()
}

func (e *impatient) at(act string) {
	if e.act == act {
		e.cancel()
	}
}

func (e *impatient) Lay(ctx context.Context, level float32) error {
	e.at("lay")
	return e.Reference.Lay(ctx, level)
}

func (e *impatient) Construct(ctx context.Context, cycle uint32) error {
	e.at("construct")
	return e.Reference.Construct(ctx, cycle)
}

func (e *impatient) Improve(ctx context.Context) error {
	e.at("improve")
	return e.Reference.Improve(ctx)
}

func (e *impatient) Reinforce(ctx context.Context, d Deposit) error {
	e.at("reinforce")
	return e.Reference.Reinforce(ctx, d)
}

// A step that is interrupted in any phase leaves a valid best tour. If the search continues, its
// results match those of an uninterrupted search.
func TestCancel(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	p := with(func(p *MMASParams) { p.LocalSearch = "oropt" })
	whole := colony(t, in, p, 1, 2)
	for range 6 {
		if err := whole.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, act := range []string{"before", "lay", "construct", "improve", "reinforce"} {
		s := colony(t, in, p, 1, 2)
		e := &impatient{Reference: s.engine.(*Reference)}
		s.engine = e
		for s.cycle < 6 {
			ctx, cancel := context.WithCancel(t.Context())
			if e.act, e.cancel = "", cancel; s.cycle%2 == 0 && ctx.Err() == nil {
				e.act = act
				e.at("before")
			}
			before := s.cycle
			if err := s.Step(ctx); err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if _, err := search.Referee(in, s.Best(), s.Cost()); err != nil {
				t.Fatal(err)
			}
			if s.cycle == before { // repeat the cycle without interruption
				e.act = ""
				if err := s.Step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			cancel()
		}
		if !slices.Equal(s.engine.(*impatient).trails.Levels, whole.engine.(*Reference).trails.Levels) || s.shortest != whole.shortest {
			t.Errorf("cut at %s, the colony goes another way", act)
		}
	}
}

// Products stay finite with extreme exponents and evaporation.
func TestExtremeProductsAreFinite(t *testing.T) {
	in := generate(t, tsp.Clustered, 60)
	for _, selection := range selections {
		for _, candidates := range []int{0, 8} {
			s := colony(t, in, with(func(p *MMASParams) {
				p.Alpha, p.Beta, p.Rho, p.Selection, p.Candidates, p.Pheromone = 10, 20, 0.9999, selection, candidates, "full"
			}), 1, 1)
			for range 5 {
				if err := s.Step(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			r := s.engine.(*Reference)
			for i := range r.trails.Levels {
				if p := r.trails.product(r.trails.Levels[i], i); !(p >= leastProduct && p <= mostProduct) {
					t.Fatalf("%s, %d candidates: a product of %v", selection, candidates, p)
				}
			}
			different := map[uint32]bool{}
			for _, c := range r.trails.choice[:r.trails.Places()] {
				different[c] = true
			}
			if len(different) < 5 {
				t.Errorf("%s, %d candidates: only %d different choices", selection, candidates, len(different))
			}
		}
	}
}

// With mixed deposits, the best tour since the trails were laid deposits more and more often
// [SH00].
func TestWhoDeposits(t *testing.T) {
	for cycle, want := range map[uint32]uint32{0: 0, 24: 0, 25: 5, 74: 5, 75: 3, 125: 2, 249: 2, 250: 1, 9999: 1} {
		s := &MMAS{params: MMASParams{Deposit: "mixed"}, system: system{cycle: cycle + 7, since: 7}}
		if got := s.globalEvery(); got != want {
			t.Errorf("cycle %d: every %d, want %d", cycle, got, want)
		}
	}
	for deposit, want := range map[string]uint32{"iteration": 0, "global": 1, "authors": 0} {
		if got := (&MMAS{params: MMASParams{Deposit: deposit}, system: system{cycle: 60}}).globalEvery(); got != want {
			t.Errorf("%s: every %d, want %d", deposit, got, want)
		}
	}
}

// Local search improves the share of ants with the shortest tours that Share specifies.
func TestShare(t *testing.T) {
	lengths := make([]int64, 100)
	for i := range lengths {
		lengths[i] = int64((i * 37) % 50) // each length occurs twice
	}
	for share, want := range map[float64]int{0: 0, 0.07: 7, 0.071: 8, 0.5: 50, 1: 100} {
		m := &Improver{count: Builder{Colony: Colony{Ants: 100}, Share: share}.Improved()}
		chosen := m.Chosen(lengths)
		if len(chosen) != want {
			t.Errorf("%v of 100 ants are %d, want %d", share, len(chosen), want)
		}
		for i := range chosen {
			if i > 0 && (lengths[chosen[i]] < lengths[chosen[i-1]] || lengths[chosen[i]] == lengths[chosen[i-1]] && chosen[i] < chosen[i-1]) {
				t.Errorf("%v: %d before %d", share, chosen[i-1], chosen[i])
			}
		}
	}
}

// Ants find the optimal tour on an instance with several cities at each place.
func TestSamePlace(t *testing.T) {
	points := make([]tsp.Point, 40)
	for i := range points {
		points[i] = tsp.Point{float64(i / 4 * 1000), 0}
	}
	in, err := tsp.FromPoints(tsp.Euclidean, points)
	if err != nil {
		t.Fatal(err)
	}
	s := colony(t, in, with(func(p *MMASParams) { p.Ants = 30 }), 1, 1)
	for range 30 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.costOfAnts() > 18_000 {
		t.Errorf("cost %v, want there and back again, 18,000", s.costOfAnts())
	}
}

// If trails on all edges need too much memory, the error states how much.
func TestDenseTrailsAreRefusedWhereTheyAreTooLarge(t *testing.T) {
	in := generate(t, tsp.Uniform, 50_000)
	_, err := NewTerrain(t.Context(), in, with(func(p *MMASParams) { p.Pheromone = "full" }).Rules(), 2)
	if err == nil || !strings.Contains(err.Error(), "18.7 GiB") || !strings.Contains(err.Error(), "pheromone=candidates") {
		t.Errorf("got %v", err)
	}
}

func TestTooManyAntsAreRefused(t *testing.T) {
	_, err := NewTerrain(t.Context(), generate(t, tsp.Uniform, 50_000), bare(50_000).Rules(), 2)
	if err == nil || !strings.Contains(err.Error(), "9.3 GiB") || !strings.Contains(err.Error(), "use at most") {
		t.Errorf("got %v", err)
	}
}

func TestFaultyParamsAreAllNamed(t *testing.T) {
	faulty := Builder{Colony: Colony{Beta: math.NaN(), Candidates: -1, LocalSearch: "magic"}, Share: 2}
	err := MMASParams{Builder: faulty, Rho: 1, Alpha: -1, Patience: -1}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"ants", "rho", "alpha", "beta", "pbest", "selection", "tabu", "candidates", "pheromone", "localsearch", "share", "look", "deposit", "patience", "floor", "reset"} {
		if !strings.Contains(err.Error(), name+" = ") {
			t.Errorf("%q does not name %s", err, name)
		}
	}
	if err := with(func(p *MMASParams) { p.Candidates = 0 }).Validate(); err == nil {
		t.Error("trails on candidates without any")
	}
	if _, err := NewMMAS(generate(t, tsp.Uniform, 5), tsp.Identity(5), MMASParams{}, nil, 1); err == nil {
		t.Error("NewMMAS took faulty parameters")
	}
}
