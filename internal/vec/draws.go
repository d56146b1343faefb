package vec

import "github.com/tourmaline-opt/tourmaline/rng"

// Draws fills dst with the numbers that consecutive calls of Uint32 on the stream rng.At(seed,
// stream, step) return.
func Draws(dst []uint32, seed uint64, stream, step uint32) {
	if len(dst) > 0 {
		inUse.draws(dst, seed, stream, step)
	}
}

// draws implements Draws in Go.
func draws(dst []uint32, seed uint64, stream, step uint32) {
	key := [2]uint32{uint32(seed), uint32(seed >> 32)}
	block := uint32(0)
	for ; len(dst) >= 4; dst = dst[4:] {
		*(*[4]uint32)(dst) = rng.Philox([4]uint32{block, 0, step, stream}, key)
		block++
	}
	last := rng.Philox([4]uint32{block, 0, step, stream}, key)
	copy(dst, last[:])
}
