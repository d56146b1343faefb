package stats

import (
	"fmt"
	"math"
)

// A Location is a number that stands for many: Mean, Median or GeometricMean.
type Location func(values []float64) (float64, error)

// Mean is the arithmetic mean.
func Mean(values []float64) (float64, error) {
	if err := checkFinite(values); err != nil {
		return 0, err
	}
	return mean(values), nil
}

func mean(values []float64) float64 { return total(values) / float64(len(values)) }

// Median is the value in the middle, or the mean of the two there.
func Median(values []float64) (float64, error) { return Quantile(values, 0.5) }

// GeometricMean is the mean for ratios, such as speed-ups: that of values and that of
// their reciprocals are reciprocal. All values must be positive.
func GeometricMean(values []float64) (float64, error) {
	if err := checkFinite(values); err != nil {
		return 0, err
	}
	logarithms := make([]float64, len(values))
	for i, v := range values {
		if v <= 0 {
			return 0, fmt.Errorf("the sample: value %d is %v, expected a positive number", i+1, v)
		}
		logarithms[i] = math.Log(v)
	}
	return math.Exp(mean(logarithms)), nil
}
