package stats

import (
	"fmt"
	"slices"
)

// Quantile returns the value below which a share of the sample lies: a share of 0 yields the
// smallest value, 0.5 the median, and 1 the largest value. It interpolates between values by
// definition 7 of [HF96], like R and NumPy.
func Quantile(values []float64, share float64) (float64, error) {
	if err := checkFinite(values); err != nil {
		return 0, err
	}
	if !(share >= 0 && share <= 1) {
		return 0, fmt.Errorf("the share is %v, expected 0 to 1", share)
	}
	return quantile(slices.Sorted(slices.Values(values)), share), nil
}

// quantile implements Quantile for sorted values.
func quantile(sorted []float64, share float64) float64 {
	place := share * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	part := place - float64(below)
	return float64((1-part)*sorted[below]) + float64(part*sorted[above])
}
