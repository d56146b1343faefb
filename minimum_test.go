package tourmaline_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/continuous"
)

// With the default configuration, a search minimises a function with a million local minima.
func TestTheDefaultReachesTheMinimumOfRastrigin(t *testing.T) {
	p := tourmaline.Minimum(must(continuous.New(must(continuous.Find("rastrigin")), 10)))
	for seed := range uint64(3) {
		r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Seed: seed + 1, Limits: tourmaline.Limits{Steps: 40}})
		if err != nil || r.Cost > 1e-6 {
			t.Errorf("seed %d: %v, %v", seed+1, r.Cost, err)
		}
	}
}
