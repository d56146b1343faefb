package stats

import (
	"math"
	"strings"
	"testing"
)

// The values are the critical values for the Nemenyi test [DEM06 Table 5a]: the difference divided
// by √(k(k+1)/6N), for 2 to 10 classifiers.
func TestCriticalDifference(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range row {
			k := i + 2
			difference, err := CriticalDifference(alpha, k, 14)
			got := difference / math.Sqrt(float64(k*(k+1))/(6*14))
			// The paper divides quantiles with three decimals by √2.
			if err != nil || math.Abs(got-want) > 1e-3 {
				t.Errorf("%v of %d: %v, want %v; error %v", alpha, k, got, want, err)
			}
		}
	}
	// Critical differences for four classifiers on 14 data sets [DEM06 §3.2].
	for alpha, want := range map[float64]float64{0.05: 1.25, 0.10: 1.12} {
		if got, err := CriticalDifference(alpha, 4, 14); err != nil || math.Abs(got-want) > 5e-3 {
			t.Errorf("%v: %v, want %v; error %v", alpha, got, want, err)
		}
	}
}

func TestCriticalDifferenceRejects(t *testing.T) {
	nan := math.NaN()
	for want, call := range map[string]func() error{
		"alpha is 0":                func() error { _, err := CriticalDifference(0, 3, 3); return err },
		"alpha is 1":                func() error { _, err := CriticalDifference(1, 3, 3); return err },
		"alpha is NaN":              func() error { _, err := CriticalDifference(nan, 3, 3); return err },
		"1 treatments and 3 blocks": func() error { _, err := CriticalDifference(0.05, 1, 3); return err },
		"3 treatments and 0 blocks": func() error { _, err := CriticalDifference(0.05, 3, 0); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
