package portable

import "math"

// log2Coefficients are the coefficients of a polynomial that approximates log2(1+f)/f for 1+f
// between sqrt(1/2) and sqrt(2), highest power first. They minimise the maximum relative error
// (7.4e-6, found by Remez exchange).
var log2Coefficients = [...]float32{-0.206191055, 0.31819991, -0.366491705, 0.479811855, -0.72120639, 1.44270162}

// Log2 returns the same result as log2_exact in log2.cl: the binary logarithm of a positive normal
// number with a relative error of 8e-6. For other numbers the result is meaningless, but also the
// same everywhere.
func Log2(x float32) float32 {
	bits := int32(math.Float32bits(x))
	e := (bits - 0x3F3504F3) >> 23
	f := math.Float32frombits(uint32(bits-e<<23)) - 1
	p := log2Coefficients[0]
	for _, c := range log2Coefficients[1:] {
		p = float32(p*f) + c
	}
	return float32(p*f) + float32(e)
}
