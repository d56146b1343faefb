package stats

import (
	"fmt"
	"math"
)

// CriticalDifference returns Nemenyi's critical difference: if there is no difference between the
// treatments, the probability that any two mean ranks over the blocks differ by more is alpha
// [DEM06 §3.2].
func CriticalDifference(alpha float64, treatments, blocks int) (float64, error) {
	if err := checkShare("alpha", alpha); err != nil {
		return 0, err
	}
	if treatments < 2 || blocks < 1 {
		return 0, fmt.Errorf("got %d treatments and %d blocks, expected at least 2 and 1", treatments, blocks)
	}
	return rangeQuantile(alpha, treatments) / math.Sqrt2 * rankError(treatments, blocks), nil
}

// rankError returns the standard error of the difference between two mean ranks. It ignores that
// ties reduce this error, so p is slightly too large.
func rankError(treatments, blocks int) float64 {
	k := float64(treatments)
	return math.Sqrt(k * (k + 1) / (6 * float64(blocks)))
}
