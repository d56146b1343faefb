package rng

import (
	"math"
	"math/bits"
	"testing"
)

// next returns a stream that returns the given words first.
func next(words ...uint32) Stream {
	s := At(1, 2, 3)
	s.used = uint32(len(s.block) - len(words))
	copy(s.block[s.used:], words)
	return s
}

// Each number below n results from the same number of words, and all other words are rejected. With
// a large n, even a difference of a few words per number is noticeable.
func TestIntNHasNoBias(t *testing.T) {
	for _, n := range []int32{1<<32/5*2 - 1, 1<<32/5*2 + 1, 1 << 30, 1<<30 + 1, 1<<31/3 + 1, math.MaxInt32, math.MaxInt32 - 1} {
		share := int(1 << 32 / uint64(n))
		for _, number := range []int32{0, 1, 2, 3, n / 3, n / 2, n - 2, n - 1} {
			first := uint64(number) << 32 / uint64(n)
			given := 0
			for word := max(first, 1) - 1; word <= min(first+uint64(share)+2, math.MaxUint32); word++ {
				s := next(uint32(word), 0, 0, 0)
				if got := s.IntN(n); got == number && s.used == 1 {
					given++
				}
			}
			if given != share {
				t.Errorf("%d of %d is given by %d words, others by %d", number, n, given, share)
			}
		}
	}
}

// After a rejected word, the next word determines the number.
func TestIntNDrawsAgain(t *testing.T) {
	const n = 1<<30 + 1
	for _, c := range []struct {
		words  []uint32
		drawn  uint32
		number int32
	}{
		{[]uint32{1 << 31, 7, 7, 7}, 1, n / 2},
		{[]uint32{0, 1 << 31, 7, 7}, 2, n / 2},
		{[]uint32{0, 0, 1 << 31, 7}, 3, n / 2},
	} {
		s := next(c.words...)
		if got := s.IntN(n); got != c.number || s.used != c.drawn {
			t.Errorf("%v: %d from %d words, want %d from %d", c.words, got, s.used, c.number, c.drawn)
		}
	}
}

// A stream does not repeat itself after 2^32 blocks.
func TestTheCounterCarries(t *testing.T) {
	s := At(5, 6, 7)
	s.counter[0] = math.MaxUint32 - 1
	for _, counter := range [][4]uint32{{math.MaxUint32 - 1, 0, 7, 6}, {math.MaxUint32, 0, 7, 6}, {0, 1, 7, 6}, {1, 1, 7, 6}} {
		for i, want := range Philox(counter, [2]uint32{5, 0}) {
			if got := s.Uint32(); got != want {
				t.Fatalf("word %d of block %v is %x, want %x", i, counter, got, want)
			}
		}
	}
}

// Derived seeds never change, because files and results contain them.
func TestDeriveKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		k    uint32
		want uint64
	}{
		{0, 0, 0xc8d6b7b176c0db48},
		{1, 0, 0x9b8184e866559a8a},
		{1, 1, 0x7a5f2639a582ff5a},
		{0xfedcba9876543210, 0xffffffff, 0x1f74934f29feb28c},
	} {
		if got := Derive(c.seed, c.k); got != c.want {
			t.Errorf("Derive(%#x, %d) = %#x, want %#x", c.seed, c.k, got, c.want)
		}
	}
}

// Devices compute the same numbers.
func TestScatterKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		draw    [2]uint32
		i, want uint32
	}{
		{[2]uint32{0, 0}, 0, 0},
		{[2]uint32{1, 0}, 0, 0x688990c0},
		{[2]uint32{0, 1}, 0, 0x846c22e7},
		{[2]uint32{0, 0}, 1, 0x01fce552},
		{[2]uint32{0x243f6a88, 0x85a308d3}, 0x13198a2e, 0x2e3eef47},
	} {
		if got := Scatter(c.draw, c.i); got != c.want {
			t.Errorf("Scatter(%x, %x) = %#x, want %#x", c.draw, c.i, got, c.want)
		}
	}
}

// Every bit of the first word and of the index changes half of the bits of the result. The second
// word is added halfway and is mixed less.
func TestScatterMixes(t *testing.T) {
	const samples = 2000
	random := At(3, 0, 0)
	for bit := range 2 * 32 {
		changed := 0
		for range samples {
			draw, place := [2]uint32{random.Uint32(), random.Uint32()}, random.Uint32()
			before := Scatter(draw, place)
			if bit < 32 {
				draw[0] ^= 1 << bit
			} else {
				place ^= 1 << (bit - 32)
			}
			changed += bits.OnesCount32(before ^ Scatter(draw, place))
		}
		if share := float64(changed) / samples / 32; share < 0.45 || share > 0.55 {
			t.Errorf("bit %d changes %.2f of the bits", bit, share)
		}
	}
}

// All orders of four elements are equally likely: chi-squared with 23 degrees of freedom stays
// below its mean plus six standard deviations.
func TestShuffleIsUniform(t *testing.T) {
	const orders, perOrder = 24, 500
	count := map[[4]int32]float64{}
	s := At(9, 0, 0)
	for range orders * perOrder {
		p := [4]int32{0, 1, 2, 3}
		s.Shuffle(p[:])
		count[p]++
	}
	chi := 0.0
	for _, c := range count {
		chi += (c - perOrder) * (c - perOrder) / perOrder
	}
	if df := float64(orders - 1); len(count) != orders || chi > df+6*math.Sqrt(2*df) {
		t.Errorf("%d orders of %d, chi squared %.1f", len(count), orders, chi)
	}
}
