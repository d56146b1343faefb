package rng

import "math/bits"

// A Stream is the sequence of numbers at one address. It is a small value. A copy continues
// independently, and a checkpoint needs to save only the address.
type Stream struct {
	counter [4]uint32 // index low, index high, step, stream
	key     [2]uint32
	block   [4]uint32
	used    uint32 // number of words of block already returned; 4 if none are left
}

// At returns the stream with the given address. Algorithms use the stream number for the actor (an
// ant, a lane or an island) and the step for the time.
func At(seed uint64, stream, step uint32) Stream {
	return Stream{
		counter: [4]uint32{0, 0, step, stream},
		key:     [2]uint32{uint32(seed), uint32(seed >> 32)},
		used:    4,
	}
}

// Derive returns a seed for a part of a search, such as an island or a start tour. Parts with
// different numbers k never share random numbers.
func Derive(seed uint64, k uint32) uint64 {
	block := Philox([4]uint32{k, 0x44455249, 0, 0}, [2]uint32{uint32(seed), uint32(seed >> 32)})
	return uint64(block[0]) | uint64(block[1])<<32
}

// Uint32 returns the next 32 random bits.
func (s *Stream) Uint32() uint32 {
	if s.used == 4 {
		s.refill()
	}
	v := s.block[s.used&3]
	s.used++
	return v
}

func (s *Stream) refill() {
	s.block = Philox(s.counter, s.key)
	s.used = 0
	if s.counter[0]++; s.counter[0] == 0 {
		s.counter[1]++
	}
}

// Uint64 returns the next 64 random bits, low word first. It makes *Stream a math/rand/v2 Source.
func (s *Stream) Uint64() uint64 {
	lo := uint64(s.Uint32())
	return lo | uint64(s.Uint32())<<32
}

// IntN returns a number in [0, n) without bias, by Lemire's multiply-and-reject method. It panics
// if n <= 0, as in math/rand/v2.
func (s *Stream) IntN(n int32) int32 {
	if n <= 0 {
		panic("rng: IntN needs n > 0")
	}
	hi, lo := bits.Mul32(s.Uint32(), uint32(n))
	if lo < uint32(n) {
		for least := -uint32(n) % uint32(n); lo < least; {
			hi, lo = bits.Mul32(s.Uint32(), uint32(n))
		}
	}
	return int32(hi)
}

// Float64 returns a number in [0, 1) with 53 random bits.
func (s *Stream) Float64() float64 {
	return float64(s.Uint64()>>11) * (1.0 / (1 << 53))
}

// Shuffle puts the elements of p into a random order by the Fisher-Yates algorithm.
func (s *Stream) Shuffle(p []int32) {
	for i := len(p) - 1; i > 0; i-- {
		j := s.IntN(int32(i + 1))
		p[i], p[j] = p[j], p[i]
	}
}
