package stats

// An Effect is the size of the difference between two samples. It does not depend on the number of
// values, whereas p only indicates whether the samples differ.
type Effect struct {
	A12  float64 // probability that a value of the first sample is larger; ties count half
	Size string  // negligible, small, medium or large
}

// VarghaDelaney returns the effect size A₁₂ of two samples, with the thresholds of its authors
// [VD00]: small from 0.56, medium from 0.64, large from 0.71, and symmetrically below 0.5.
func VarghaDelaney(a, b []float64) (Effect, error) {
	larger, _, err := RankSum(a, b)
	if err != nil {
		return Effect{}, err
	}
	pairs := float64(len(a)) * float64(len(b))
	return Effect{A12: larger / pairs, Size: effectSize(max(larger, pairs-larger) / pairs)}, nil
}

// effectSize returns the term for an A₁₂ of at least 0.5.
func effectSize(a12 float64) string {
	switch {
	case a12 >= 0.71:
		return "large"
	case a12 >= 0.64:
		return "medium"
	case a12 >= 0.56:
		return "small"
	}
	return "negligible"
}
