package portable

import "math"

// exp2Coefficients are those of the series of 2^f, highest power first. For f
// up to a half the remainder is below the precision of a float32.
var exp2Coefficients = [...]float32{0.00015403530, 0.0013333558, 0.0096181291, 0.055504109, 0.24022651, 0.69314718, 1}

// Exp2 returns the same as exp2_exact of power.cl: 2^x with a relative error of 1e-6. x is
// clamped to -126 to 126.
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

// Reciprocal returns the same as reciprocal of power.cl: 1/x with a relative error of 2e-7, for
// x from 2^-100 to 2^100. It makes an initial guess from the bits and three
// Newton steps. A division would be as exact, but not every device divides
// alike.
func Reciprocal(x float32) float32 {
	y := math.Float32frombits(0x7EF311C7 - math.Float32bits(x))
	for range 3 {
		y *= 2 - float32(x*y)
	}
	return y
}

// mostFactors is the largest whole exponent for which a power is computed as a
// product.
const mostFactors = 16

// Power returns the same as power of power.cl: x^a for positive x. A whole exponent up to 16 is
// computed as a product, x·x·…, so that common powers are as exact as possible.
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
