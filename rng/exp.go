package rng

import "math"

// Exp returns a number from the exponential distribution with mean 1. It uses a short series with
// explicit rounding, because math.Log does not give the same result on all machines.
func (s *Stream) Exp() float64 {
	m, e := math.Frexp(1 - s.Float64()) // 1/2 <= m < 1, and ln m = 2 artanh z
	z := (m - 1) / (m + 1)
	square := z * z
	sum := 0.0
	for k := 21.0; k > 0; k -= 2 {
		sum = float64(sum*square) + 1/k
	}
	return max(0, -(float64(2*float64(z*sum)) + float64(float64(e)*math.Ln2)))
}
