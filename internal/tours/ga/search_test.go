package ga

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours"
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

// windy returns an asymmetric instance in which the distance from i to j grows with (j - i) mod n.
func windy(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	s := rng.At(4, 0, 0)
	w := make([]float64, n*n)
	for i := range w {
		w[i] = float64(1 + (n+i%n-i/n)%n*10 + int(s.IntN(9)))
	}
	in, err := tsp.FromMatrix(n, w)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// route returns an instance with a path that starts at a given city and has fixed edges.
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

// begin starts a search from a random tour.
func begin(t testing.TB, in *tsp.Instance, p Params, seed uint64, threads int) *GA {
	t.Helper()
	base, plain := in, in.Plain()
	if plain != nil {
		base = plain.Base
	}
	l, err := near.Quadrant(t.Context(), base, 2, 8, 2)
	if err != nil {
		t.Fatal(err)
	}
	from := start.Random(base.N(), seed)
	if plain != nil {
		from, l = plain.Fit(from), l.Fit(plain)
	}
	s, err := New(in, l, from, p, seed, NewReference(in, p, threads), threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// with returns the paper's parameters for a small pool, changed by change.
func with(genes, groups int, crossover string, change func(*Params)) Params {
	p := Paper(100)
	p.Genes, p.Groups, p.Crossover, p.Period = genes, groups, crossover, 2
	if change != nil {
		change(&p)
	}
	return p
}

type scene struct {
	in     *tsp.Instance
	params Params
}

// inSteps makes the creation of a large pool take several steps.
func inSteps(s *GA) *GA {
	s.pool.cities = 400
	return s
}

func scenes(t testing.TB) map[string]scene {
	memetic := func(p *Params) {
		q := Defaults(100)
		q.Genes, q.Groups, q.Crossover, q.Period, q.Rounds = p.Genes, p.Groups, p.Crossover, p.Period, 0.05
		*p = q
	}
	return map[string]scene{
		"scx":      {generate(t, tsp.Uniform, 60), with(17, 1, "scx", nil)},
		"bcscx":    {generate(t, tsp.Clustered, 80), with(32, 1, "bcscx", nil)},
		"swap":     {generate(t, tsp.Clustered, 80), with(32, 1, "bcscx", func(p *Params) { p.Winners = "swap" })},
		"arx":      {generate(t, tsp.Drilling, 80), with(31, 3, "arx", func(p *Params) { p.Replaces = "random" })},
		"hybrid":   {generate(t, tsp.Uniform, 120), with(64, 8, "hybrid", func(p *Params) { p.Edges = 3 })},
		"next":     {generate(t, tsp.Uniform, 70), with(19, 2, "hybrid", func(p *Params) { p.Rivals = "next" })},
		"random":   {generate(t, tsp.Uniform, 70), with(19, 2, "hybrid", func(p *Params) { p.Rivals = "random" })},
		"best":     {generate(t, tsp.Uniform, 90), with(24, 3, "bcscx", func(p *Params) { p.LocalSearch, p.Improves = "2opt", "best" })},
		"minima":   {generate(t, tsp.Drilling, 90), with(24, 2, "arx", func(p *Params) { p.Pool, p.Distinct, p.Effort = "2opt", 7, 1.5 })},
		"greedy":   {generate(t, tsp.Clustered, 150), with(12, 1, "hybrid", func(p *Params) { p.Pool = "greedy" })},
		"memetic":  {generate(t, tsp.Uniform, 300), with(12, 1, "hybrid", memetic)},
		"alike":    {generate(t, tsp.Uniform, 25), with(8, 2, "arx", memetic)},
		"directed": {windy(t, 50), with(16, 1, "hybrid", memetic)},
		"route":    {route(t, 60), with(16, 2, "hybrid", memetic)},
		"ends":     {route(t, 40), with(16, 2, "hybrid", nil)},
		"tiny":     {generate(t, tsp.Uniform, 3), with(8, 2, "hybrid", memetic)},
		"pair":     {generate(t, tsp.Uniform, 2), with(8, 1, "scx", nil)},
		"one":      {generate(t, tsp.Uniform, 1), with(6, 2, "arx", memetic)},
	}
}

func TestConformance(t *testing.T) {
	for name, c := range scenes(t) {
		if testkit.Race && !slices.Contains([]string{"arx", "hybrid", "minima", "memetic", "route"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			with := func(threads int) func() search.Searcher[tsp.Tour] {
				return func() search.Searcher[tsp.Tour] { return begin(t, c.in, c.params, 1, threads) }
			}
			searchtest.Searcher(t, c.in, 5, with(2), with(1), with(5))
		})
	}
}

// A pool that takes several steps may be interrupted in any step.
func TestConformanceOfLongPools(t *testing.T) {
	in := generate(t, tsp.Uniform, 90)
	p := with(11, 1, "hybrid", func(p *Params) { p.Pool, p.Distinct = "lk", 9 })
	searchtest.Searcher(t, in, 7,
		func() search.Searcher[tsp.Tour] { return inSteps(begin(t, in, p, 1, 1)) },
		func() search.Searcher[tsp.Tour] { return inSteps(begin(t, in, p, 1, 3)) })
}

// The random numbers for kicks differ between generations, groups and seeds.
func TestKicksDiffer(t *testing.T) {
	in := generate(t, tsp.Uniform, 30)
	for _, improves := range []string{"children", "best"} {
		seen := map[uint64]bool{}
		for seed := range uint64(3) {
			s := begin(t, in, with(12, 2, "hybrid", func(p *Params) { p.LocalSearch, p.Improves = "2opt", improves }), seed, 1)
			for generation := range 3 {
				evolve(t, s, min(generation, 1))
				jobs, err := s.jobs(t.Context())
				if err != nil || len(jobs) < 2 {
					t.Fatal(len(jobs), err)
				}
				for _, j := range jobs {
					draw := j.random.Uint64()
					if seen[draw] {
						t.Fatalf("%s, seed %d, generation %d: gene %d has the numbers of another", improves, seed, s.generation, j.gene)
					}
					seen[draw] = true
				}
			}
		}
	}
}

// The trajectory of a seed matches the golden file and does not depend on the number of threads.
func TestGoldenTrajectories(t *testing.T) {
	for name, c := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 2, 5} {
				path := filepath.Join("testdata", name+".golden")
				testkit.Golden(t, path, searchtest.Trajectory(t, begin(t, c.in, c.params, 42, threads), true), *update)
			}
		})
	}
}

