package stats

// An Effect says how much two samples differ, whatever their size: p says only
// whether they do.
type Effect struct {
	A12  float64 // probability that a value of the first sample is the larger, ties counting half
	Size string  // negligible, small, medium or large
}

// VarghaDelaney is the effect size A₁₂ of two samples, with the words of its
// inventors [VD00]: from 0.56 it is small, from 0.64 medium and from 0.71 large, and
// as far below a half likewise.
func VarghaDelaney(a, b []float64) (Effect, error) {
	larger, _, err := RankSum(a, b)
	if err != nil {
		return Effect{}, err
	}
	pairs := float64(len(a)) * float64(len(b))
	return Effect{A12: larger / pairs, Size: effectSize(max(larger, pairs-larger) / pairs)}, nil
}

// effectSize has the word for an A₁₂ of a half or more.
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
