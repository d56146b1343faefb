package stats

import "math"

// normalBelow returns the probability that a standard normal variable is below x.
func normalBelow(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// normalBeyond returns the probability that the absolute value of a standard normal variable is at
// least |z|.
func normalBeyond(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// normalDensity returns the density of the standard normal distribution.
func normalDensity(x float64) float64 {
	return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
}
