//go:build !race

package aco

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// significance is the significance level of the Friedman test [MMAS20 Table 8].
const significance = 0.05

// The six variants are equally good: the Friedman test does not distinguish them [MMAS20 §5.6,
// Table 8]. Every run of every variant has a different seed. The start tour, which all runs share,
// does not count as a result.
//
// The test would detect a variant that is 1 % worse: it rejects every sample in which the costs of
// one variant are 1 % higher. The costs of single runs vary by more than that, so the test needs
// many runs and uses a small instance. The paper's eight instances, with 100 cycles and
// TOURMALINE_VARIANTS runs, take hours:
//
//	TOURMALINE_VARIANTS=30 go test ./internal/tours/aco -run VariantsAreEquallyGood -v -timeout 24h
func TestVariantsAreEquallyGood(t *testing.T) {
	names, candidates, runs, cycles := []string{"bays29"}, 10, 100, 40
	if v, err := strconv.Atoi(os.Getenv("TOURMALINE_VARIANTS")); err == nil {
		names, candidates, runs, cycles = instances, 32, v, 100
	}
	for _, name := range names {
		in := tsplib(t, name)
		p := MMASPaper(in.N())
		for _, p.Candidates = range []int{candidates, 0} {
			compareVariants(t, in, p, runs, cycles)
		}
	}
}

func compareVariants(t *testing.T, in *tsp.Instance, p MMASParams, runs, cycles int) {
	t.Helper()
	samples := costsOfVariants(t, in, p, runs, cycles)
	x, equal := friedman(t, samples)
	t.Logf("%s, %d candidates: statistic %.2f, p = %.2f, mean cost %.0f", in.Name(), p.Candidates, x, equal, mean(samples))
	if equal < significance {
		t.Errorf("%s, %d candidates: the variants differ, p = %.4f", in.Name(), p.Candidates, equal)
	}
	for variant := range samples {
		if _, same := friedman(t, worsened(samples, variant, 1.01)); same >= significance {
			t.Errorf("%s, %d candidates: variant %d could be 1 %% worse unnoticed, p = %.4f", in.Name(), p.Candidates, variant, same)
		}
	}
}

// costsOfVariants returns the cost of the best tour that ants have found in each
// run of each variant.
func costsOfVariants(t *testing.T, in *tsp.Instance, p MMASParams, runs, cycles int) (samples [][]float64) {
	t.Helper()
	for _, p.Selection = range selections {
		for _, p.Tabu = range tabus {
			costs := make([]float64, runs)
			for run := range costs {
				s := colony(t, in, p, uint64(run*100+len(samples)), 2)
				for range cycles {
					if err := s.Step(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				costs[run] = s.costOfAnts()
			}
			samples = append(samples, costs)
		}
	}
	return samples
}

// worsened returns a copy of samples with the costs of one variant multiplied by factor.
func worsened(samples [][]float64, variant int, factor float64) [][]float64 {
	worse := slices.Clone(samples)
	worse[variant] = slices.Clone(samples[variant])
	for run := range worse[variant] {
		worse[variant][run] *= factor
	}
	return worse
}

func friedman(t *testing.T, samples [][]float64) (statistic, p float64) {
	t.Helper()
	statistic, p, err := stats.Friedman(samples)
	if err != nil {
		t.Fatal(err)
	}
	return statistic, p
}
