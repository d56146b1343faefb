package stats

import (
	"math"
	"slices"
)

// A Summary describes a sample.
type Summary struct {
	N                              int
	Mean                           float64
	SD                             float64 // standard deviation with N-1; 0 for a single value
	Min, Lower, Median, Upper, Max float64 // Lower and Upper are the quartiles
}

// Describe summarises a sample.
func Describe(values []float64) (Summary, error) {
	if err := checkFinite(values); err != nil {
		return Summary{}, err
	}
	sorted := slices.Sorted(slices.Values(values))
	return Summary{
		N:      len(values),
		Mean:   mean(sorted),
		SD:     deviation(sorted),
		Min:    sorted[0],
		Lower:  quantile(sorted, 0.25),
		Median: quantile(sorted, 0.5),
		Upper:  quantile(sorted, 0.75),
		Max:    sorted[len(sorted)-1],
	}, nil
}

// deviation returns the standard deviation of a sample.
func deviation(values []float64) float64 {
	if len(values) == 1 {
		return 0
	}
	centre, squares := mean(values), 0.0
	for _, v := range values {
		squares += float64((v - centre) * (v - centre))
	}
	return math.Sqrt(squares / float64(len(values)-1))
}
