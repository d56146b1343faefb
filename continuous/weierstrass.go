package continuous

import (
	"math"
	"math/bits"
)

// weierstrass computes the Weierstrass-Mandelbrot function [LSM13 §6.3, eq. (1)], [LV98], with h =
// 1/4 and the first hundred terms, as in the paper.
//
// Deviation: the paper specifies neither b nor how several dimensions are combined. Here b = 2, and
// the value is the sum over the coordinates.
func weierstrass(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += rough(v)
	}
	return sum
}

// The weights b^-ih of the first four terms. The weights of each following group of four are half
// as large. The fourth weight is 1/2.
const (
	weight1 = 0x1.ae89f995ad3adp-1 // 2^(-1/4)
	weight2 = math.Sqrt2 / 2       // 2^(-2/4)
	weight3 = 0x1.306fe0a31b715p-1 // 2^(-3/4)
)

// rough computes the function in one dimension: the sum of 2^(-i/4) sin(2^i x) for i from 1 to 100.
// It is an odd function.
func rough(x float64) float64 {
	angle, mid, low := halfTurns(x) // angle of the first term, in turns
	sum, scale := 0.0, 1.0
	for range 100 / 4 {
		s1, c1 := sine(angle), sine(angle+quarter)
		s2, c2 := double(s1, c1)
		s3, c3 := double(s2, c2)
		four := float64(weight1*s1) + float64(weight2*s2)
		four += float64(weight3*s3) + float64(s3*c3) // the last term is s4/2
		sum += float64(scale * four)
		scale /= 2
		angle, mid, low = angle<<4|mid>>60, mid<<4|low>>60, low<<4
	}
	if x < 0 {
		return -sum
	}
	return sum
}

// double returns the sine and cosine of twice the angle, with twice the error.
func double(s, c float64) (sine, cosine float64) {
	return 2 * float64(s*c), 1 - float64(2*float64(s*s))
}

// twoOverPi holds the first 192 binary places of 2/π.
var twoOverPi = [3]uint64{0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041}

// halfTurns returns |x|/π to 192 binary places, for |x| <= 1. The result is at most two units in
// the last place too small. The last four terms use only the places 97 to 160. Numbers below 2^-192
// count as 0.
func halfTurns(x float64) (high, mid, low uint64) {
	word := math.Float64bits(x)
	mantissa := 1<<63 | word<<11
	h0, l0 := bits.Mul64(mantissa, twoOverPi[0])
	h1, l1 := bits.Mul64(mantissa, twoOverPi[1])
	h2, _ := bits.Mul64(mantissa, twoOverPi[2])
	low, carry := bits.Add64(l1, h2, 0)
	mid, carry = bits.Add64(l0, h1, carry)
	high = h0 + carry
	shift := max(1023-int(word>>52&0x7ff), 0)
	for ; shift >= 64; shift -= 64 {
		high, mid, low = 0, high, mid
	}
	rest := 63 - shift // two shifts, for devices that cannot shift by 64
	return high >> shift, high<<1<<rest | mid>>shift, mid<<1<<rest | low>>shift
}
