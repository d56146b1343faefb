package stats

import "math"

// Detectable returns the A12 that the two-sided rank-sum test at level alpha shows with the given
// probability, if each of the two samples has n values [NOE87]. It is approximate, and at most 1.
func Detectable(n int, alpha, probability float64) float64 {
	z := normalQuantile(1-alpha/2) + normalQuantile(probability)
	return min(0.5+z/math.Sqrt(6*float64(n)), 1)
}

// normalQuantile returns the x for which a standard normal variable is below x with probability p.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
