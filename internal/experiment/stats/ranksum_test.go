package stats

import (
	"math"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// enumerated computes the exact p by enumerating all assignments of the ranks to the two samples.
func enumerated(places []float64, n int) float64 {
	mean := float64(n) * float64(len(places)+1) / 2
	sum := func(set int) (sum float64) {
		for i, place := range places {
			if set>>i&1 != 0 {
				sum += place
			}
		}
		return sum
	}
	least := math.Abs(sum(1<<n-1) - mean)
	far, all := 0.0, 0.0
	for set := range 1 << len(places) {
		if bits.OnesCount(uint(set)) != n {
			continue
		}
		all++
		if math.Abs(sum(set)-mean) >= least {
			far++
		}
	}
	return far / all
}

func TestExactRankSumCountsAllWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(few, rapid.Float64()), 2, 11).Draw(t, "values")
		n := rapid.IntRange(1, len(values)-1).Draw(t, "n")
		places, _ := ranks(values)
		if got, want := exactRankSum(places, n), enumerated(places, n); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%d of %v: p = %v, want %v", n, places, got, want)
		}
	})
}

// ranksWith returns samples of n and m distinct values for which the statistic of the first sample
// is u.
func ranksWith(u, n, m int) (a, b []float64) {
	for i := range n {
		above := min(u, m) // number of values in b that the next value of a exceeds
		u -= above
		a = append(a, float64(above)+float64(n-i)*1e-3)
	}
	for i := range m {
		b = append(b, float64(i)+0.5)
	}
	return a, b
}

// The values are critical values of Mann and Whitney's statistic from textbooks (Siegel 1956, Table
// K): the largest statistic at which a two-sided test is significant.
func TestRankSumCriticalValues(t *testing.T) {
	for _, c := range []struct {
		alpha   float64
		n, m, u int
	}{
		{0.05, 3, 5, 0},
		{0.05, 4, 4, 0},
		{0.05, 5, 5, 2},
		{0.05, 6, 6, 5},
		{0.05, 7, 7, 8},
		{0.05, 8, 8, 13},
		{0.05, 9, 9, 17},
		{0.05, 10, 10, 23},
		{0.05, 5, 10, 8},
		{0.05, 8, 12, 22},
		{0.05, 12, 12, 37},
		{0.05, 15, 15, 64},
		{0.05, 10, 20, 55},
		{0.05, 20, 20, 127},
		{0.01, 5, 5, 0},
		{0.01, 6, 6, 2},
		{0.01, 7, 7, 4},
		{0.01, 8, 8, 7},
		{0.01, 9, 9, 11},
		{0.01, 10, 10, 16},
		{0.01, 12, 12, 27},
		{0.01, 15, 15, 51},
		{0.01, 20, 20, 105},
	} {
		for u := c.u; u <= c.u+1; u++ {
			statistic, p, err := RankSum(ranksWith(u, c.n, c.m))
			if err != nil || statistic != float64(u) {
				t.Fatalf("%d and %d values: statistic %v, want %d; error %v", c.n, c.m, statistic, u, err)
			}
			if significant := u == c.u; (p <= c.alpha) != significant {
				t.Errorf("%d of %d and %d: p = %v, significant at %v: %v", u, c.n, c.m, p, c.alpha, significant)
			}
		}
	}
}

func TestRankSum(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name         string
		a, b         []float64
		statistic, p float64
	}{
		// Hollander & Wolfe 1973, p. 69: permeability of the human chorioamnion at term and
		// earlier. R's example for wilcox.test reports W = 35, one-sided p = 0.1272.
		{
			"permeability",
			[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
			[]float64{1.15, 0.88, 0.90, 0.74, 1.21}, 35, 0.2544,
		},
		// The example of SciPy's mannwhitneyu: age at diagnosis of diabetes.
		{"diabetes", []float64{19, 22, 16, 29, 24}, []float64{20, 11, 17, 12}, 17, 0.1111},
		{"all below", []float64{1, 2, 3}, []float64{4, 5, 6, 7}, 0, 0.0571},
		{"all equal", []float64{2, 2}, []float64{2, 2, 2}, 3, 1},
		{"failed runs", []float64{1, 2, 3}, []float64{inf, inf, inf}, 0, 0.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			statistic, p, err := RankSum(c.a, c.b)
			if err != nil || statistic != c.statistic || math.Abs(p-c.p) > 5e-5 {
				t.Errorf("statistic %v, p %v, error %v; want %v, %v", statistic, p, err, c.statistic, c.p)
			}
			other, same, _ := RankSum(c.b, c.a)
			if pairs := float64(len(c.a) * len(c.b)); other != pairs-statistic || math.Abs(same-p) > 1e-12 {
				t.Errorf("the other way: statistic %v, p %v", other, same)
			}
		})
	}
}

// p does not jump at the sample size where the approximation replaces the exact test.
func TestRankSumIsNearlyNormal(t *testing.T) {
	for _, ties := range []int{1, 7} {
		var a, b []float64
		for i := range mostExact {
			a = append(a, float64(i/ties))
			b = append(b, float64((i+7)/ties))
		}
		places, tied := ranks(append(a, b...))
		n := float64(mostExact)
		statistic, exact, _ := RankSum(a, b)
		normal := corrected(statistic-n*n/2, n*n/12*(2*n+1-tied/(2*n*(2*n-1))))
		if got := exactRankSum(places, mostExact); got != exact || math.Abs(exact-normal) > 0.002 {
			t.Errorf("in groups of %d: p = %v, %v by the normal distribution", ties, exact, normal)
		}
	}
	many := make([]float64, mostExact+1)
	if _, p, err := RankSum(many, many); p != 1 || err != nil {
		t.Errorf("many values, all the same: p = %v, error %v", p, err)
	}
}

func TestRankSumRefuses(t *testing.T) {
	for want, c := range map[string][2][]float64{
		"the first sample is empty":                {nil, {1}},
		"the second sample is empty":               {{1}, {}},
		"the first sample: value 1 is NaN":         {{math.NaN()}, {1}},
		"the second sample: value 2 is NaN, which": {{1}, {1, math.NaN()}},
	} {
		if _, _, err := RankSum(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
