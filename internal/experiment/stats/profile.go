package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// PerformanceProfiles compares algorithms over problems [DM02]. costs[a][i] is the cost, such as
// time, of algorithm a for problem i, or +Inf if it failed. The profile of an algorithm is the
// share of all problems that it solves at a cost of at most X times the cost of the best algorithm
// for that problem. The value at 1 is the share of problems for which the algorithm is the best,
// and the last value is the share that it solves. Problems that no algorithm solves are included in
// the total.
func PerformanceProfiles(costs [][]float64) ([]Distribution, error) {
	if err := checkCosts(costs); err != nil {
		return nil, err
	}
	best := slices.Clone(costs[0])
	for _, own := range costs {
		for i, cost := range own {
			best[i] = min(best[i], cost)
		}
	}
	profiles := make([]Distribution, len(costs))
	for a, own := range costs {
		profiles[a] = profile(own, best)
	}
	return profiles, nil
}

// profile returns the distribution of the ratios of an algorithm's costs to the best costs.
func profile(own, best []float64) Distribution {
	var ratios []float64
	for i, cost := range own {
		if !math.IsInf(cost, 1) {
			ratios = append(ratios, cost/best[i])
		}
	}
	slices.Sort(ratios)
	var shares Distribution
	for i, ratio := range ratios {
		if i+1 == len(ratios) || ratios[i+1] != ratio {
			shares = append(shares, Point{ratio, float64(i+1) / float64(len(own))})
		}
	}
	return shares
}

// checkCosts requires a positive cost for every algorithm and problem.
func checkCosts(costs [][]float64) error {
	if len(costs) == 0 || len(costs[0]) == 0 {
		return errors.New("no algorithms or no problems to compare")
	}
	for a, own := range costs {
		if len(own) != len(costs[0]) {
			return fmt.Errorf("algorithm %d has %d costs, but the first has %d: each algorithm needs one cost per problem", a+1, len(own), len(costs[0]))
		}
		for i, cost := range own {
			if !(cost > 0) {
				return fmt.Errorf("algorithm %d: cost %d is %v, expected a positive number", a+1, i+1, cost)
			}
		}
	}
	return nil
}
