package stats

import (
	"fmt"
	"math"
	"slices"
)

// checkOrdered requires values that can be ranked: at least one, and no NaN. An infinity has a
// rank, so it can represent a failed run.
func checkOrdered(name string, values []float64) error {
	if len(values) == 0 {
		return fmt.Errorf("%s is empty, expected at least one value", name)
	}
	if i := slices.IndexFunc(values, math.IsNaN); i >= 0 {
		return fmt.Errorf("%s: value %d is NaN, which has no rank", name, i+1)
	}
	return nil
}

// checkFinite requires values that can be added: at least one, and all finite.
func checkFinite(values []float64) error {
	if err := checkOrdered("the sample", values); err != nil {
		return err
	}
	for i, v := range values {
		if math.IsInf(v, 0) {
			return fmt.Errorf("the sample: value %d is %v, expected a finite number", i+1, v)
		}
	}
	return nil
}

// checkShare requires a number strictly between 0 and 1.
func checkShare(name string, v float64) error {
	if !(v > 0 && v < 1) {
		return fmt.Errorf("%s is %v, expected a number between 0 and 1", name, v)
	}
	return nil
}
