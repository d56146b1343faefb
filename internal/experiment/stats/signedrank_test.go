package stats

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// signs computes the exact p by enumerating all signs of the ranks.
func signs(places []float64, statistic float64) float64 {
	mean := total(places) / 2
	far := 0.0
	for set := range 1 << len(places) {
		sum := 0.0
		for i, place := range places {
			if set>>i&1 != 0 {
				sum += place
			}
		}
		if math.Abs(sum-mean) >= math.Abs(statistic-mean) {
			far++
		}
	}
	return far / float64(int(1)<<len(places))
}

func TestExactSignedRankCountsAllWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.OneOf(few, rapid.Float64())
		n := rapid.IntRange(1, 11).Draw(t, "n")
		a := rapid.SliceOfN(values, n, n).Draw(t, "a")
		b := rapid.SliceOfN(values, n, n).Draw(t, "b")
		statistic, p, err := SignedRank(a, b)
		if err != nil {
			t.Fatal(err)
		}
		places, _ := signedRanks(a, b)
		if want := signs(places, statistic); math.Abs(p-want) > 1e-12 {
			t.Fatalf("p = %v, want %v", p, want)
		}
		other, same, _ := SignedRank(b, a)
		if other != total(places)-statistic || math.Abs(same-p) > 1e-12 {
			t.Fatalf("the other way: statistic %v, p %v; want %v, %v", other, same, total(places)-statistic, p)
		}
	})
}

// The values are two-sided critical values of Wilcoxon's rank sum at 0.05 and 0.01: the largest sum
// for which the exact p is at most that level. Older tables round p, so for some numbers of pairs
// their values are larger by one.
func TestSignedRankCriticalValues(t *testing.T) {
	for _, c := range []struct {
		alpha float64
		n, t  int
	}{
		{0.05, 6, 0},
		{0.05, 7, 2},
		{0.05, 8, 3},
		{0.05, 9, 5},
		{0.05, 10, 8},
		{0.05, 11, 10},
		{0.05, 12, 13},
		{0.05, 13, 17},
		{0.05, 14, 21},
		{0.05, 15, 25},
		{0.05, 16, 29},
		{0.05, 17, 34},
		{0.05, 18, 40},
		{0.05, 19, 46},
		{0.05, 20, 52},
		{0.05, 25, 89},
		{0.01, 8, 0},
		{0.01, 9, 1},
		{0.01, 10, 3},
		{0.01, 11, 5},
		{0.01, 12, 7},
		{0.01, 13, 9},
		{0.01, 14, 12},
		{0.01, 15, 15},
		{0.01, 17, 23},
		{0.01, 19, 32},
		{0.01, 20, 37},
		{0.01, 25, 68},
	} {
		for sum := c.t; sum <= c.t+1; sum++ {
			a, b, left := make([]float64, c.n), make([]float64, c.n), sum
			for i := c.n; i > 0; i-- {
				if a[i-1] = -float64(i); i <= left {
					a[i-1], left = float64(i), left-i
				}
			}
			statistic, p, err := SignedRank(a, b)
			if err != nil || statistic != float64(sum) {
				t.Fatalf("%d pairs: statistic %v, want %d; error %v", c.n, statistic, sum, err)
			}
			if significant := sum == c.t; (p <= c.alpha) != significant {
				t.Errorf("%d of %d pairs: p = %v, significant at %v: %v", sum, c.n, p, c.alpha, significant)
			}
		}
	}
}

func TestSignedRank(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name         string
		a, b         []float64
		statistic, p float64
	}{
		// Hollander & Wolfe 1973, p. 29: depression before and after a tranquilliser. R's example
		// for wilcox.test reports V = 40, one-sided p = 0.01953.
		{
			"depression",
			[]float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30},
			[]float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}, 40, 0.0391,
		},
		// Darwin's maize, crossed and self-fertilised, in eighths of an inch: the example of
		// SciPy's wilcoxon, with 24 as the smaller sum.
		{
			"Darwin's maize",
			[]float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48},
			make([]float64, 15), 96, 0.0413,
		},
		// C4.5 with and without pruning, in thousandths [DEM06 Table 2]. The paper reports 93 and
		// 12, where the two sums share the ranks 1 and 2 of two pairs without difference. This test
		// omits these ranks, and p agrees with SciPy's exact wilcoxon with zero_method='pratt'.
		{
			"Demšar's classifiers",
			[]float64{768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978},
			[]float64{763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957}, 93 - 1.5, 0.0078,
		},
		{"all equal", []float64{1, 2, 3}, []float64{1, 2, 3}, 0, 1},
		// The zeros share the ranks 1 and 2, so the ranks 3, 4, 5 remain, and 12 is the largest
		// possible sum.
		{"zeros are ranked", []float64{1, 1, 4, 5, 6}, []float64{1, 1, 1, 1, 1}, 12, 0.25},
		{"both failed", []float64{inf, 1, 2, 3}, []float64{inf, 2, 4, 6}, 0, 0.25},
		{"one failed", []float64{inf, 1, 2, 3}, []float64{1, 2, 4, 6}, 4, 0.875},
	} {
		t.Run(c.name, func(t *testing.T) {
			statistic, p, err := SignedRank(c.a, c.b)
			if err != nil || statistic != c.statistic || math.Abs(p-c.p) > 5e-5 {
				t.Errorf("statistic %v, p %v, error %v; want %v, %v", statistic, p, err, c.statistic, c.p)
			}
		})
	}
	many := make([]float64, mostExact+1)
	if _, p, err := SignedRank(many, many); p != 1 || err != nil {
		t.Errorf("many pairs, all equal: p = %v, error %v", p, err)
	}
}

func TestSignedRankRefuses(t *testing.T) {
	nan := math.NaN()
	for want, c := range map[string][2][]float64{
		"the first sample is empty":                     {nil, {}},
		"got samples of 1 and 2 values, expected pairs": {{1}, {1, 2}},
		"the first sample: value 1 is NaN":              {{nan}, {1}},
		"the second sample: value 2 is NaN":             {{1, 2}, {1, nan}},
	} {
		if _, _, err := SignedRank(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
