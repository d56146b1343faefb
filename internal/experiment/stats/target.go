package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

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
// runs. It has no points if no run reached the target.
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
