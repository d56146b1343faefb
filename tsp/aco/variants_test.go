package aco

import (
	"os"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The six variants are equally good: the Friedman test does not tell them apart
// [MMAS20 §5.6, Table 8]. Every run of every variant has its own seed, and the
// start tour, which all share, does not count as a result.
//
// The test uses the smallest instance. The paper's eight, with as many runs as
// TOURMALINE_VARIANTS says, take some minutes:
//
//	TOURMALINE_VARIANTS=30 go test ./tsp/aco -run VariantsAreEquallyGood -v -timeout 1h
func TestVariantsAreEquallyGood(t *testing.T) {
	runs, ants, cycles, names := 6, 12, 6, instances[:1]
	if v, err := strconv.Atoi(os.Getenv("TOURMALINE_VARIANTS")); err == nil {
		runs, ants, cycles, names = v, 50, 20, instances
	}
	for _, name := range names {
		in := tsplib(t, name)
		compareVariants(t, name+", 32 candidates", in, with(func(p *MMASParams) { *p = MMASPaper(in.N()); p.Ants, p.Pheromone = ants, "candidates" }), runs, cycles)
		if in.N() < 500 {
			compareVariants(t, name+", all cities", in, with(func(p *MMASParams) { *p = MMASPaper(in.N()); p.Ants, p.Candidates = ants, 0 }), runs, cycles)
		}
	}
}

func compareVariants(t *testing.T, name string, in *tsp.Instance, p MMASParams, runs, cycles int) {
	var samples [][]float64
	for _, selection := range selections {
		for _, tabu := range tabus {
			p.Selection, p.Tabu = selection, tabu
			costs := make([]float64, runs)
			for run := range costs {
				costs[run] = afterCycles(t, in, p, uint64(run*100+len(samples)), cycles)
			}
			samples = append(samples, costs)
		}
	}
	x, probability, err := stats.Friedman(samples)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%-24s statistic %5.2f, p = %.2f, mean cost %.0f", name, x, probability, mean(samples))
	if probability < 0.05/float64(len(instances)) { // eight tests, one verdict
		t.Errorf("%s: the variants differ, statistic %.2f, p = %.4f", name, x, probability)
	}
}

// afterCycles is the cost of the best tour that ants have found.
func afterCycles(t *testing.T, in *tsp.Instance, p MMASParams, seed uint64, cycles int) float64 {
	s := colony(t, in, p, seed, 2)
	for range cycles {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s.costOfAnts()
}

func mean(samples [][]float64) float64 {
	sum, count := 0.0, 0
	for _, s := range samples {
		for _, v := range s {
			sum += v
			count++
		}
	}
	return sum / float64(count)
}
