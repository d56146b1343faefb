package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestRanks(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name   string
		values []float64
		want   []float64
		ties   float64
	}{
		{"nothing", nil, nil, 0},
		{"one", []float64{7}, []float64{1}, 0},
		{"no ties", []float64{30, -10, 20}, []float64{3, 1, 2}, 0},
		{"a pair", []float64{5, 1, 5}, []float64{2.5, 1, 2.5}, 6},
		{"two groups", []float64{2, 1, 2, 1, 2}, []float64{4, 1.5, 4, 1.5, 4}, 6 + 24},
		{"all equal", []float64{3, 3, 3, 3}, []float64{2.5, 2.5, 2.5, 2.5}, 60},
		{"infinities", []float64{inf, 0, -inf, inf}, []float64{3.5, 2, 1, 3.5}, 6},
		{"zeros of either sign", []float64{0, math.Copysign(0, -1), 1}, []float64{1.5, 1.5, 3}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := slices.Clone(c.values)
			got, ties := ranks(c.values)
			if !slices.Equal(got, c.want) || ties != c.ties {
				t.Errorf("ranks %v with ties %v, want %v with %v", got, ties, c.want, c.ties)
			}
			if !slices.Equal(c.values, before) {
				t.Errorf("the values became %v", c.values)
			}
		})
	}
}

// few draws from so few values that ties are common.
var few = rapid.Map(rapid.IntRange(-3, 3), func(i int) float64 { return float64(i) })

func TestRanksAreThoseOfCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(few, rapid.Float64())).Draw(t, "values")
		got, ties := ranks(values)
		sum, squares, n := 0.0, 0.0, float64(len(values))
		for i, r := range got {
			if want := countedRank(values, values[i]); r != want {
				t.Fatalf("value %v has rank %v, want %v", values[i], r, want)
			}
			sum += r
			squares += r * r
		}
		if sum != n*(n+1)/2 {
			t.Fatalf("the ranks add up to %v", sum)
		}
		// Sharing ranks reduces the sum of squares of a group by (t³-t)/12.
		if want := 12 * (n*(n+1)*(2*n+1)/6 - squares); ties != want {
			t.Fatalf("ties %v, want %v", ties, want)
		}
	})
}

// countedRank computes a rank by its definition.
func countedRank(values []float64, v float64) float64 {
	less, equal := 0, 0
	for _, w := range values {
		if w < v {
			less++
		}
		if w == v {
			equal++
		}
	}
	return float64(less) + float64(equal+1)/2
}
