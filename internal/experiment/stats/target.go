package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Distribution is a step function that rises from 0 to at most 1. Its value is the share of runs,
// or of problems, that need at most X.
type Distribution []Point

// A Point is a step of a distribution. Share is the value from X on.
type Point struct{ X, Share float64 }

// A Run is an attempt to reach a target, such as a cost. Time is the time until the target was
// reached or, if it was not reached, the time of the whole run. It is measured in seconds, steps or
// evaluations.
type Run struct {
	Time    float64
	Reached bool
}

// TimeToTarget returns the share of runs that reach the target within a given time. An unsuccessful
// run might have reached the target later, and runs may have different limits. TimeToTarget
// therefore uses the estimate of Kaplan and Meier [KAPM58]. If every unsuccessful run lasts longer
// than the last success, the estimate is the number of successes so far divided by the number of
// runs. If no run reached the target, the distribution has no points.
func TimeToTarget(runs []Run) (Distribution, error) {
	if err := checkRuns(runs); err != nil {
		return nil, err
	}
	sorted := slices.SortedFunc(slices.Values(runs), func(a, b Run) int { return cmp.Compare(a.Time, b.Time) })
	var shares Distribution
	missing := 1.0
	for first := 0; first < len(sorted); {
		end, reached := first, 0
		for ; end < len(sorted) && sorted[end].Time == sorted[first].Time; end++ {
			if sorted[end].Reached {
				reached++
			}
		}
		if reached > 0 {
			still := len(sorted) - first
			missing *= float64(still-reached) / float64(still)
			shares = append(shares, Point{sorted[first].Time, 1 - missing})
		}
		first = end
	}
	return shares, nil
}

// ExpectedTime returns the expected running time to the target if runs restart until one reaches
// it: the time of all runs divided by the number of successes [COCO21]. It is infinite without
// successes.
func ExpectedTime(runs []Run) (float64, error) {
	if err := checkRuns(runs); err != nil {
		return 0, err
	}
	time, reached := 0.0, 0
	for _, run := range runs {
		time += run.Time
		if run.Reached {
			reached++
		}
	}
	if reached == 0 {
		return math.Inf(1), nil
	}
	return time / float64(reached), nil
}

func checkRuns(runs []Run) error {
	if len(runs) == 0 {
		return errors.New("there are no runs")
	}
	for i, run := range runs {
		if !(run.Time >= 0) || math.IsInf(run.Time, 1) {
			return fmt.Errorf("run %d: the time is %v, expected a finite number, 0 or more", i+1, run.Time)
		}
	}
	return nil
}

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
