package stats_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"pgregory.net/rapid"
)

// firstBase holds the times of 22 runners who round first base by three methods: round out, narrow
// angle, wide angle. The source is Hollander & Wolfe, "Nonparametric Statistical Methods", 1973, p.
// 140. R uses it as the example for friedman.test.
var firstBase = [][]float64{
	{
		5.40, 5.85, 5.20, 5.55, 5.90, 5.45, 5.40, 5.45, 5.25, 5.85, 5.25,
		5.65, 5.60, 5.05, 5.50, 5.45, 5.55, 5.45, 5.50, 5.65, 5.70, 6.30,
	},
	{
		5.50, 5.70, 5.60, 5.50, 5.85, 5.55, 5.40, 5.50, 5.15, 5.80, 5.20,
		5.55, 5.35, 5.00, 5.50, 5.55, 5.55, 5.50, 5.45, 5.60, 5.65, 6.30,
	},
	{
		5.55, 5.75, 5.50, 5.40, 5.70, 5.60, 5.35, 5.35, 5.00, 5.70, 5.10,
		5.45, 5.45, 4.95, 5.40, 5.50, 5.35, 5.55, 5.25, 5.40, 5.55, 6.25,
	},
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestFriedman(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name         string
		samples      [][]float64
		statistic, p float64
	}{
		// R returns 11.143 and 0.003805.
		{"rounding first base", firstBase, 11.142857, 0.003805},
		// Without ties, the largest statistic is (treatments - 1) * blocks.
		{"all blocks agree", [][]float64{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, 6, math.Exp(-3)},
		{"blocks of different size", [][]float64{{1, 100}, {2, 200}, {3, 300}}, 4, math.Exp(-2)},
		{"a latin square", [][]float64{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}}, 0, 1},
		{"all equal", [][]float64{{1, 2}, {1, 2}, {1, 2}}, 0, 1},
		{"a block of ties has no say", [][]float64{{1, 2, 9}, {2, 3, 9}, {3, 4, 9}}, 4, math.Exp(-2)},
		{"failed runs", [][]float64{{1, 1}, {inf, inf}, {inf, inf}}, 4, math.Exp(-2)},
	} {
		t.Run(c.name, func(t *testing.T) {
			statistic, p, err := stats.Friedman(c.samples)
			if err != nil {
				t.Fatal(err)
			}
			if !near(statistic, c.statistic, 5e-7) || !near(p, c.p, 5e-7) {
				t.Errorf("statistic %v, p %v; want %v, %v", statistic, p, c.statistic, c.p)
			}
		})
	}
}

func TestFriedmanRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		samples [][]float64
		want    string
	}{
		{"nothing", nil, "0 treatments"},
		{"one treatment", [][]float64{{1, 2}}, "1 treatments, expected at least 2"},
		{"no blocks", [][]float64{{}, {}}, "no results"},
		{"unequal lengths", [][]float64{{1, 2}, {1, 2}, {1}}, "treatment 3 has 1 results, but the first has 2"},
		{"NaN", [][]float64{{1, 2}, {1, math.NaN()}}, "treatment 2: result 2 is NaN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := stats.Friedman(c.samples)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// drawSamples draws from so few values that ties are common.
func drawSamples(t *rapid.T, treatments int) [][]float64 {
	blocks := rapid.IntRange(1, 12).Draw(t, "blocks")
	samples := make([][]float64, treatments)
	for k := range samples {
		for range blocks {
			samples[k] = append(samples[k], float64(rapid.IntRange(-4, 4).Draw(t, "result")))
		}
	}
	return samples
}

func friedman(t *rapid.T, samples [][]float64) (statistic, p float64) {
	statistic, p, err := stats.Friedman(samples)
	if err != nil {
		t.Fatal(err)
	}
	if !(statistic >= 0) || !(p >= 0 && p <= 1) {
		t.Fatalf("statistic %v, p %v", statistic, p)
	}
	return statistic, p
}

func TestFriedmanLooksAtRanksOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := drawSamples(t, rapid.IntRange(2, 6).Draw(t, "treatments"))
		want, wantP := friedman(t, samples)

		moved := make([][]float64, len(samples))
		for k := range samples {
			for b, v := range samples[k] {
				// Apply a different increasing function in each block.
				moved[k] = append(moved[k], math.Exp(v)*float64(b+1)-100*float64(b))
			}
		}
		if got, p := friedman(t, moved); got != want || p != wantP {
			t.Fatalf("transformed: statistic %v, p %v; want %v, %v", got, p, want, wantP)
		}

		for k := range moved {
			for b := range moved[k] {
				moved[k][b] = -samples[k][b]
			}
		}
		if got, p := friedman(t, moved); got != want || p != wantP {
			t.Fatalf("reversed: statistic %v, p %v; want %v, %v", got, p, want, wantP)
		}
	})
}

func TestFriedmanDoesNotKnowTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := drawSamples(t, rapid.IntRange(2, 6).Draw(t, "treatments"))
		want, wantP := friedman(t, samples)
		treatments := rapid.Permutation(samples).Draw(t, "treatments permuted")
		if got, p := friedman(t, treatments); got != want || p != wantP {
			t.Fatalf("treatments permuted: statistic %v, p %v; want %v, %v", got, p, want, wantP)
		}
		for k := range samples {
			samples[k] = slices.Clone(samples[k])
			slices.Reverse(samples[k])
		}
		if got, p := friedman(t, samples); got != want || p != wantP {
			t.Fatalf("blocks reversed: statistic %v, p %v; want %v, %v", got, p, want, wantP)
		}
	})
}

// For two treatments, Friedman's test is equivalent to the sign test.
func TestFriedmanOfTwoIsTheSignTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := drawSamples(t, 2)
		won, lost := 0.0, 0.0
		for b, v := range samples[0] {
			switch {
			case v < samples[1][b]:
				won++
			case v > samples[1][b]:
				lost++
			}
		}
		want := 0.0
		if won+lost > 0 {
			want = (won - lost) * (won - lost) / (won + lost)
		}
		if got, _ := friedman(t, samples); !near(got, want, 1e-12) {
			t.Fatalf("statistic %v, want %v", got, want)
		}
	})
}

// The statistic also equals a ratio of two sums of squared ranks, between treatments and in total,
// which needs no correction for ties.
func TestFriedmanIsARatioOfVariances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		samples := drawSamples(t, rapid.IntRange(2, 6).Draw(t, "treatments"))
		treatments, blocks := float64(len(samples)), float64(len(samples[0]))
		between, within := 0.0, 0.0
		for _, sample := range samples {
			sum := 0.0
			for b, v := range sample {
				off := -(treatments + 1) / 2
				for _, other := range samples {
					switch {
					case other[b] < v:
						off++
					case other[b] == v:
						off += 0.5
					}
				}
				off += 0.5 // each value equals itself
				sum += off
				within += off * off
			}
			between += sum * sum / blocks
		}
		want := 0.0
		if within > 0 {
			want = between / (within / (blocks * (treatments - 1)))
		}
		if got, _ := friedman(t, samples); !near(got, want, 1e-9) {
			t.Fatalf("statistic %v, want %v", got, want)
		}
	})
}
