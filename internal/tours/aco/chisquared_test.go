package aco

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"pgregory.net/rapid"
)

// leastExpected is the usual minimum number of expected observations per cell for the chi-squared
// approximation.
const leastExpected = 5

// chiSquared tests whether counts agree with a distribution. observed[i] is the count of cell i,
// and expected[i] is its probability or a weight proportional to it. p is the probability of a
// statistic at least as large under that distribution, which must not have been fitted to the
// counts.
//
// A cell with fewer than 5 expected observations is pooled with its neighbours, so similar cells
// should be adjacent. Pooling proceeds from the first cell to the last: a pool grows until its
// expectation is at least 5, then the next pool starts, and remaining cells at the end join the
// last pool. Pooling depends only on the expectations, never on the counts. There is one degree of
// freedom less than there are pools. Fewer than two pools are an error.
func chiSquared(observed []int, expected []float64) (statistic, p float64, err error) {
	if err := checkCells(observed, expected); err != nil {
		return 0, 0, err
	}
	pools := pool(observed, expected)
	if len(pools) < 2 {
		return 0, 0, fmt.Errorf("%.0f observations are too few: expected at least %d in each of two cells", count(observed), leastExpected)
	}
	for _, c := range pools {
		statistic += (c.observed - c.expected) * (c.observed - c.expected) / c.expected
	}
	return statistic, stats.ChiSquaredTail(statistic, len(pools)-1), nil
}

// A cell is a count and its expected value.
type cell struct{ observed, expected float64 }

func (c *cell) add(d cell) {
	c.observed += d.observed
	c.expected += d.expected
}

// pool joins neighbouring cells until the expectation of each pool is large enough.
func pool(observed []int, weights []float64) []cell {
	// The limit is slightly below 5, because the expectation of a cell of 5 is rounded.
	const enough = leastExpected * (1 - 1e-9)
	var pools []cell
	var open cell
	for i, e := range expectations(weights, count(observed)) {
		open.add(cell{float64(observed[i]), e})
		if open.expected >= enough {
			pools = append(pools, open)
			open = cell{}
		}
	}
	if len(pools) > 0 {
		pools[len(pools)-1].add(open)
	}
	return pools
}

// expectations distributes n observations in proportion to the weights.
func expectations(weights []float64, n float64) []float64 {
	largest := 0.0
	for _, w := range weights {
		largest = max(largest, w)
	}
	// Weights are divided by the largest, because the sum of finite weights may be infinite.
	shares, sum := make([]float64, len(weights)), 0.0
	for i, w := range weights {
		shares[i] = w / largest
		sum += shares[i]
	}
	for i := range shares {
		shares[i] *= n / sum
	}
	return shares
}

// count returns the sum of the counts as a float64, which cannot overflow.
func count(observed []int) float64 {
	n := 0.0
	for _, o := range observed {
		n += float64(o)
	}
	return n
}

// checkCells requires counts and the same number of positive weights.
func checkCells(observed []int, expected []float64) error {
	if len(observed) != len(expected) {
		return fmt.Errorf("got %d counts for %d expectations, expected equal numbers", len(observed), len(expected))
	}
	if len(observed) < 2 {
		return errors.New("got fewer than two cells, which fit every distribution")
	}
	for i, o := range observed {
		if o < 0 {
			return fmt.Errorf("cell %d: the count is %d, expected 0 or more", i+1, o)
		}
		if w := expected[i]; !(w > 0) || math.IsInf(w, 1) {
			return fmt.Errorf("cell %d: the weight is %v, expected a positive number", i+1, w)
		}
	}
	return nil
}

