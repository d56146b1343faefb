package cl_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// along returns two points with squared distance dx² + dy².
func along(dx, dy int32) (a, b [2]int32) { return [2]int32{dx, -3}, [2]int32{0, -3 + dy} }

func TestDistanceWholeIsExact(t *testing.T) {
	look := func(dx, dy int32) {
		t.Helper()
		a, b := along(dx, dy)
		d2 := big.NewInt(int64(dx)*int64(dx) + int64(dy)*int64(dy))
		floor := new(big.Int).Sqrt(d2)
		// floor + 1/2 <= sqrt(d2) if and only if (2 floor + 1)² <= 4 d2.
		odd := new(big.Int).Add(new(big.Int).Lsh(floor, 1), big.NewInt(1))
		want := floor.Int64()
		if odd.Mul(odd, odd).Cmp(new(big.Int).Lsh(d2, 2)) <= 0 {
			want++
		}
		if got := cl.DistanceWhole(a, b); int64(got) != want {
			t.Fatalf("(%d, %d): %d, want %d", dx, dy, got, want)
		}
		want = floor.Int64()
		if new(big.Int).Mul(floor, floor).Cmp(d2) < 0 {
			want++
		}
		if got := cl.DistanceWholeCeil(a, b); int64(got) != want {
			t.Fatalf("ceil (%d, %d): %d, want %d", dx, dy, got, want)
		}
	}
	for dx := range int32(200) {
		for dy := range int32(200) {
			look(dx, dy)
		}
	}
	// Pythagorean triples give perfect squares, and dy near sqrt(dx) gives half-way points.
	random := rng.At(7, 0, 0)
	for range 20000 {
		m, n := 1+random.IntN(2800), 1+random.IntN(2800)
		look(m*m-n*n, 2*m*n)
		dx := random.IntN(1<<24 - 4096)
		for _, by := range []int32{-1, 0, 1} {
			look(dx, max(0, int32(math.Sqrt(float64(dx)))+by))
		}
		look(random.IntN(11<<20), random.IntN(11<<20))
	}
}

func TestDistanceReal(t *testing.T) {
	a, b := [2]float64{0.5, 1}, [2]float64{3.5, 5}
	for _, test := range []struct {
		scale       float64
		round, ceil int32
	}{{1, 5, 5}, {0.1, 1, 1}, {0.09, 0, 1}, {100, 500, 500}, {1.01, 5, 6}} {
		if got := cl.DistanceReal(a, b, test.scale); got != test.round {
			t.Errorf("scale %v: %d, want %d", test.scale, got, test.round)
		}
		if got := cl.DistanceRealCeil(a, b, test.scale); got != test.ceil {
			t.Errorf("ceil, scale %v: %d, want %d", test.scale, got, test.ceil)
		}
	}
	// On whole coordinates both functions agree.
	random := rng.At(8, 0, 0)
	for range 20000 {
		p, q := along(random.IntN(1<<20), random.IntN(1<<20))
		x, y := [2]float64{float64(p[0]), float64(p[1])}, [2]float64{float64(q[0]), float64(q[1])}
		if got, want := cl.DistanceReal(x, y, 1), cl.DistanceWhole(p, q); got != want {
			t.Fatalf("%v %v: %d, want %d", p, q, got, want)
		}
	}
}

func TestKeysKeepTheOrder(t *testing.T) {
	whole := []int32{math.MinInt32, -5, -1, 0, 1, 7, math.MaxInt32}
	for i := range whole[1:] {
		if cl.KeyOfInt(whole[i]) >= cl.KeyOfInt(whole[i+1]) {
			t.Errorf("%d, %d", whole[i], whole[i+1])
		}
	}
	real := []float32{float32(math.Inf(-1)), -2, -1e-30, float32(math.Copysign(0, -1)), 0, 1e-30, 1, 2.5, float32(math.Inf(1))}
	for i := range real[1:] {
		if cl.KeyOfFloat(real[i]) >= cl.KeyOfFloat(real[i+1]) {
			t.Errorf("%v, %v", real[i], real[i+1])
		}
	}
}

func TestArgMinTakesTheLowestIndex(t *testing.T) {
	if key, index := cl.ArgMin([]uint32{5, 3, 3, 9}, []uint32{0, 8, 2, 1}); key != 3 || index != 2 {
		t.Error(key, index)
	}
	if sums, total := cl.Scan([]uint32{3, 1, 4}); sums[0] != 0 || sums[1] != 3 || sums[2] != 4 || total != 8 {
		t.Error(sums, total)
	}
}
