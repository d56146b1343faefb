package vec

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// naivePick implements the definition of Pick.
func naivePick(weight []uint32, open []uint64, draw uint32) int {
	prefix, sum := make([]uint64, len(weight)), uint64(0)
	for i, w := range weight {
		if open[i/64]>>(i%64)&1 != 0 {
			sum += uint64(w)
		}
		prefix[i] = sum
	}
	return slices.IndexFunc(prefix, func(p uint64) bool { return p > uint64(draw)*sum>>32 })
}

// checkPick compares all routines available on this machine with the definition.
func checkPick(t fataler, weight []uint32, open []uint64, draw uint32) {
	t.Helper()
	want := naivePick(weight, open, draw)
	for _, r := range available() {
		if len(weight) == 0 {
			continue
		}
		if got := pickBy(&r, weight, open, draw); got != want {
			t.Fatalf("%s: draw %#x of %d weights: got %d, want %d", r.instructions, draw, len(weight), got, want)
		}
	}
	if got := Pick(weight, open, draw); got != want {
		t.Fatalf("got %d, want %d", got, want)
	}
}

// randomRow returns n weights from 0 to most, about half of them open.
func randomRow(random *rand.Rand, n int, most uint32) (weight []uint32, open []uint64) {
	weight, open = make([]uint32, n), make([]uint64, (n+63)/64)
	for i := range weight {
		weight[i] = uint32(random.Uint64N(uint64(most) + 1))
		open[i/64] |= uint64(random.IntN(2)) << (i % 64)
	}
	return weight, open
}

// edges returns draws that are likely to expose errors, and a random one.
func edges(random *rand.Rand) []uint32 { return []uint32{0, 1, math.MaxUint32, random.Uint32()} }

func TestPickEqualsTheDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 11))
	for n := range 300 {
		for _, most := range []uint32{0, 1, 3, math.MaxUint32 / uint32(n+1)} {
			weight, open := randomRow(random, n, most)
			for _, draw := range edges(random) {
				checkPick(t, weight, open, draw)
			}
		}
	}
	weight, open := randomRow(random, 100_003, math.MaxUint32/100_003)
	for range 100 {
		checkPick(t, weight, open, random.Uint32())
	}
}

// A single open weight of any size at any position is drawn for every draw.
func TestPickOfOne(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	for n := 1; n < 200; n++ {
		for at := range n {
			weight, open := make([]uint32, n), make([]uint64, (n+63)/64)
			for i := range weight {
				weight[i] = random.Uint32()
			}
			weight[at] = []uint32{1, math.MaxUint32}[at%2]
			open[at/64] = 1 << (at % 64)
			for _, draw := range edges(random) {
				checkPick(t, weight, open, draw)
			}
		}
	}
}

// Pick is correct at every threshold of a row of small weights that are all open. Their sum is 2¹⁶,
// so the upper half of a draw is the threshold.
func TestPickAtEveryThreshold(t *testing.T) {
	const n = 150
	weight, open := make([]uint32, n), []uint64{math.MaxUint64, math.MaxUint64, 1<<(n-128) - 1}
	for i := range weight {
		weight[i] = uint32(400 + i%7)
	}
	weight[77] = 0
	for _, w := range weight[:n-1] {
		weight[n-1] -= w
	}
	weight[n-1] += 400 + (n-1)%7 + 1<<16
	for threshold := range uint32(1 << 16) {
		checkPick(t, weight, open, threshold<<16)
		if threshold%64 == 0 {
			checkPick(t, weight, open, threshold<<16|0xffff)
		}
	}
}

func TestPickProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weight := rapid.SliceOfN(rapid.Uint32Range(0, 1<<25-1), 0, 127).Draw(t, "weight")
		open := rapid.SliceOfN(rapid.Uint64(), 2, 2).Draw(t, "open")
		for i := len(weight); i < 128; i++ {
			open[i/64] &^= 1 << (i % 64)
		}
		checkPick(t, weight, open[:(len(weight)+63)/64], rapid.Uint32().Draw(t, "draw"))
	})
}

func TestPickRefusesTooFewBits(t *testing.T) {
	mustPanic(t, func() { Pick(make([]uint32, 65), make([]uint64, 1), 0) })
}

// BenchmarkPick draws from rows in which half of the entries are open:
//
//	go test ./internal/vec -run '^$' -bench Pick
func BenchmarkPick(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 13))
	for _, n := range []int{1002, 5915} {
		weight, open := randomRow(random, n, math.MaxUint32/uint32(n))
		draws := make([]uint32, 1<<12)
		for i := range draws {
			draws[i] = random.Uint32()
		}
		for _, r := range available() {
			b.Run(benchName(r, n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					pickBy(&r, weight, open, draws[i%len(draws)])
				}
				b.ReportMetric(float64(b.N)/1e6/b.Elapsed().Seconds(), "Mpicks/s")
			})
		}
	}
}
