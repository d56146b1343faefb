package stats

// A Location summarises a sample by one number. Examples are Mean and Median.
type Location func(values []float64) (float64, error)

// Mean returns the arithmetic mean.
func Mean(values []float64) (float64, error) {
	if err := checkFinite(values); err != nil {
		return 0, err
	}
	return mean(values), nil
}

func mean(values []float64) float64 { return total(values) / float64(len(values)) }

// Median returns the middle value, or the mean of the two middle values.
func Median(values []float64) (float64, error) { return Quantile(values, 0.5) }
