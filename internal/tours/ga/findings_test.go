package ga

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// The benchmarks below repeat the experiments of [GA16 §4]. Each prints Markdown tables with the
// paper's results next to ours. Errors are those of the best gene in the population, relative to
// the optimum. Runs with the same seed start with the same pool.
//
//	go test ./internal/tours/ga -run '^$' -bench GA16/table2 -benchtime 1x -timeout 2h
//	TOURMALINE_RUNS=5 go test ./internal/tours/ga -run '^$' -bench GA16/table2/xql662/letter -benchtime 1x -timeout 2h

func BenchmarkGA16(b *testing.B) {
	b.Run("fig5", convergence)
	b.Run("table2", generationsNeeded)
	b.Run("table3", localMinima)
	b.Run("table4", populations)
	b.Run("table5", timeOfGenerations)
	b.Run("fig8", millionCities)
	b.Run("unsaid", unsaidValues)
	b.Run("swapped", swappedPools)
}

// A setting is an interpretation of the paper.
type setting struct {
	name   string
	change func(p *Params)
}

// settings returns the literal interpretation of the paper, and two steps towards the authors'
// program: neighbours compete, and local search improves the best gene.
func settings() []setting {
	return []setting{
		{"letter", func(*Params) {}},
		{"next", func(p *Params) { p.Rivals = "next" }},
		{"improved", func(p *Params) { p.LocalSearch, p.Improves = "2opt", "best" }},
	}
}

// eachSetting runs an experiment in each setting.
func eachSetting(b *testing.B, experiment func(b *testing.B, p Params)) {
	for _, s := range settings() {
		p := Paper(0)
		s.change(&p)
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				experiment(b, p)
			}
		})
	}
}

// compared returns the crossovers that the paper compares.
func compared() []string { return []string{"bcscx", "arx", "hybrid"} }

// fromEnvironment returns the number in an environment variable, or the usual number if it is not
// set.
func fromEnvironment(name string, usual int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return usual
}

// A subject is an instance for experiments. Its cities are numbered along a space-filling curve, as
// in package prepare.
type subject struct {
	in      *tsp.Instance
	lists   *near.Lists
	optimum float64
	file    tsp.Tour     // order of the cities in the file
	pools   [][]tsp.Tour // precomputed first genes, indexed by seed
}

// published reads an instance from the benchmark data.
func published(b *testing.B, path string) *subject {
	in, err := format.ReadFile(filepath.Join(testkit.Data(b), path+".tsp"), format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	best, ok := tsp.BestKnown(in)
	if !ok {
		b.Fatalf("the optimum of %s is not known", path)
	}
	return newSubject(b, in, float64(best.Value))
}

func newSubject(b *testing.B, in *tsp.Instance, optimum float64) *subject {
	order, err := start.Curve(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	in = in.Pick(order)
	lists, err := near.Quadrant(b.Context(), in, 2, 10, 2)
	if err != nil {
		b.Fatal(err)
	}
	file := make(tsp.Tour, len(order))
	for number, city := range order {
		file[city] = int32(number)
	}
	return &subject{in: in, lists: lists, optimum: optimum, file: file}
}

// newPopulation returns a search with a complete pool.
func (s *subject) newPopulation(ctx context.Context, p Params, seed uint64, e Engine, threads int) (*GA, error) {
	g, err := New(s.in, s.lists, start.Random(s.in.N(), seed), p, seed, e, threads)
	if err == nil && seed <= uint64(len(s.pools)) && s.pools[seed-1] != nil {
		return g, s.populate(g, s.pools[seed-1])
	}
	for err == nil && !g.Populated() {
		err = g.Step(ctx)
	}
	return g, err
}

// populate fills the pool of a search with copies of the given genes.
func (s *subject) populate(g *GA, genes []tsp.Tour) error {
	for i, gene := range genes[:min(len(genes), g.plan.Genes)] {
		if err := g.engine.Put(i, gene); err != nil {
			return err
		}
		g.made++
	}
	g.plan.Distinct = g.made
	if err := g.multiply(context.Background()); err != nil {
		return err
	}
	return g.keepBest(context.Background(), g.Keep)
}

// bestError returns the error of the best gene.
func (s *subject) bestError(g *GA) float64 {
	return float64(slices.Min(g.lengths))/s.optimum - 1
}

// A course contains the error of a run after each generation. The first error is that of the pool.
type course []float64

// run evolves a pool until enough reports that the course is long enough.
func (s *subject) run(ctx context.Context, p Params, seed uint64, enough func(course) bool) (course, error) {
	g, err := s.newPopulation(ctx, p, seed, NewReference(s.in, p, 1), 1)
	if err != nil {
		return nil, err
	}
	c := course{s.bestError(g)}
	for !enough(c) {
		if err := g.Step(ctx); err != nil {
			return nil, err
		}
		c = append(c, s.bestError(g))
	}
	return c, nil
}

// runs evolves a pool for each seed, several of them concurrently.
func (s *subject) runs(b *testing.B, p Params, count int, enough func(course) bool) []course {
	all := make([]course, fromEnvironment("TOURMALINE_RUNS", count))
	err := parallel.Ranges(b.Context(), runtime.GOMAXPROCS(0), len(all), 1, func(_, i, _ int) (err error) {
		all[i], err = s.run(b.Context(), p, uint64(i+1), enough)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return all
}

// generations returns a function that reports whether a course has the given number of generations.
func generations(count int) func(course) bool {
	return func(c course) bool { return len(c) > count }
}
