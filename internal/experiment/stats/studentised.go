package stats

import "math"

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
