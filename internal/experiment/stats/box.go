package stats

import "slices"

// A Box holds the values of a box plot.
type Box struct {
	Lower, Median, Upper float64 // quartiles, the limits and centre of the box
	// ends of the whiskers: the outermost values that are not outliers
	Low, High float64
	Outliers  []float64 // in ascending order
}

// BoxPlot returns the values of a box plot [TUK77]. Outliers are values whose distance from the box
// is more than one and a half times its height.
//
// Deviation: the box ends at the quartiles of Quantile instead of Tukey's hinges, so that a plot
// and a table show the same numbers.
func BoxPlot(values []float64) (Box, error) {
	if err := checkFinite(values); err != nil {
		return Box{}, err
	}
	sorted := slices.Sorted(slices.Values(values))
	box := Box{Lower: quantile(sorted, 0.25), Median: quantile(sorted, 0.5), Upper: quantile(sorted, 0.75)}
	reach := 1.5 * (box.Upper - box.Lower)
	within := slices.DeleteFunc(slices.Clone(sorted), func(v float64) bool {
		return v < box.Lower-reach || v > box.Upper+reach
	})
	box.Low, box.High = within[0], within[len(within)-1]
	for _, v := range sorted {
		if v < box.Low || v > box.High {
			box.Outliers = append(box.Outliers, v)
		}
	}
	return box, nil
}
