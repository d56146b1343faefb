package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// ranks returns the ranks of the values, with 1 for the smallest. Equal values share the mean of
// their ranks. ties is the sum of t³-t over the groups of t equal values, which rank tests use to
// correct for ties. No value may be NaN, because NaN has no rank.
//
// Ranks are multiples of a half, so their sums and squares are exact, and a test does not depend on
// the order of its arguments.
func ranks(values []float64) (ranks []float64, ties float64) {
	order := ascending(values) // -0 equals 0, and infinities of the same sign are equal
	ranks = make([]float64, len(values))
	for first := 0; first < len(order); {
		end := first + 1
		for end < len(order) && values[order[end]] == values[order[first]] {
			end++
		}
		for _, i := range order[first:end] {
			ranks[i] = float64(first+1+end) / 2
		}
		ties += cubeLess(end - first)
		first = end
	}
	return ranks, ties
}

// ascending returns the indices of the values in ascending order. Equal values keep their order.
func ascending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}

// cubeLess returns t³-t, which is 0 for a single value.
func cubeLess(t int) float64 {
	f := float64(t)
	return float64(f*f*f) - f
}

// double returns twice the ranks, which are whole numbers because ranks are multiples of a half.
func double(ranks []float64) []int {
	doubled := make([]int, len(ranks))
	for i, r := range ranks {
		doubled[i] = int(2 * r)
	}
	return doubled
}

func total[T int | float64](numbers []T) T {
	var sum T
	for _, v := range numbers {
		sum += v
	}
	return sum
}

// Holm adjusts the p-values of several tests by the step-down method [HOL79] and returns them in
// the given order. If tests with an adjusted p of at most alpha are called significant, the
// probability that any of them is significant only by chance is at most alpha.
func Holm(ps []float64) ([]float64, error) {
	for i, p := range ps {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("p-value %d is %v, expected 0 to 1", i+1, p)
		}
	}
	adjusted := make([]float64, len(ps))
	largest := 0.0
	for done, i := range ascending(ps) {
		largest = max(largest, min(float64(len(ps)-done)*ps[i], 1))
		adjusted[i] = largest
	}
	return adjusted, nil
}
