package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// leastExpected is how many observations a cell should expect, by the usual rule
// of thumb, for the chi-squared distribution to be a fair approximation.
const leastExpected = 5

// ChiSquaredTail is the probability that a chi-squared variable of df degrees of
// freedom is larger than x: the regularised incomplete gamma function
// Q(df/2, x/2). It is 1 for x ≤ 0, and NaN if x is NaN or df < 1.
//
// The tests hold it against closed forms: up to 200 degrees of freedom its
// relative error is below 1e-11 for x from 1e-6 to 1200.
func ChiSquaredTail(x float64, df int) float64 {
	switch {
	case df < 1 || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 1
	}
	return mathext.GammaIncRegComp(float64(df)/2, x/2)
}

// ChiSquared tests whether counts agree with a distribution: observed[i] is how
// often cell i came up, and expected[i] its probability, or any weight in
// proportion to it. p is the probability of a statistic at least as large if the
// distribution is the true one; it must not have been fitted to the counts.
//
// A cell that expects fewer than 5 observations is pooled with its neighbours,
// so cells that are alike should be next to each other. Pooling goes from the
// first cell to the last: cells are added to a pool until it expects 5 or more,
// then the next pool begins; what is left at the end joins the last pool. It
// looks at the expectations only, never at the counts. The degrees of freedom
// are one less than there are pools, and fewer than two pools are an error.
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

// A cell is a count and what it should be.
type cell struct{ observed, expected float64 }

func (c *cell) add(d cell) {
	c.observed += d.observed
	c.expected += d.expected
}

// pool joins neighbouring cells until each expects enough.
func pool(observed []int, weights []float64) []cell {
	// A little less than 5, because the expectation of a cell of 5 is rounded.
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

// expectations shares n observations out by weight.
func expectations(weights []float64, n float64) []float64 {
	largest := 0.0
	for _, w := range weights {
		largest = max(largest, w)
	}
	// Relative to the largest, for the sum of finite weights may be infinite.
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

// count adds up in float64, where no sum overflows.
func count(observed []int) float64 {
	n := 0.0
	for _, o := range observed {
		n += float64(o)
	}
	return n
}

// checkCells wants counts and positive weights, as many of one as of the other.
func checkCells(observed []int, expected []float64) error {
	if len(observed) != len(expected) {
		return fmt.Errorf("%d counts for %d expectations", len(observed), len(expected))
	}
	if len(observed) < 2 {
		return errors.New("fewer than two cells, which every distribution fits")
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
