package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// leastExpected is the usual minimum number of expected observations per cell for the chi-squared
// approximation.
const leastExpected = 5

// ChiSquaredTail returns the probability that a chi-squared variable with df degrees of freedom
// exceeds x: the regularised incomplete gamma function Q(df/2, x/2). It returns 1 for x ≤ 0, and
// NaN if x is NaN or df < 1.
//
// The tests compare it with closed forms: for up to 200 degrees of freedom and x from 1e-6 to 1200,
// its relative error is below 1e-11.
func ChiSquaredTail(x float64, df int) float64 {
	switch {
	case df < 1 || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 1
	}
	return mathext.GammaIncRegComp(float64(df)/2, x/2)
}

// ChiSquared tests whether counts agree with a distribution. observed[i] is the count of cell i,
// and expected[i] is its probability or a weight proportional to it. p is the probability of a
// statistic at least as large under that distribution, which must not have been fitted to the
// counts.
//
// A cell with fewer than 5 expected observations is pooled with its neighbours, so similar cells
// should be adjacent. Pooling proceeds from the first cell to the last: a pool grows until its
// expectation is at least 5, then the next pool starts, and remaining cells at the end join the
// last pool. Pooling depends only on the expectations, never on the counts. There is one degree of
// freedom less than there are pools. Fewer than two pools are an error.
func ChiSquared(observed []int, expected []float64) (statistic, p float64, err error) {
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
	return statistic, ChiSquaredTail(statistic, len(pools)-1), nil
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
