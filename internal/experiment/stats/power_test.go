package stats

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

func TestDetectable(t *testing.T) {
	for _, c := range []struct {
		n           int
		alpha, want float64
	}{{10, 0.05, 0.8617}, {30, 0.05, 0.7088}, {30, 0.05 / 5, 0.7547}, {2, 0.05, 1}} {
		if got := Detectable(c.n, c.alpha, 0.8); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%d values at %v: %v, want %v", c.n, c.alpha, got, c.want)
		}
	}
}

// The rank-sum test shows a detectable difference about as often as Detectable says. The largest of
// k uniform numbers exceeds a uniform number with probability k/(k + 1), also for fractional k.
func TestDetectableDifferencesAreShown(t *testing.T) {
	const n, repetitions = 30, 2000
	a12 := Detectable(n, 0.05, 0.8)
	k := a12 / (1 - a12)
	s := rng.At(1, 2, 3)
	shown := 0
	for range repetitions {
		a, b := make([]float64, n), make([]float64, n)
		for i := range n {
			a[i], b[i] = s.Float64(), math.Pow(s.Float64(), 1/k)
		}
		if _, p, err := RankSum(a, b); err != nil {
			t.Fatal(err)
		} else if p <= 0.05 {
			shown++
		}
	}
	if share := float64(shown) / repetitions; share < 0.75 || share > 0.9 {
		t.Errorf("A12 = %v is shown in %v of all cases, want about 0.8", a12, share)
	}
}
