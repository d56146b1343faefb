package stats

import (
	"fmt"
	"math"
)

// CriticalDifference returns Nemenyi's critical difference: if there is no difference between the
// treatments, the probability that any two mean ranks over the blocks differ by more than the
// critical difference is alpha [DEM06 §3.2].
func CriticalDifference(alpha float64, treatments, blocks int) (float64, error) {
	if err := checkShare("alpha", alpha); err != nil {
		return 0, err
	}
	if treatments < 2 || blocks < 1 {
		return 0, fmt.Errorf("got %d treatments and %d blocks, expected at least 2 and 1", treatments, blocks)
	}
	// The standard error of the difference between two mean ranks. It ignores that ties reduce this
	// error, so p is slightly too large.
	k := float64(treatments)
	rankError := math.Sqrt(k * (k + 1) / (6 * float64(blocks)))
	return rangeQuantile(alpha, treatments) / math.Sqrt2 * rankError, nil
}

// rangeTail returns the probability that the range of k standard normal variables is larger than q
// ≥ 0: the studentised range with infinite degrees of freedom. It is
//
//	k ∫ φ(z) (Φ(z)ᵏ⁻¹ - (Φ(z)-Φ(z-q))ᵏ⁻¹) dz,
//
// where z is the largest variable. The integrand and all its derivatives vanish at both ends, so
// the trapezoidal rule needs few points.
func rangeTail(q float64, k int) float64 {
	const step, end = 1.0 / 16, 20
	others := float64(k - 1)
	sum := 0.0
	for i := -end / step; i <= end/step; i++ {
		z := i * step
		below := normalBelow(z)
		// This computes aⁿ - (a-b)ⁿ without the loss of digits for small b.
		gap := -math.Expm1(others * math.Log1p(-min(normalBelow(z-q)/below, 1)))
		sum += float64(normalDensity(z) * math.Pow(below, others) * gap)
	}
	return min(float64(k)*step*sum, 1)
}

// rangeQuantile returns the q that the range of k standard normal variables exceeds with
// probability alpha, by bisection.
func rangeQuantile(alpha float64, k int) float64 {
	low, high := 0.0, 1.0
	for rangeTail(high, k) > alpha {
		low, high = high, 2*high
	}
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if rangeTail(middle, k) > alpha {
			low = middle
		} else {
			high = middle
		}
	}
}
