package stats_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"pgregory.net/rapid"
)

func TestChiSquaredTail(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		x    float64
		df   int
		want float64
		tol  float64
	}{
		// Quantiles from printed tables.
		{3.841, 1, 0.05, 5e-5},
		{6.635, 1, 0.01, 5e-5},
		{10.828, 1, 0.001, 5e-6},
		{5.991, 2, 0.05, 5e-5},
		{11.070, 5, 0.05, 5e-5},
		{15.086, 5, 0.01, 5e-5},
		{18.307, 10, 0.05, 5e-5},
		{3.940, 10, 0.95, 5e-5},
		{43.773, 30, 0.05, 5e-5},
		{124.342, 100, 0.05, 5e-5},
		{77.929, 100, 0.95, 5e-5},
		// The statistics and p-values of six ant systems [MMAS20 §5.6, Table 8].
		{2.13, 5, 0.83, 5e-3},
		{2.98, 5, 0.70, 5e-3},
		{3.72, 5, 0.59, 5e-3},
		{8.76, 5, 0.12, 5e-3},
		{3.32, 5, 0.65, 5e-3},
		{6.14, 5, 0.29, 5e-3},
		{6.41, 5, 0.27, 5e-3},
		{4.34, 5, 0.50, 5e-3},
		// Edge cases.
		{0, 3, 1, 0},
		{-1, 3, 1, 0},
		{-inf, 3, 1, 0},
		{inf, 3, 0, 0},
		{1e300, 3, 0, 0},
		{5e-324, 1, 1, 1e-15},
		{nan, 3, nan, 0},
		{1, 0, nan, 0},
		{1, -1, nan, 0},
	} {
		got := stats.ChiSquaredTail(c.x, c.df)
		if !near(got, c.want, c.tol) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v with %d degrees of freedom: %v, want %v", c.x, c.df, got, c.want)
		}
	}
}

// closedTail returns the tail probability in closed form. All its terms are positive, so its only
// errors are the rounding errors of the terms.
func closedTail(x float64, df int) float64 {
	half, tail, a := x/2, 0.0, 1.0
	if df%2 == 1 {
		tail, a = math.Erfc(math.Sqrt(half)), 0.5
	} else {
		tail = math.Exp(-half)
	}
	// Q(a+1, x) = Q(a, x) + x^a e^-x / Γ(a+1)
	for ; a < float64(df)/2; a++ {
		gamma, _ := math.Lgamma(a + 1)
		tail += math.Exp(a*math.Log(half) - half - gamma)
	}
	return tail
}

func TestChiSquaredTailIsThatOfTheClosedForm(t *testing.T) {
	worst := 0.0
	rapid.Check(t, func(t *rapid.T) {
		df := rapid.IntRange(1, 200).Draw(t, "df")
		x := rapid.Float64Range(1e-6, 1200).Draw(t, "x")
		if rapid.Bool().Draw(t, "near the middle") {
			x = float64(df) * rapid.Float64Range(0.1, 3).Draw(t, "ratio")
		}
		got, want := stats.ChiSquaredTail(x, df), closedTail(x, df)
		worst = max(worst, math.Abs(got/want-1))
		if !near(got/want, 1, 1e-11) {
			t.Fatalf("%v with %d degrees of freedom: %v, want %v", x, df, got, want)
		}
	})
	t.Logf("largest relative error %.2g", worst)
}
