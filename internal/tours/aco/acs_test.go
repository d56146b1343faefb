package aco

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// acsWith returns the parameters of a small ACS colony after applying change.
func acsWith(base func(n int) ACSParams, change func(*ACSParams)) ACSParams {
	p := base(100)
	p.Ants = 12
	if change != nil {
		change(&p)
	}
	return p
}

func acs(t testing.TB, in *tsp.Instance, p ACSParams, seed uint64, threads int) *ACS {
	t.Helper()
	return acsFrom(t, in, nearest(t, in), p, seed, threads)
}

func acsFrom(t testing.TB, in *tsp.Instance, from tsp.Tour, p ACSParams, seed uint64, threads int) *ACS {
	t.Helper()
	ground, err := NewTerrain(t.Context(), in, p.Rules(), 2)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewACS(in, from, p, NewReference(in, ground, NewImprover(in, quadrants(t, in), p.Builder, threads), p.Ants, seed, threads))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func acsScenes(t testing.TB) map[string]scene {
	small := func(p *ACSParams) { p.Wave, p.Trails, p.Period = 5, 3, 2 }
	scenes := map[string]scene{}
	for name, c := range map[string]struct {
		in     *tsp.Instance
		params ACSParams
	}{
		"acs":                {generate(t, tsp.Uniform, 120), acsWith(ACSPaper, nil)},
		"acs all":            {generate(t, tsp.Clustered, 60), acsWith(ACSPaper, func(p *ACSParams) { p.Candidates, p.Tabu = 0, "ct" })},
		"acs directed":       {windy(t, 60), acsWith(ACSPaper, func(p *ACSParams) { p.Pheromone, p.Period = "candidates", 3 })},
		"acs-alt":            {generate(t, tsp.Clustered, 200), acsWith(ACSAlt, nil)},
		"acs-alt all":        {generate(t, tsp.Uniform, 60), acsWith(ACSAlt, func(p *ACSParams) { p.Candidates, p.Wave = 0, 5 })},
		"acs-spm":            {generate(t, tsp.Drilling, 200), acsWith(ACSSelective, small)},
		"acs-spm directed":   {windy(t, 90), acsWith(ACSSelective, small)},
		"acs-spm route":      {route(t, 80), acsWith(ACSSelective, small)},
		"acs-spm oropt":      {generate(t, tsp.Uniform, 150), acsWith(ACSSelective, func(p *ACSParams) { p.LocalSearch, p.Look = "oropt", "new" })},
		"acs sequential":     {generate(t, tsp.Uniform, 100), acsWith(ACSPaper, func(p *ACSParams) { p.Updates = "sequential" })},
		"acs-spm sequential": {generate(t, tsp.Clustered, 90), acsWith(ACSSelective, func(p *ACSParams) { p.Updates, p.Trails = "sequential", 3 })},
		"acs16-alt":          {generate(t, tsp.Drilling, 120), acsWith(ACSAltPaper, func(p *ACSParams) { p.Wave = 5 })},
		"acs16-alt directed": {windy(t, 60), acsWith(ACSAltPaper, func(p *ACSParams) { p.Pheromone, p.Wave, p.Period = "candidates", 0, 1 })},
		"acs16-spm":          {generate(t, tsp.Clustered, 120), acsWith(ACSSelectivePaper, small)},
		"acs16-spm route":    {route(t, 60), acsWith(ACSSelectivePaper, small)},
		"acs tiny":           {generate(t, tsp.Uniform, 3), acsWith(ACSPaper, nil)},
		"acs one":            {generate(t, tsp.Uniform, 1), acsWith(ACSSelective, small)},
	} {
		scenes[name] = scene{c.in, func(t testing.TB, seed uint64, threads int) search.Searcher[tsp.Tour] {
			return acsFrom(t, c.in, arbitrary(c.in), c.params, seed, threads)
		}}
	}
	return scenes
}

// With precomputed best edges, ants that mostly take the best edge construct the same tours as by
// applying the rules directly.
func TestBoldWalks(t *testing.T) {
	for _, in := range []*tsp.Instance{generate(t, tsp.Uniform, 2), generate(t, tsp.Clustered, 65), generate(t, tsp.Drilling, 300), windy(t, 70)} {
		for _, pheromone := range memories {
			for _, candidates := range []int{3, 8, 40} {
				p := acsWith(ACSSelective, func(p *ACSParams) { p.Pheromone, p.Candidates, p.Wave = pheromone, candidates, 0 })
				s := acs(t, in, p, 3, 2)
				for range 3 { // until the trails differ
					if err := s.Step(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				r := s.engine.(*Reference)
				w, want := newConstruction(r.trails), make(tsp.Tour, in.N())
				if err := r.walk(t.Context(), 7, 0, p.Ants); err != nil {
					t.Fatal(err)
				}
				for ant, got := range r.walks {
					if w.walk(want, 3, uint32(ant), 7, w.next); !slices.Equal(got, want) {
						t.Fatalf("%s, %d candidates, %d cities, ant %d: got %v, want %v", pheromone, candidates, in.N(), ant, got, want)
					}
				}
			}
		}
	}
}

// An ant takes the best edge with probability q0, and otherwise chooses an edge in proportion to
// its weight [ACS16 eq. 1 and 2].
func TestBoldRule(t *testing.T) {
	in := generate(t, tsp.Uniform, 40)
	for _, q0 := range []float64{0, 0.5, 0.9} {
		p := acsWith(ACSPaper, func(p *ACSParams) { p.Q0, p.Candidates = q0, 8 })
		r := acs(t, in, p, 1, 1).engine.(*Reference)
		uneven(r)
		w := newConstruction(r.trails)
		w.tabu.Reset()
		w.tabu.Mark(0)
		w.tabu.Mark(w.City[2]) // a visited candidate
		w.gather(0)
		observed, expected := make([]int, len(w.cities)), make([]float64, len(w.cities))
		sum := 0.0
		for _, weight := range w.open {
			sum += float64(weight)
		}
		for i, weight := range w.open {
			expected[i] = (1 - q0) * float64(weight) / sum
		}
		expected[heaviest(w.open)] += q0
		cities := slices.Clone(w.cities)
		random := rng.At(9, 0, 0)
		for range 40_000 {
			to := w.next(0, [2]uint32{random.Uint32(), random.Uint32()})
			observed[slices.Index(cities, to)]++
		}
		if x, p, err := chiSquared(observed, expected); err != nil || p < 0.001 {
			t.Errorf("q0 = %v: chi squared %.1f, p = %.2g, %v; observed %v, expected %v", q0, x, p, err, observed, expected)
		}
	}
}

// An edge is updated once for each ant that uses it, with every kind of update [ACS16 eq. 3].
func TestWear(t *testing.T) {
	for _, in := range []*tsp.Instance{generate(t, tsp.Uniform, 50), windy(t, 50)} {
		// Relaxed updates run on one thread, because several threads would lose some updates.
		for update, threads := range map[string]int{"step": 2, "wave": 2, "relaxed": 1, "sequential": 2} {
			for _, period := range []int{1, 3} {
				p := acsWith(ACSPaper, func(p *ACSParams) { p.Updates, p.Period, p.Wave, p.Rho = update, period, 5, 0.1 })
				r := acs(t, in, p, 1, threads).engine.(*Reference)
				if err := r.Lay(t.Context(), 0.02); err != nil {
					t.Fatal(err)
				}
				uneven(r)
				want := slices.Clone(r.trails.Levels)
				if err := errors.Join(r.trails.choose(t.Context()), r.Construct(t.Context(), 4)); err != nil {
					t.Fatal(err)
				}
				n := in.N()
				wear := func(a, b int32) {
					at := int(a)*n + int(b)
					want[at] = float32(float32(1-float32(0.1))*want[at]) + float32(float32(0.1)*0.02)
				}
				for _, walk := range r.walks {
					for edge := 1; edge <= n; edge++ {
						if edge%period != 0 {
							continue
						}
						wear(walk[edge-1], walk[edge%n])
						if in.Symmetric() {
							wear(walk[edge%n], walk[edge-1])
						}
					}
				}
				if !slices.Equal(r.trails.Levels, want) {
					t.Errorf("%s, period %d: other trails", update, period)
				}
			}
		}
	}
}

// A selective memory stores the most recent edges and discards the oldest edge [ACS16 Fig. 5].
func TestSelectiveMemory(t *testing.T) {
	in := generate(t, tsp.Uniform, 30)
	p := acsWith(ACSSelective, func(p *ACSParams) { p.Trails = 4 })
	r := acs(t, in, p, 1, 1).engine.(*Reference).trails
	if err := r.lay(t.Context(), 0.5); err != nil {
		t.Fatal(err)
	}
	type edge struct {
		to    int32
		level float32
	}
	var ring []edge // oldest first
	b := blend{0.5, 1, math.MaxFloat32}
	random := rng.At(1, 0, 0)
	for range 500 {
		to := 1 + random.IntN(9)
		known := r.renew(0, to, b)
		i := slices.IndexFunc(ring, func(e edge) bool { return e.to == to })
		switch {
		case known != (i >= 0):
			t.Fatalf("city %d known: %v", to, known)
		case i >= 0:
			ring[i].level = 0.5*ring[i].level + 1
		default:
			if ring = append(ring, edge{to, 0.5*0.5 + 1}); len(ring) > 4 {
				ring = ring[1:]
			}
		}
		for _, e := range ring {
			at := slices.Index(r.Known[:4], e.to)
			if at < 0 || r.Levels[at] != e.level {
				t.Fatalf("the memory has %v, %v, want %v", r.Known[:4], r.Levels[:4], ring)
			}
		}
	}
	if slices.ContainsFunc(r.Known[4:], func(c int32) bool { return c != none }) {
		t.Error("another city has learnt something")
	}
}

// If no candidate is left, an ant follows a stored trail whose level outweighs the longer distance.
func TestRecollect(t *testing.T) {
	points := make([]tsp.Point, 12)
	for i := range points {
		points[i] = tsp.Point{float64(100 * i), 0}
	}
	in, err := tsp.FromPoints(tsp.Euclidean, points)
	if err != nil {
		t.Fatal(err)
	}
	p := acsWith(ACSSelective, func(p *ACSParams) { p.Candidates, p.Beta = 2, 2 })
	r := acs(t, in, p, 1, 1).engine.(*Reference).trails
	if err := r.lay(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	unvisited := func(int32) bool { return false }
	for level, want := range map[float32]int32{3.9: 3, 4.1: 6} { // twice as far counts a quarter
		r.Known[0], r.Levels[0] = 6, level
		if got := r.recollect(0, 3, unvisited); got != want {
			t.Errorf("level %v: to %d, want %d", level, got, want)
		}
	}
	if got := r.recollect(0, 3, func(c int32) bool { return c == 6 }); got != 3 {
		t.Errorf("to %d, which was visited", got)
	}
}

// Ants construct valid tours when they update trails without synchronisation. On one thread, two
// runs construct the same tours.
func TestRelaxed(t *testing.T) {
	in := generate(t, tsp.Clustered, 150)
	p := acsWith(ACSAlt, func(p *ACSParams) { p.Updates, p.Ants, p.Period = "relaxed", 40, 1 })
	s := acs(t, in, p, 1, 4)
	for range 3 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, tour := range s.engine.(*Reference).tours {
		if err := in.Check(tour); err != nil {
			t.Fatal(err)
		}
	}
	one, two := acs(t, in, p, 1, 1), acs(t, in, p, 1, 1)
	for range 3 {
		if err := errors.Join(one.Step(t.Context()), two.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(one.local, two.local) {
		t.Error("on one thread, two runs differ")
	}
}

// With a larger memory, more updates find their edge in the memory [ACS16 Fig. 6].
func TestHitsGrowWithTheMemory(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	last := -1.0
	for _, trails := range []int{1, 2, 4, 8, 16} {
		s := acs(t, in, acsWith(ACSSelective, func(p *ACSParams) { p.Trails, p.Ants = trails, 40 }), 1, 2)
		for range 10 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h := s.engine.(*Reference).trails.hits
		ratio := float64(h.hit) / float64(h.all)
		if ratio <= last || h.all == 0 {
			t.Errorf("%d trails: %v of updates hit, %v with fewer", trails, ratio, last)
		}
		last = ratio
	}
	if last < 0.8 {
		t.Errorf("16 trails: only %v of updates hit", last)
	}
}

// The hit counts include local and global updates [ACS16 Fig. 6].
func TestHitsCountAllUpdates(t *testing.T) {
	in := generate(t, tsp.Uniform, 40)
	s := acs(t, in, acsWith(ACSSelective, func(p *ACSParams) { p.Ants, p.Period = 5, 4 }), 1, 2)
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Updates cover both directions of every fourth edge of five ants, and of every edge of the
	// best tour.
	local, global := 5*40/4*2, 40*2
	if got := s.engine.(*Reference).trails.hits; got.all != local+global {
		t.Errorf("%d updates, want %d and %d", got.all, local, global)
	}
}

// NewTerrain rejects invalid rules.
func TestFaultyRules(t *testing.T) {
	in := generate(t, tsp.Uniform, 20)
	for name, change := range map[string]func(*Rules){
		"candidates = -1, expected 0 to 1,000":                            func(r *Rules) { r.Candidates = -1 },
		"trails = 0, expected 1 to 64":                                    func(r *Rules) { r.Trails = 0 },
		"trails = 65, expected 1 to 64":                                   func(r *Rules) { r.Trails = 65 },
		`expected wave, sequential or immediate if pheromone = selective`: func(r *Rules) { r.Updates = Step },
		"candidates = 0, expected 1 to 1,000 if pheromone = selective":    func(r *Rules) { r.Candidates = 0 },
		"ants = 0, expected 1 to 1,000,000":                               func(r *Rules) { r.Ants = 0 },
	} {
		rules := ACSSelective(20).Rules()
		change(&rules)
		if _, err := NewTerrain(t.Context(), in, rules, 1); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFaultyACSParamsAreAllNamed(t *testing.T) {
	err := ACSParams{Q0: 2, Alpha: -1, Rho: 7, Wave: -1}.Validate()
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"ants", "q0", "alpha", "rho", "period", "updates", "wave", "pheromone", "trails", "tabu", "look", "localsearch"} {
		if !strings.Contains(err.Error(), name+" = ") {
			t.Errorf("%q does not name %s", err, name)
		}
	}
	for name, change := range map[string]func(*ACSParams){
		"selective in step":   func(p *ACSParams) { p.Pheromone = "selective" },
		"selective, relaxed":  func(p *ACSParams) { p.Pheromone, p.Updates = "selective", "relaxed" },
		"selective, no lists": func(p *ACSParams) { p.Pheromone, p.Updates, p.Candidates = "selective", "wave", 0 },
	} {
		if err := acsWith(ACSPaper, change).Validate(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, n := range []int{1, 2, 20, 1002, 2_000_000} {
		for i, base := range []func(int) ACSParams{ACSPaper, ACSAlt, ACSSelective, ACSAltPaper, ACSSelectivePaper} {
			if err := base(n).Validate(); err != nil {
				t.Errorf("%d cities: %s: %v", n, []string{"acs", "acs-alt", "acs-spm", "acs16-alt", "acs16-spm"}[i], err)
			}
		}
	}
}
