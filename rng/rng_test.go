package rng_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"pgregory.net/rapid"
)

// TestPhiloxKnownAnswers uses the known-answer vectors that Random123 publishes for philox4x32 with
// ten rounds (kat_vectors).
func TestPhiloxKnownAnswers(t *testing.T) {
	for _, v := range []struct {
		counter [4]uint32
		key     [2]uint32
		want    [4]uint32
	}{
		{want: [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{
			[4]uint32{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
			[2]uint32{0xffffffff, 0xffffffff},
			[4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
		},
		{
			[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
			[2]uint32{0xa4093822, 0x299f31d0},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1},
		},
	} {
		if got := rng.Philox(v.counter, v.key); got != v.want {
			t.Errorf("Philox(%x, %x) = %x, want %x", v.counter, v.key, got, v.want)
		}
	}
}

func TestStreamReadsTheCounterInOrder(t *testing.T) {
	s := rng.At(0xa4093822_00000007, 3, 5)
	for block := range uint32(3) {
		want := rng.Philox([4]uint32{block, 0, 5, 3}, [2]uint32{7, 0xa4093822})
		for i, w := range want {
			if got := s.Uint32(); got != w {
				t.Fatalf("block %d word %d = %x, want %x", block, i, got, w)
			}
		}
	}
}

func TestAddressesAreIndependent(t *testing.T) {
	first := func(seed uint64, stream, step uint32) uint64 {
		s := rng.At(seed, stream, step)
		return s.Uint64()
	}
	seen := map[uint64]bool{}
	for seed := range uint64(8) {
		for stream := range uint32(8) {
			for step := range uint32(8) {
				seen[first(seed, stream, step)] = true
				seen[first(seed<<32, stream, step+100)] = true
			}
		}
	}
	if len(seen) != 2*8*8*8 {
		t.Errorf("%d different first numbers, want %d", len(seen), 2*8*8*8)
	}
}

func TestDerivedSeedsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(50) {
		seen[seed] = true
		for k := range uint32(50) {
			seen[rng.Derive(seed, k)] = true
		}
	}
	if len(seen) != 50+50*50 {
		t.Errorf("%d different seeds, want %d", len(seen), 50+50*50)
	}
}

// Each of k cells receives its share: chi-squared with k-1 degrees of freedom stays below its mean
// plus six standard deviations.
func TestIntNIsUniform(t *testing.T) {
	for _, k := range []int32{2, 3, 10, 1000} {
		s := rng.At(1, 2, uint32(k))
		const perCell = 1000
		count := make([]float64, k)
		for range k * perCell {
			count[s.IntN(k)]++
		}
		chi := 0.0
		for _, c := range count {
			chi += (c - perCell) * (c - perCell) / perCell
		}
		if df := float64(k - 1); chi > df+6*math.Sqrt(2*df) {
			t.Errorf("k = %d: chi squared %.1f", k, chi)
		}
	}
}

func TestRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rng.At(rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "stream"), rapid.Uint32().Draw(t, "step"))
		n := rapid.Int32Range(1, math.MaxInt32).Draw(t, "n")
		if v := s.IntN(n); v < 0 || v >= n {
			t.Fatalf("IntN(%d) = %d", n, v)
		}
		if f := s.Float64(); f < 0 || f >= 1 {
			t.Fatalf("Float64() = %v", f)
		}
	})
}

func TestShuffleIsAPermutation(t *testing.T) {
	p := make([]int32, 100)
	for i := range p {
		p[i] = int32(i)
	}
	s := rng.At(9, 0, 0)
	s.Shuffle(p)
	if slices.IsSorted(p) {
		t.Error("still sorted")
	}
	slices.Sort(p)
	for i, v := range p {
		if v != int32(i) {
			t.Fatalf("element %d is %d", i, v)
		}
	}
}

func TestIntNPanicsOnEmptyRange(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	s := rng.At(0, 0, 0)
	s.IntN(0)
}

func BenchmarkUint32(b *testing.B) {
	s := rng.At(1, 0, 0)
	var sum uint32
	for b.Loop() {
		sum += s.Uint32()
	}
	_ = sum
}
