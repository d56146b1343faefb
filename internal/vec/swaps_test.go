package vec

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSwaps returns tables with random numbers, in which the entries on both sides of the
// diagonal agree, and vectors for a scan.
func randomSwaps(random *rand.Rand, n int, few bool) (s *Swaps[int32], u, w []int32) {
	s = NewSwaps[int32](n)
	most := 1000
	if few {
		most = 3 // causes many ties
	}
	for i := range n {
		for j := range i {
			a, b, d := int32(random.IntN(most)), int32(random.IntN(most)), int32(random.IntN(2*most)-most)
			x, y := int32(random.IntN(9)), int32(random.IntN(9))
			for _, at := range []int{i*s.Stride + j, j*s.Stride + i} {
				s.A[at], s.B[at], s.Delta[at] = a, b, d
				s.Low[at], s.High[at] = min(x, y), max(x, y)
			}
		}
	}
	u, w = make([]int32, s.Stride), make([]int32, s.Stride)
	for i := range n {
		u[i], w[i] = int32(random.IntN(most)), int32(random.IntN(most))
	}
	return s, u, w
}

// swapRules are rules that want and allow many exchanges, few, all and none.
var swapRules = []SwapRule[int32]{{-500, 3, 5}, {-1 << 30, -1, 1}, {1 << 30, 0, 0}, {-1 << 30, 0, 0}, {0, 9, 9}}

func TestScanSwapsEqualsItsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 70; n++ {
		for _, r := range swapRules {
			s, u, w := randomSwaps(random, n, n%2 == 0)
			checkScan(t, s, u, w, r)
		}
	}
}

// checkScan scans with every routine and leaves the table in the state after the last scan.
func checkScan(t fataler, s *Swaps[int32], u, w []int32, r SwapRule[int32]) {
	t.Helper()
	before, want := slices.Clone(s.Delta), slices.Clone(s.Delta)
	var found [2]entry[int32]
	scanEntries(want, s.Low, s.High, u, w, s.Stride, s.N, r, &found)
	for _, routine := range available() {
		copy(s.Delta, before)
		var least swapLanes
		routine.scanSwaps(s.Delta, s.Low, s.High, u, w, s.Stride, s.N, r.Aspire, r.Long, r.Step, &least)
		for kind, e := range found {
			if got := leastOf(&least, kind); got != e {
				t.Fatalf("%s, n = %d, %+v: %+v, want %+v", routine.instructions, s.N, r, got, e)
			}
		}
		for i := range s.N {
			from, end := i*s.Stride+i/SwapLanes*SwapLanes, i*s.Stride+s.N
			if !slices.Equal(s.Delta[from:end], want[from:end]) {
				t.Fatalf("%s, n = %d: row %d is %v, want %v", routine.instructions, s.N, i, s.Delta[from:end], want[from:end])
			}
		}
	}
}

func TestScoreSwapsEqualsItsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for n := 4; n < 70; n++ {
		s, _, _ := randomSwaps(random, n, false)
		for r := range n {
			checkScore(t, s, r, make([]int32, s.Stride))
		}
	}
}

// checkScore computes the scores in dst with every routine and checks them.
func checkScore(t fataler, s *Swaps[int32], r int, dst []int32) {
	t.Helper()
	want := make([]int32, s.Stride)
	scoreSwaps(s.A, s.B, s.Stride, s.N, r, want)
	for _, routine := range available() {
		clear(dst)
		routine.scoreSwaps(s.A, s.B, s.Stride, s.N, r, dst)
		if !slices.Equal(dst, want) {
			t.Fatalf("%s, n = %d, r = %d: %v, want %v", routine.instructions, s.N, r, dst, want)
		}
	}
}

// Swaps of int32 and of int64 give the same results.
func TestNarrowSwapsEqualWideOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	for _, n := range []int{2, 3, 17, 40} {
		s, u, w := randomSwaps(random, n, false)
		wide := NewSwaps[int64](n)
		widen(wide.A, s.A)
		widen(wide.B, s.B)
		widen(wide.Delta, s.Delta)
		copy(wide.Low, s.Low)
		copy(wide.High, s.High)
		u2, w2 := make([]int64, s.Stride), make([]int64, s.Stride)
		widen(u2, u)
		widen(w2, w)
		row, row2 := make([]int32, s.Stride), make([]int64, s.Stride)
		s.Score(1, row)
		wide.Score(1, row2)
		for j := range n {
			if int64(row[j]) != row2[j] {
				t.Fatalf("n = %d: score %d is %d and %d", n, j, row[j], row2[j])
			}
		}
		x, y := s.Scan(u, w, SwapRule[int32]{-100, 3, 5})
		x2, y2 := wide.Scan(u2, w2, SwapRule[int64]{-100, 3, 5})
		if x.I != x2.I || x.J != x2.J || y.I != y2.I || y.J != y2.J || int64(y.Delta) != y2.Delta {
			t.Fatalf("n = %d: %v %v and %v %v", n, x, y, x2, y2)
		}
	}
}

func widen(dst []int64, src []int32) {
	for i, v := range src {
		dst[i] = int64(v)
	}
}

func BenchmarkSwaps(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 5))
	s, row, zero := randomSwaps(random, 100, false)
	clear(zero)
	for _, routine := range available() {
		b.Run("scan/"+routine.instructions, func(b *testing.B) {
			var least swapLanes
			for b.Loop() {
				routine.scanSwaps(s.Delta, s.Low, s.High, zero, zero, s.Stride, s.N, -1<<30, 0, 5, &least)
			}
		})
		b.Run("score/"+routine.instructions, func(b *testing.B) {
			for b.Loop() {
				routine.scoreSwaps(s.A, s.B, s.Stride, s.N, 7, row)
			}
		})
	}
}