// evolve runs steps until the pool is complete, and then the given number of generations.
func evolve(t testing.TB, s *GA, generations int) {
	t.Helper()
	for !s.Populated() || generations > 0 {
		if s.Populated() {
			generations--
		}
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// Genes are tours that start with city 0, and the engine reports their correct lengths.
func TestGenesAreTours(t *testing.T) {
	for name, c := range scenes(t) {
		s := begin(t, c.in, c.params, 7, 2)
		lengths, gene := make([]int64, c.params.Genes), make(tsp.Tour, c.in.N())
		evolve(t, s, 6)
		if err := s.engine.Lengths(t.Context(), lengths); err != nil {
			t.Fatal(err)
		}
		for i, length := range lengths {
			if err := s.engine.Gene(i, gene); err != nil {
				t.Fatal(err)
			}
			if err := tours.CheckFixed(c.in, gene); err != nil || gene[0] != 0 || c.in.Length(gene) != length {
				t.Errorf("%s, gene %d begins with %d and has length %d, not %d: %v", name, i, gene[0], c.in.Length(gene), length, err)
			}
		}
	}
}

// The winner of a competition is stored at the lower place. With swap, the loser takes the higher
// place; with copy, the higher place does not change. No other gene moves.
func TestCompete(t *testing.T) {
	for _, winners := range []string{"copy", "swap"} {
		s := begin(t, generate(t, tsp.Uniform, 30), with(13, 2, "arx", func(p *Params) { p.Winners = winners }), 1, 1)
		evolve(t, s, 0)
		r := s.engine.(*Reference)
		var want []tsp.Tour
		for _, gene := range r.genes {
			want = append(want, slices.Clone(gene))
		}
		if r.lengths[0] >= r.lengths[3] || r.lengths[2] <= r.lengths[5] {
			t.Fatalf("lengths %v, expected that genes 0 and 5 win", r.lengths)
		}
		for _, pair := range [][2]int{{0, 3}, {1, 4}, {2, 5}, {6, 10}, {7, 11}, {8, 12}} { // groups of 6 and 7
			if a, b := pair[0], pair[1]; r.lengths[b] < r.lengths[a] {
				loser := want[a]
				if want[a] = want[b]; winners == "swap" {
					want[b] = loser
				}
			}
		}
		if err := r.Compete(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, gene := range r.genes {
			if !slices.Equal(gene, want[i]) || r.lengths[i] != s.in.Length(gene) {
				t.Errorf("%s: gene %d is %v of length %d, want %v", winners, i, gene, r.lengths[i], want[i])
			}
			for j := range i {
				if &gene[0] == &r.genes[j][0] {
					t.Errorf("%s: genes %d and %d share memory", winners, i, j)
				}
			}
		}
	}
}

// If pairs have two children and the number of genes of a group is divisible by four, children
// replace all losers. Copying a winner and exchanging it with the loser then give the same genes.
func TestLosersDoNotMatterIfAllAreReplaced(t *testing.T) {
	in := generate(t, tsp.Uniform, 50)
	for crossover, equal := range map[string]bool{"arx": true, "hybrid": true, "bcscx": false} {
		var all [][]tsp.Tour
		for _, winners := range []string{"copy", "swap"} {
			s := begin(t, in, with(32, 2, crossover, func(p *Params) { p.Winners = winners }), 1, 1)
			evolve(t, s, 6)
			all = append(all, s.engine.(*Reference).genes)
		}
		if got := slices.EqualFunc(all[0], all[1], slices.Equal[tsp.Tour]); got != equal {
			t.Errorf("%s: equal genes %v, want %v", crossover, got, equal)
		}
	}
}

// A pool with fewer distinct genes is filled with copies of them.
func TestPoolsAreMultiplied(t *testing.T) {
	in := generate(t, tsp.Uniform, 40)
	s := begin(t, in, with(20, 2, "arx", func(p *Params) { p.Pool, p.Distinct = "2opt", 6 }), 3, 2)
	evolve(t, s, 0)
	genes := s.engine.(*Reference).genes
	for i := range genes {
		if !slices.Equal(genes[i], genes[i%6]) {
			t.Errorf("gene %d is no copy of gene %d", i, i%6)
		}
		if i < 6 && i > 0 && slices.Equal(genes[i], genes[0]) {
			t.Errorf("genes %d and 0 are the same", i)
		}
	}
}

// Pools created by local search are better than greedy pools, which are better than random ones.
func TestPoolsDiffer(t *testing.T) {
	in := generate(t, tsp.Uniform, 400)
	last := 0.0
	for _, pool := range []string{"lk", "2opt", "greedy", "random"} {
		p := with(8, 1, "arx", func(p *Params) { p.Pool = pool })
		s := begin(t, in, p, 3, 2)
		evolve(t, s, 0)
		lengths := s.engine.(*Reference).lengths[1:] // the first gene comes from the start tour
		sum := 0.0
		for _, length := range lengths {
			sum += in.CostOf(length)
		}
		if sum <= last {
			t.Errorf("%s: mean %v is better than that of the pool before, %v", pool, sum/7, last/7)
		}
		last = sum
	}
}

// Local search on children finds much better tours than crossovers alone.
func TestLocalSearchHelps(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	bare, local := begin(t, in, with(16, 1, "hybrid", nil), 1, 2), begin(t, in, with(16, 1, "hybrid", func(p *Params) { p.LocalSearch = "lk" }), 1, 2)
	evolve(t, bare, 10)
	evolve(t, local, 10)
	if local.Cost() > 0.8*bare.Cost() {
		t.Errorf("cost %v with local search, %v without", local.Cost(), bare.Cost())
	}
}

// Local search continues with kicks when genes have become similar.
func TestKicksGoOn(t *testing.T) {
	in := generate(t, tsp.Uniform, 300)
	after := func(rounds float64) float64 {
		p := Defaults(300)
		p.Genes, p.Rounds = 8, rounds
		s := begin(t, in, p, 5, 2)
		evolve(t, s, 30)
		return s.Cost()
	}
	if without, kicked := after(0), after(0.1); kicked >= without {
		t.Errorf("cost %v with kicks, %v without", kicked, without)
	}
}

func TestDiversity(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	s := begin(t, in, with(20, 1, "bcscx", nil), 1, 1)
	if stats, err := s.Stats(search.Detail{Diversity: true}); stats.Diversity != nil || err != nil {
		t.Errorf("known without genes, or %v", err)
	}
	evolve(t, s, 0)
	random := diversityOf(t, s)
	if random < 0.9 || random > 1 {
		t.Errorf("random genes: %v, expected nearly 1", random)
	}
	evolve(t, s, 15)
	if later := diversityOf(t, s); later >= random {
		t.Errorf("after 15 generations %v, before %v", later, random)
	}
	alike := begin(t, in, with(20, 1, "bcscx", func(p *Params) { p.Distinct = 1 }), 1, 1)
	evolve(t, alike, 0)
	if d := diversityOf(t, alike); d != 0 {
		t.Errorf("copies of one gene: %v", d)
	}
}

func diversityOf(t *testing.T, s *GA) float64 {
	t.Helper()
	stats, err := s.Stats(search.Detail{Diversity: true})
	if err != nil || stats.Diversity == nil {
		t.Fatal(stats, err)
	}
	return *stats.Diversity
}

// An immigrant replaces the worst winner, or becomes the start tour of the pool.
func TestImmigrants(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	good := begin(t, in, with(4, 1, "arx", func(p *Params) { p.Pool = "lk" }), 1, 1)
	evolve(t, good, 0)
	for _, generations := range []int{-1, 0, 3} {
		s := begin(t, in, with(16, 2, "arx", nil), 2, 1)
		if generations >= 0 {
			evolve(t, s, generations)
		}
		if taken, err := s.Immigrate(good.Best()); !taken || err != nil {
			t.Fatalf("taken: %v, %v", taken, err)
		}
		evolve(t, s, 1)
		lengths := s.engine.(*Reference).lengths
		if best := slices.Min(lengths); in.CostOf(best) > good.Cost() {
			t.Errorf("after %d generations: the best gene costs %v, the immigrant %v", generations, in.CostOf(best), good.Cost())
		}
	}
}