func within(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// binomial returns the weights of 0 to n hits with probability p.
func binomial(n int, p float64) []float64 {
	weights := make([]float64, n+1)
	choose := 1.0
	for k := range weights {
		weights[k] = choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
		choose *= float64(n-k) / float64(k+1)
	}
	return weights
}

func TestChiSquared(t *testing.T) {
	for _, c := range []struct {
		name         string
		observed     []int
		weights      []float64
		statistic, p float64
		tol          float64 // tolerance of the statistic
	}{
		{"Mendel's peas", []int{315, 101, 108, 32}, []float64{9, 3, 3, 1}, 0.470, 0.9254, 5e-4},
		// Twelve dice were thrown 26,306 times, and fives and sixes were counted (Weldon 1894,
		// Pearson 1900). The expected number of throws with 11 or 12 hits is 1.2, so these cells
		// are pooled with 10 hits.
		{
			"Weldon's dice",
			[]int{185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0},
			binomial(12, 1.0/3), 35.49, 0.0001, 5e-3,
		},
		{"a coin", []int{60, 40}, []float64{0.5, 0.5}, 4, math.Erfc(math.Sqrt2), 1e-12},
		{"a perfect fit", []int{10, 20, 30}, []float64{1, 2, 3}, 0, 1, 1e-12},
		// Expected are 2, 2, 6, 10; the first three are pooled to 10.
		{"small ones first", []int{0, 0, 12, 8}, []float64{1, 1, 3, 5}, 0.8, math.Erfc(math.Sqrt(0.4)), 1e-12},
		// Expected are 10, 6, 2, 2; the last three are pooled to 10.
		{"small ones last", []int{8, 12, 0, 0}, []float64{5, 3, 1, 1}, 0.8, math.Erfc(math.Sqrt(0.4)), 1e-12},
		// Expected are 8, 1, 1, 1, 1, 1, 1, 6; five of the ones are pooled to 5, and the last one
		// and the 6 to 7.
		{"small ones between", []int{8, 0, 0, 0, 0, 0, 0, 12}, []float64{8, 1, 1, 1, 1, 1, 1, 6}, 5 + 25.0/7, math.Exp(-30.0 / 7), 1e-12},
		// A roulette wheel should select the cities in proportion to 1, 2 and 7.
		{"a roulette wheel", []int{94, 221, 685}, []float64{1, 2, 7}, 2.565 + 225.0/700, 0.2362, 1e-12},
		{"enormous weights", []int{60, 40}, []float64{1e308, 1e308}, 4, math.Erfc(math.Sqrt2), 1e-12},
		{"tiny weights", []int{60, 40}, []float64{5e-324, 5e-324}, 4, math.Erfc(math.Sqrt2), 1e-12},
	} {
		t.Run(c.name, func(t *testing.T) {
			statistic, p, err := chiSquared(c.observed, c.weights)
			if err != nil {
				t.Fatal(err)
			}
			if !within(statistic, c.statistic, c.tol) || !within(p, c.p, 5e-5) {
				t.Errorf("statistic %v, p %v; want %v, %v", statistic, p, c.statistic, c.p)
			}
		})
	}
}

func TestChiSquaredRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		observed []int
		weights  []float64
		want     string
	}{
		{"nothing", nil, nil, "fewer than two cells"},
		{"one cell", []int{100}, []float64{1}, "fewer than two cells"},
		{"unequal lengths", []int{50, 50}, []float64{1, 1, 1}, "got 2 counts for 3 expectations, expected equal numbers"},
		{"a negative count", []int{50, -1}, []float64{1, 1}, "cell 2: the count is -1"},
		{"weight zero", []int{50, 0}, []float64{1, 0}, "cell 2: the weight is 0"},
		{"weight NaN", []int{50, 0}, []float64{math.NaN(), 1}, "cell 1: the weight is NaN"},
		{"weight infinite", []int{50, 0}, []float64{1, math.Inf(1)}, "cell 2: the weight is +Inf"},
		{"no observations", []int{0, 0}, []float64{1, 1}, "0 observations are too few"},
		{"few observations", []int{5, 4}, []float64{1, 1}, "9 observations are too few"},
		{"one cell has it all", []int{96, 4}, []float64{96, 4}, "100 observations are too few"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := chiSquared(c.observed, c.weights)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// A cell with an expectation of 5 is not pooled, although its weight is rounded.
func TestChiSquaredPoolsNoCellOfFive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		observed := rapid.SliceOfN(rapid.IntRange(5, 8), 2, 20).Draw(t, "expected")
		unit := rapid.Float64Range(1e-3, 1e3).Draw(t, "unit")
		weights := make([]float64, len(observed))
		for i, o := range observed {
			weights[i] = unit * float64(o)
		}
		first := rapid.IntRange(0, 5).Draw(t, "moved")
		observed[0], observed[1] = observed[0]-first, observed[1]+first
		statistic, p, err := chiSquared(observed, weights)
		if err != nil {
			t.Fatal(err)
		}
		if want := stats.ChiSquaredTail(statistic, len(observed)-1); p != want {
			t.Fatalf("p %v, want %v", p, want)
		}
		if moved := float64(first * first); !within(statistic, moved/(weights[0]/unit)+moved/(weights[1]/unit), 1e-9) {
			t.Fatalf("statistic %v after moving %d", statistic, first)
		}
	})
}

func TestChiSquaredDoesNotKnowTheUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(0.01, 10), 2, 20).Draw(t, "weights")
		unit := rapid.Float64Range(1e-9, 1e9).Draw(t, "unit")
		observed, scaled := make([]int, len(weights)), make([]float64, len(weights))
		for i, w := range weights {
			observed[i] = rapid.IntRange(0, 50).Draw(t, "count")
			scaled[i] = unit * w
		}
		want, wantP, err := chiSquared(observed, weights)
		got, p, scaledErr := chiSquared(observed, scaled)
		if (err == nil) != (scaledErr == nil) || !within(got, want, 1e-9*(1+want)) || !within(p, wantP, 1e-9) {
			t.Fatalf("statistic %v, p %v, error %v; want %v, %v, %v", got, p, scaledErr, want, wantP, err)
		}
	})
}
