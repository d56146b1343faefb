// Package rng generates random numbers by address instead of in sequence.
//
// A number is a pure function of (seed, stream, step, index). Stream 7 of step 400 can be computed
// without the 399 steps before it, on any device, in any order, and always with the same result.
// The function is Philox4x32-10, the counter-based generator of the Random123 family [RNG11 §3.3].
package rng

import "math/bits"

// The round constants of Philox4x32 [RNG11 §3.3].
const (
	mul0  = 0xD2511F53
	mul1  = 0xCD9E8D57
	weyl0 = 0x9E3779B9 // golden ratio
	weyl1 = 0xBB67AE85 // sqrt(3) - 1
)

// Philox computes Philox4x32-10: ten rounds over a 128-bit counter with a 64-bit key.
func Philox(counter [4]uint32, key [2]uint32) [4]uint32 {
	c0, c1, c2, c3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		hi0, lo0 := bits.Mul32(mul0, c0)
		hi1, lo1 := bits.Mul32(mul1, c2)
		c0, c1, c2, c3 = hi1^c1^k0, lo1, hi0^c3^k1, lo0
		k0 += weyl0
		k1 += weyl1
	}
	return [4]uint32{c0, c1, c2, c3}
}

// Scatter expands one draw into many numbers: it returns word i for a draw of two words. It is the
// hash lowbias32, with the second word mixed in halfway, and takes an eighth of the time of Philox.
// Use it for one number per city and step.
func Scatter(draw [2]uint32, i uint32) uint32 {
	x := draw[0] + i*weyl0
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= draw[1] ^ x>>15
	x *= 0x846ca68b
	return x ^ x>>16
}
