// Package permutation checks that an order of cities is a permutation.
package permutation

import "fmt"

// Check returns an error unless order visits each of n cities exactly once.
func Check(order []int32, n int) error {
	if len(order) != n {
		return fmt.Errorf("the tour visits %d cities, the instance has %d", len(order), n)
	}
	seen := make([]bool, n)
	for at, c := range order {
		if c < 0 || int(c) >= n {
			return fmt.Errorf("position %d: city %d is not in the instance", at+1, int(c)+1)
		}
		if seen[c] {
			return fmt.Errorf("position %d: city %d is visited twice", at+1, c+1)
		}
		seen[c] = true
	}
	return nil
}
