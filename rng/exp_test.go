package rng

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The mean and variance of the exponential distribution are 1. Over this many draws, their standard
// errors are 1/450 and 1/160; the test allows four times as much.
func TestExpHasMeanAndVarianceOne(t *testing.T) {
	const draws = 200_000
	s := At(1, 2, 3)
	sum, squares := 0.0, 0.0
	for range draws {
		x := s.Exp()
		if x < 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("drew %v", x)
		}
		sum += x
		squares += x * x
	}
	mean := sum / draws
	variance := squares/draws - mean*mean
	if math.Abs(mean-1) > 0.009 {
		t.Errorf("mean %v", mean)
	}
	if math.Abs(variance-1) > 0.026 {
		t.Errorf("variance %v", variance)
	}
}

// The share of draws beyond x is e^-x.
func TestExpHasTheRightTail(t *testing.T) {
	const draws = 100_000
	var beyond [6]float64
	s := At(4, 5, 6)
	for range draws {
		x := s.Exp()
		for i := range beyond {
			if x > float64(i) {
				beyond[i]++
			}
		}
	}
	for i, count := range beyond {
		want := draws * math.Exp(-float64(i))
		if math.Abs(count-want) > 5*math.Sqrt(want) {
			t.Errorf("%v draws beyond %d, want about %.0f", count, i, want)
		}
	}
}

// Exp is the negative logarithm of 1 minus the uniform number at the same position of the stream.
func TestExpIsALogarithm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := At(rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "stream"), rapid.Uint32().Draw(t, "step"))
		for range 100 {
			same := s
			expIsALogarithm(t, &s)
			same.Float64()
			if s != same {
				t.Fatal("Exp takes more or less than one number from the stream")
			}
		}
	})
}

// TestExpAtTheEnds checks the ends of the range and all powers of two, where the series is longest.
func TestExpAtTheEnds(t *testing.T) {
	words := [][2]uint32{{0, 0}, {math.MaxUint32, math.MaxUint32}, {1 << 11, 0}}
	for bit := range 53 {
		u := uint64(1<<53-1<<bit) << 11 // 1 - u is 2^bit / 2^53
		for _, v := range []uint64{u - 1<<11, u, u + 1<<11} {
			words = append(words, [2]uint32{uint32(v), uint32(v >> 32)})
		}
	}
	for _, w := range words {
		s := Stream{block: [4]uint32{w[0], w[1]}}
		expIsALogarithm(t, &s)
	}
}

func expIsALogarithm(t interface{ Fatalf(string, ...any) }, s *Stream) {
	same := *s
	u := same.Float64()
	got, want := s.Exp(), -math.Log(1-u)
	if !(math.Abs(got-want) <= 1e-9) {
		t.Fatalf("Exp at %v is %v, want %v", u, got, want)
	}
}

// Exp returns the same bits on all machines.
func TestExpKnownAnswers(t *testing.T) {
	s := At(42, 7, 1)
	for i, want := range []string{
		"0x1.20016ad2a5e9p-01",
		"0x1.f0847aab3a7b5p-02",
		"0x1.b0a453ffda34ep-01",
		"0x1.16d9296866bbcp-03",
		"0x1.cf871dcb82238p-01",
		"0x1.63bdf54dfb85ep-01",
		"0x1.e02d5c0a4becfp-03",
		"0x1.a56d4fbac2bc2p-02",
	} {
		if got := fmt.Sprintf("%x", s.Exp()); got != want {
			t.Errorf("number %d is %s, want %s", i, got, want)
		}
	}
}
