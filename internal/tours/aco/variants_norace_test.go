//go:build !race

package aco

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/rng"
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

// costsOfVariants returns the cost of the best tour that ants have found in each run of each
// variant.
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

// Trails also help ants that mostly take the best edge.
func TestACSLearns(t *testing.T) {
	in := generate(t, tsp.Uniform, 300)
	for name, base := range map[string]func(int) ACSParams{
		"acs": ACSPaper, "acs-alt": ACSAlt, "acs-spm": ACSSelective, "acs16-alt": ACSAltPaper, "acs16-spm": ACSSelectivePaper,
	} {
		s := acs(t, in, acsWith(base, func(p *ACSParams) { p.Ants, p.Q0 = 30, 0.93 }), 1, 2)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		first := s.costOfAnts()
		for range 60 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.costOfAnts() > 0.975*first {
			t.Errorf("%s: %v after a cycle, %v after 61", name, first, s.costOfAnts())
		}
	}
}

// Sixty cycles improve the tour of the first descent considerably.
func TestFocusedImproves(t *testing.T) {
	in := generate(t, tsp.Uniform, 1000)
	s := focused(t, in, FocusedDefaults(1000), 1, 2)
	for !s.started {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	descent := s.Cost()
	for range 60 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Cost() > 0.985*descent {
		t.Errorf("%v after the descent, %v after 60 cycles", descent, s.Cost())
	}
}

// Both rules choose cities in proportion to the products [MMAS20 §2.1, eq. 1], among ten and among
// a thousand cities, with equal and unequal weights.
func TestSelectionFollowsEquation1(t *testing.T) {
	for rule := range Selection(len(selections)) {
		for _, n := range []int{10, 1000} {
			for _, spread := range []float64{0, 1, 4} {
				t.Run(fmt.Sprint(rule, n, spread), func(t *testing.T) {
					s := rng.At(5, uint32(n), uint32(spread))
					products, expected := make([]float32, n), make([]float64, n)
					cities := make([]int32, n)
					for i := range products {
						cities[i] = int32(3*i + 1)
						products[i] = skewed(s.Float64(), spread)
						expected[i] = float64(products[i])
					}
					x, p, err := chiSquared(chosen(rule, cities, products, 40_000), expected)
					if err != nil {
						t.Fatal(err)
					}
					if p < 0.001 {
						t.Errorf("chi squared %.1f, p = %.2g", x, p)
					}
				})
			}
		}
	}
}
