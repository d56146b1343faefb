package vec

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// checkDraws compares all routines available on this machine with the stream.
func checkDraws(t fataler, dst []uint32, seed uint64, stream, step uint32) {
	t.Helper()
	for _, r := range available() {
		clear(dst)
		if len(dst) > 0 {
			r.draws(dst, seed, stream, step)
		}
		s := rng.At(seed, stream, step)
		for i, got := range dst {
			if want := s.Uint32(); got != want {
				t.Fatalf("%s: draw %d of %d: got %#x, want %#x", r.instructions, i, len(dst), got, want)
			}
		}
	}
}

func TestDrawsEqualTheStream(t *testing.T) {
	for n := range 300 {
		checkDraws(t, make([]uint32, n), 0x0123456789abcdef, uint32(n), 77)
	}
	checkDraws(t, make([]uint32, 100_003), math.MaxUint64, math.MaxUint32, math.MaxUint32)
}

func TestDrawsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkDraws(t, make([]uint32, rapid.IntRange(0, 500).Draw(t, "n")),
			rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "stream"), rapid.Uint32().Draw(t, "step"))
	})
}

// Draws changes no numbers outside its slice.
func TestDrawsKeepToTheirSlice(t *testing.T) {
	for n := range 100 {
		for _, r := range available() {
			room := make([]uint32, n+40)
			if n > 0 {
				r.draws(room[20:20+n], 1, 2, 3)
			}
			for i, v := range room {
				if v != 0 && (i < 20 || i >= 20+n) {
					t.Fatalf("%s: %d draws wrote at %d", r.instructions, n, i-20)
				}
			}
		}
	}
}

func TestNoDraws(*testing.T) { Draws(nil, 1, 2, 3) }

// BenchmarkDraws measures the draws for a tour of 1002 cities:
//
//	go test ./internal/vec -run '^$' -bench Draws
func BenchmarkDraws(b *testing.B) {
	dst := make([]uint32, 1002)
	for _, r := range available() {
		b.Run(r.instructions, func(b *testing.B) {
			for b.Loop() {
				r.draws(dst, 1, 2, 3)
			}
			b.ReportMetric(float64(b.N*len(dst))/1e6/b.Elapsed().Seconds(), "Mdraws/s")
		})
	}
}
