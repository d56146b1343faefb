package tsp_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// two returns the matrix of two cities.
func two(there, back float64) []float64 { return []float64{0, there, back, 0} }

func TestMatricesBecomeFixedPoint(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		scale  float64
		want   int64 // distance from the first city to the second
	}{
		{"whole", two(7, 9), 1, 7},
		{"negative", two(-7, 9), 1, -7},
		{"a quarter", two(0.25, 1), 100, 25},
		{"a tenth that is a sum", two(0.1+0.2, 1), 10, 3},
		{"a third", two(1.0/3, 1), 1e8, 33_333_333},
		{"small", two(3e-7, 1e-7), 1e7, 3},
		{"tiny", two(3e-27, 1e-27), 1e27, 3},
		{"more than the largest", two(5e12, 1e7), 1e-4, 500_000_000},
		{"cents of ten million", two(1e7+0.01, 1), 100, 1_000_000_001},
		{"no room for decimals", two(5e8+0.25, 4e8), 0.1, 50_000_000},
		{"forbidden beside 1", two(1, 5e8+0.25), 1, 1},
		{"the largest", two(tsp.MaxDistance, 1), 1, tsp.MaxDistance},
		{"the smallest", two(-tsp.MaxDistance, 1), 1, -tsp.MaxDistance},
		{"the diagonal is ignored", []float64{math.NaN(), 3, 4, 0.5}, 1, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := tsp.FromMatrix(2, c.values)
			if err != nil {
				t.Fatal(err)
			}
			if in.Scale() != c.scale || in.Dist(0, 1) != c.want || in.Dist(0, 0) != 0 || in.Dist(1, 1) != 0 {
				t.Errorf("scale %v, distance %d; want %v, %d", in.Scale(), in.Dist(0, 1), c.scale, c.want)
			}
		})
	}
}

func TestMatricesRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		values []float64
		word   string
	}{
		{"no cities", 0, nil, "at least one city"},
		{"negative", -2, []float64{1, 2, 3, 4}, "at least one city"},
		{"not square", 2, []float64{0, 1, 2}, "expected a matrix"},
		{"too much", 2, []float64{0, 1, 2, 3, 4}, "expected a matrix"},
		{"a row too much", 2, []float64{0, 1, 2, 3, 4, 5}, "expected a matrix"},
		{"not a number", 2, two(math.NaN(), 1), "row 1, column 2"},
		{"infinite", 2, two(1, math.Inf(1)), "row 2, column 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := tsp.FromMatrix(c.n, c.values)
			if err == nil || in != nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("instance %v, error %v; want no instance and %q", in, err, c.word)
			}
		})
	}
}

// matrix draws an instance defined by a matrix of whole numbers.
func matrix(t *rapid.T, minCities int) *tsp.Instance {
	n := rapid.IntRange(minCities, 9).Draw(t, "n")
	values := rapid.SliceOfN(rapid.IntRange(-20, 1000), n*n, n*n).Draw(t, "values")
	mirror := rapid.Bool().Draw(t, "mirror")
	full := make([]float64, n*n)
	for k, v := range values {
		full[k] = float64(v)
		if i, j := k/n, k%n; mirror && j < i {
			full[k] = full[j*n+i]
		}
	}
	return must(tsp.FromMatrix(n, full))
}

func TestMatricesKnowWhetherTheyAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := matrix(t, 1)
		want := true
		for i := range int32(in.N()) {
			for j := range i {
				want = want && in.Dist(i, j) == in.Dist(j, i)
			}
		}
		if in.Symmetric() != want {
			t.Fatalf("symmetric: %v", in.Symmetric())
		}
	})
}
