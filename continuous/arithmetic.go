package continuous

import "math"

// The functions in this file use only operations that IEEE 754 rounds correctly. Each operation is
// rounded separately, in a fixed order, so the results are the same, bit for bit, on every
// processor and every device. The results of package math are not.

// arcs holds the coefficients of a polynomial in r², lowest power first, that approximates
// sin(πr/2)/r for |r| <= 1. They come from Remez exchange, which minimises the largest relative
// error: it is 2.6e-19, so rounding errors dominate.
var arcs = [9]float64{
	1.5707963267948966, -0.6459640975062462, 0.07969262624616544,
	-0.004681754135302643, 0.00016044118470682207, -3.598843007208697e-06,
	5.692134872719602e-08, -6.68432172067974e-10, 5.870610982837442e-12,
}

// arc returns the sine of r quarter turns, sin(πr/2), for |r| <= 1. It sums the powers pairwise
// (Estrin's scheme) to shorten the chain of dependent operations.
func arc(r float64) float64 {
	z := r * r
	z2 := z * z
	z4 := z2 * z2
	low := float64(arcs[2]*z) + arcs[1]
	low += float64((float64(arcs[4]*z) + arcs[3]) * z2)
	high := float64(arcs[6]*z) + arcs[5]
	high += float64((float64(arcs[8]*z) + arcs[7]) * z2)
	low += float64(high * z4)
	return float64(r * (float64(low*z) + arcs[0]))
}

// quarter is a quarter turn. Angles are in units of 2^-64 turns, so that integer overflow wraps
// them around at a full turn.
const quarter = 1 << 62

// sine returns the sine of an angle. It folds the angle exactly to at most a quarter turn on either
// side of zero.
func sine(angle uint64) float64 {
	if int64(angle^angle<<1) < 0 { // beyond a quarter turn: sin a = sin(1/2 - a), in turns
		angle = 2*quarter - angle
	}
	return arc(float64(int64(angle)) * (1.0 / quarter))
}

// ripple returns 1 - cos(2πx) = 2 sin²(πx). The squared sine has a period of half a turn, and the
// difference between x and the nearest whole number is exact.
func ripple(x float64) float64 {
	s := arc(2 * (x - math.RoundToEven(x)))
	return 2 * float64(s*s)
}

// π is split into two parts. The products of piHigh and whole numbers up to a few thousand are
// exact.
const (
	piHigh = 0x1.921fb544p+1
	piLow  = 0x1.0b4611a626331p-33
)

// bend returns 1 - cos x = 2 sin²(x/2), for |x| up to a few thousand.
func bend(x float64) float64 {
	k := math.RoundToEven(x * (0.5 / math.Pi))
	rest := float64(x/2) - float64(k*piHigh)
	rest -= float64(k * piLow)
	s := arc(rest * (2 / math.Pi))
	return 2 * float64(s*s)
}

// ln 2 is split into two parts in the same way.
const (
	ln2High = 0x1.62e42feep-1
	ln2Low  = 0x1.a39ef35793c76p-33
)

// exponential splits e^x into 2^k (1 + p). p is small and accurate to its last digits.
func exponential(x float64) (k int, p float64) {
	n := math.RoundToEven(x * (1 / math.Ln2))
	r := x - float64(n*ln2High)
	r -= float64(n * ln2Low)
	for i := 13.0; i > 0; i-- { // e^r - 1 = r/1 (1 + r/2 (1 + r/3 (1 + …)))
		p = float64(r*(1+p)) / i
	}
	return int(n), p
}

// exp returns e^x.
func exp(x float64) float64 {
	k, p := exponential(x)
	return math.Ldexp(1+p, k)
}

// decay returns 1 - e^-t for t >= 0, without cancellation for small t.
func decay(t float64) float64 {
	k, p := exponential(-t)
	scale := math.Ldexp(1, k)
	return (1 - scale) - float64(scale*p)
}
