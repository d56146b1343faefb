package portable

import "math"

// exp2Coefficients are the coefficients of the power series of 2^f, highest power first. For |f| up
// to 1/2 the remainder is below float32 precision.
var exp2Coefficients = [...]float32{0.00015403530, 0.0013333558, 0.0096181291, 0.055504109, 0.24022651, 0.69314718, 1}

// Exp2 returns the same result as exp2_exact in power.cl: 2^x with a relative error of 1e-6. x is
// clamped to the range from -126 to 126.
func Exp2(x float32) float32 {
	x = min(max(x, -126), 126)
	whole := float32(math.Floor(float64(x + 0.5)))
	f := x - whole
	p := exp2Coefficients[0]
	for _, c := range exp2Coefficients[1:] {
		p = float32(p*f) + c
	}
	return p * math.Float32frombits(uint32(int32(whole)+127)<<23)
}

// Reciprocal returns the same result as reciprocal in power.cl: 1/x with a relative error of 2e-7,
// for x from 2^-100 to 2^100. It makes an initial guess from the bits and performs three Newton
// steps. A division would be as accurate, but not every device rounds divisions in the same way.
func Reciprocal(x float32) float32 {
	y := math.Float32frombits(0x7EF311C7 - math.Float32bits(x))
	for range 3 {
		y *= 2 - float32(x*y)
	}
	return y
}

// mostFactors is the largest integer exponent that Power computes by multiplication.
const mostFactors = 16

// Power returns the same result as power in power.cl: x^a for positive x. For an integer exponent
// from 0 to 16 it computes the product x·x·…, so that common powers are as accurate as possible.
func Power(x, a float32) float32 {
	if a < 0 || a > mostFactors || a != float32(int32(a)) {
		return Exp2(a * Log2(x))
	}
	p := float32(1)
	for range int32(a) {
		p *= x
	}
	return p
}
