package stats

import "fmt"

// Holm adjusts the p-values of several tests by the step-down method [HOL79] and returns them in
// the given order. If tests with an adjusted p of at most alpha are called significant, the
// probability that any of them is significant only by chance is at most alpha.
func Holm(ps []float64) ([]float64, error) {
	for i, p := range ps {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("p %d is %v, expected 0 to 1", i+1, p)
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
