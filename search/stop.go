package search

import (
	"math"
	"time"
)

// Progress is the state of a search after a step.
type Progress struct {
	Step    int           // number of completed steps
	Elapsed time.Duration // time since the search started
	Cost    float64       // cost of the best solution
	// step that found the best solution; 0 if it was known before the first step
	Improved   int
	ImprovedAt time.Duration // time at which that step ended
	Reason     Reason        // reason why the search ended; empty while it continues
	// reason why the search will end once it has cooled; empty until cooling starts
	Cooling  Reason
	CooledAt time.Duration // time at which the search will have cooled
}

// A Reason states why a search ended, as shown in results.
type Reason string

// The reasons why a search ends.
const (
	Time        Reason = "time"
	StepsDone   Reason = "steps"
	Stall       Reason = "stalled"
	Target      Reason = "target"
	Interrupted Reason = "interrupted"
	Optimal     Reason = "optimal"
)

// A Verdict is the result of a stop rule: the used share of the budget (0 without a budget) and
// whether to stop.
type Verdict struct {
	Used   float64
	Reason Reason // empty to continue
	// elapsed time at which the search stops, even within a step; 0 for no limit
	Until time.Duration
}

// A Stop is a stop rule: a pure function of the progress.
type Stop func(Progress) Verdict

// After returns a rule that stops when limit has elapsed.
func After(limit time.Duration) Stop {
	return func(p Progress) Verdict {
		v := spent(float64(p.Elapsed), float64(limit), Time)
		v.Until = max(limit, 1)
		return v
	}
}

// AfterSteps returns a rule that stops after limit steps.
func AfterSteps(limit int) Stop {
	return func(p Progress) Verdict { return spent(float64(p.Step), float64(limit), StepsDone) }
}

func spent(used, limit float64, why Reason) Verdict {
	if used >= limit {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{Used: used / limit}
}

// Stalled returns a rule that stops when the search has not improved for limit.
func Stalled(limit time.Duration) Stop {
	return func(p Progress) Verdict { return when(p.Elapsed-p.ImprovedAt >= limit, Stall) }
}

// StalledSteps returns a rule that stops after limit steps without an improvement.
func StalledSteps(limit int) Stop {
	return func(p Progress) Verdict { return when(p.Step-p.Improved >= limit, Stall) }
}

// AtCost returns a rule that stops when the cost is at most target.
func AtCost(target float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= target, Target) }
}

// AtBound returns a rule that stops when the cost is at most a proven lower bound.
func AtBound(bound float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= bound, Optimal) }
}

func when(stop bool, why Reason) Verdict {
	if stop {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{}
}

// Any returns a rule that stops when any of the given rules stops. The first such rule, in the
// given order, determines the reason. Without rules, it never stops.
func Any(rules ...Stop) Stop {
	return func(p Progress) Verdict {
		var all Verdict
		for _, rule := range rules {
			v := rule(p)
			if v.Reason != "" {
				return v
			}
			all.Used = math.Max(all.Used, v.Used)
			if v.Until > 0 && (all.Until == 0 || v.Until < all.Until) {
				all.Until = v.Until
			}
		}
		return all
	}
}

// Unpaced hides the used share of a rule's budget. A search that is paced by its steps, or not
// paced, finds the same solution on machines of any speed.
func Unpaced(rule Stop) Stop {
	return func(p Progress) Verdict {
		v := rule(p)
		if v.Reason == "" {
			v.Used = 0
		}
		return v
	}
}
