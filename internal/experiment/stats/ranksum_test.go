package stats

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// enumerate counts all ways to share out ranks, one by one.
func enumerate(statistic, n, m int) float64 {
	far, all := 0, 0
	middle := float64(n*m) / 2
	for set := range 1 << (n + m) {
		size, sum := 0, 0
		for i := range n + m {
			if set>>i&1 != 0 {
				size++
				sum += i + 1
			}
		}
		if size != n {
			continue
		}
		all++
		u := float64(sum - n*(n+1)/2)
		if math.Abs(u-middle) >= math.Abs(float64(statistic)-middle) {
			far++
		}
	}
	return float64(far) / float64(all)
}

func TestExactRankSum(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for m := 1; m <= 6; m++ {
			for u := range n*m + 1 {
				if got, want := exactRankSum(u, n, m), enumerate(u, n, m); math.Abs(got-want) > 1e-12 {
					t.Errorf("%d of %d and %d: p = %v, want %v", u, n, m, got, want)
				}
			}
		}
	}
}

// The normal approximation is near the exact value, and both tell samples apart that
// differ.
func TestRankSum(t *testing.T) {
	s := rng.At(1, 0, 0)
	draw := func(n int, shift float64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = s.Exp() + shift
		}
		return v
	}
	for _, shift := range []float64{0, 0.5, 3} {
		a, b := draw(20, 0), draw(15, shift)
		u, exact, err := RankSum(a, b)
		if err != nil {
			t.Fatal(err)
		}
		_, other, _ := RankSum(b, a)
		if math.Abs(other-exact) > 1e-12 {
			t.Errorf("p = %v one way, %v the other", exact, other)
		}
		// One tie, far away from the others, makes it the approximation.
		_, normal, _ := RankSum(append(a, 1e9), append(b, 1e9))
		if math.Abs(normal-exact) > 0.08 {
			t.Errorf("shift %v: u = %v, p = %v exactly, %v by the normal distribution", shift, u, exact, normal)
		}
		if shift == 3 && exact > 1e-4 || shift == 0 && exact < 0.01 {
			t.Errorf("shift %v: p = %v", shift, exact)
		}
	}
	// From a textbook: all of one sample below all of the other.
	if u, p, _ := RankSum([]float64{1, 2, 3}, []float64{4, 5, 6, 7}); u != 0 || math.Abs(p-2.0/35) > 1e-12 {
		t.Errorf("u = %v, p = %v", u, p)
	}
	if _, p, err := RankSum([]float64{2, 2}, []float64{2, 2, 2}); p != 1 || err != nil {
		t.Errorf("the same values: p = %v, %v", p, err)
	}
	for _, bad := range [][2][]float64{{nil, {1}}, {{1}, {}}, {{math.NaN()}, {1}}} {
		if _, _, err := RankSum(bad[0], bad[1]); err == nil {
			t.Errorf("%v accepted", bad)
		}
	}
}
