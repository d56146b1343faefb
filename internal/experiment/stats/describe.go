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
func Median(values []float64) (float64, error) {
	s, err := Describe(values)
	return s.Median, err
}

// quantile returns the value below which a share of the sorted values lies: a share of 0 yields the
// smallest value, 0.5 the median, and 1 the largest value. It interpolates between values by
// definition 7 of [HF96], like R and NumPy.
func quantile(sorted []float64, share float64) float64 {
	place := share * float64(len(sorted)-1)
	below := int(place)
	above := min(below+1, len(sorted)-1)
	part := place - float64(below)
	return float64((1-part)*sorted[below]) + float64(part*sorted[above])
}

// A Box holds the values of a box plot.
type Box struct {
	Lower, Median, Upper float64 // quartiles, the limits and centre of the box
	// ends of the whiskers: the outermost values that are not outliers
	Low, High float64
}

// BoxPlot returns the values of a box plot [TUK77]. Outliers are values whose distance from the box
// is more than one and a half times its height.
//
// Deviation: the box ends at the quartiles of Describe instead of Tukey's hinges, so that a plot
// and a table show the same numbers.
func BoxPlot(values []float64) (Box, error) {
	s, err := Describe(values)
	reach := 1.5 * (s.Upper - s.Lower)
	box := Box{s.Lower, s.Median, s.Upper, s.Max, s.Min}
	for _, v := range values {
		if v >= s.Lower-reach && v <= s.Upper+reach {
			box.Low, box.High = min(box.Low, v), max(box.High, v)
		}
	}
	return box, err
}
