package stats_test

import (
	"math"
	"strings"
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

// binomial returns the weights of 0 to n hits with probability p.
func binomial(n int, p float64) []float64 {
	weights := make([]float64, n+1)
	choose := 1.0
	for k := range weights {
		weights[k] = choose * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
		choose *= float64(n-k) / float64(k+1)
	}
	return weights
}

func TestChiSquared(t *testing.T) {
	for _, c := range []struct {
		name         string
		observed     []int
		weights      []float64
		statistic, p float64
		tol          float64 // tolerance of the statistic
	}{
		{"Mendel's peas", []int{315, 101, 108, 32}, []float64{9, 3, 3, 1}, 0.470, 0.9254, 5e-4},
		// Twelve dice were thrown 26,306 times, and fives and sixes were counted (Weldon 1894,
		// Pearson 1900). The expected number of throws with 11 or 12 hits is 1.2, so these cells
		// are pooled with 10 hits.
		{
			"Weldon's dice",
			[]int{185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0},
			binomial(12, 1.0/3), 35.49, 0.0001, 5e-3,
		},
		{"a coin", []int{60, 40}, []float64{0.5, 0.5}, 4, math.Erfc(math.Sqrt2), 1e-12},
		{"a perfect fit", []int{10, 20, 30}, []float64{1, 2, 3}, 0, 1, 1e-12},
		// Expected are 2, 2, 6, 10; the first three are pooled to 10.
		{"small ones first", []int{0, 0, 12, 8}, []float64{1, 1, 3, 5}, 0.8, math.Erfc(math.Sqrt(0.4)), 1e-12},
		// Expected are 10, 6, 2, 2; the last three are pooled to 10.
		{"small ones last", []int{8, 12, 0, 0}, []float64{5, 3, 1, 1}, 0.8, math.Erfc(math.Sqrt(0.4)), 1e-12},
		// Expected are 8, 1, 1, 1, 1, 1, 1, 6; five of the ones are pooled to 5, and the last one
		// and the 6 to 7.
		{"small ones between", []int{8, 0, 0, 0, 0, 0, 0, 12}, []float64{8, 1, 1, 1, 1, 1, 1, 6}, 5 + 25.0/7, math.Exp(-30.0 / 7), 1e-12},
		{"enormous weights", []int{60, 40}, []float64{1e308, 1e308}, 4, math.Erfc(math.Sqrt2), 1e-12},
		{"tiny weights", []int{60, 40}, []float64{5e-324, 5e-324}, 4, math.Erfc(math.Sqrt2), 1e-12},
	} {
		t.Run(c.name, func(t *testing.T) {
			statistic, p, err := stats.ChiSquared(c.observed, c.weights)
			if err != nil {
				t.Fatal(err)
			}
			if !near(statistic, c.statistic, c.tol) || !near(p, c.p, 5e-5) {
				t.Errorf("statistic %v, p %v; want %v, %v", statistic, p, c.statistic, c.p)
			}
		})
	}
}

func TestChiSquaredRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		observed []int
		weights  []float64
		want     string
	}{
		{"nothing", nil, nil, "fewer than two cells"},
		{"one cell", []int{100}, []float64{1}, "fewer than two cells"},
		{"unequal lengths", []int{50, 50}, []float64{1, 1, 1}, "got 2 counts for 3 expectations, expected equal numbers"},
		{"a negative count", []int{50, -1}, []float64{1, 1}, "cell 2: the count is -1"},
		{"weight zero", []int{50, 0}, []float64{1, 0}, "cell 2: the weight is 0"},
		{"weight NaN", []int{50, 0}, []float64{math.NaN(), 1}, "cell 1: the weight is NaN"},
		{"weight infinite", []int{50, 0}, []float64{1, math.Inf(1)}, "cell 2: the weight is +Inf"},
		{"no observations", []int{0, 0}, []float64{1, 1}, "0 observations are too few"},
		{"few observations", []int{5, 4}, []float64{1, 1}, "9 observations are too few"},
		{"one cell has it all", []int{96, 4}, []float64{96, 4}, "100 observations are too few"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := stats.ChiSquared(c.observed, c.weights)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

// A cell with an expectation of 5 is not pooled, although its weight is rounded.
func TestChiSquaredPoolsNoCellOfFive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		observed := rapid.SliceOfN(rapid.IntRange(5, 8), 2, 20).Draw(t, "expected")
		unit := rapid.Float64Range(1e-3, 1e3).Draw(t, "unit")
		weights := make([]float64, len(observed))
		for i, o := range observed {
			weights[i] = unit * float64(o)
		}
		first := rapid.IntRange(0, 5).Draw(t, "moved")
		observed[0], observed[1] = observed[0]-first, observed[1]+first
		statistic, p, err := stats.ChiSquared(observed, weights)
		if err != nil {
			t.Fatal(err)
		}
		if want := stats.ChiSquaredTail(statistic, len(observed)-1); p != want {
			t.Fatalf("p %v, want %v", p, want)
		}
		if moved := float64(first * first); !near(statistic, moved/(weights[0]/unit)+moved/(weights[1]/unit), 1e-9) {
			t.Fatalf("statistic %v after moving %d", statistic, first)
		}
	})
}

func TestChiSquaredDoesNotKnowTheUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(0.01, 10), 2, 20).Draw(t, "weights")
		unit := rapid.Float64Range(1e-9, 1e9).Draw(t, "unit")
		observed, scaled := make([]int, len(weights)), make([]float64, len(weights))
		for i, w := range weights {
			observed[i] = rapid.IntRange(0, 50).Draw(t, "count")
			scaled[i] = unit * w
		}
		want, wantP, err := stats.ChiSquared(observed, weights)
		got, p, scaledErr := stats.ChiSquared(observed, scaled)
		if (err == nil) != (scaledErr == nil) || !near(got, want, 1e-9*(1+want)) || !near(p, wantP, 1e-9) {
			t.Fatalf("statistic %v, p %v, error %v; want %v, %v, %v", got, p, scaledErr, want, wantP, err)
		}
	})
}
