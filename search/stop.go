package search

import (
	"math"
	"time"
)

// Progress is the state of a search after a step.
type Progress struct {
	Step       int           // steps done
	Elapsed    time.Duration // since the search started
	Cost       float64       // of the best solution
	Improved   int           // the step that found it; 0 = known before the first step
	ImprovedAt time.Duration // when that step ended
	Reason     Reason        // why the search ended; empty while it continues
	Cooling    Reason        // why it will end once it has cooled; empty before that
	CooledAt   time.Duration // when it will have cooled
}

// A Reason is why a search ended, as results show it.
type Reason string

// The reasons.
const (
	Time        Reason = "time"
	StepsDone   Reason = "steps"
	Stall       Reason = "stalled"
	Target      Reason = "target"
	Interrupted Reason = "interrupted"
	Optimal     Reason = "optimal"
)

// A Verdict is the answer of a stop rule: the used share of the budget (0 without a
// budget) and whether to stop.
type Verdict struct {
	Used   float64
	Reason Reason        // empty: continue
	Until  time.Duration // the elapsed time that stops it, even within a step; 0: none
}

// A Stop is a stop rule: a pure function of the progress.
type Stop func(Progress) Verdict

// After stops when limit has elapsed.
func After(limit time.Duration) Stop {
	return func(p Progress) Verdict {
		v := spent(float64(p.Elapsed), float64(limit), Time)
		v.Until = max(limit, 1)
		return v
	}
}

// AfterSteps stops after limit steps.
func AfterSteps(limit int) Stop {
	return func(p Progress) Verdict { return spent(float64(p.Step), float64(limit), StepsDone) }
}

func spent(used, limit float64, why Reason) Verdict {
	if used >= limit {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{Used: used / limit}
}

// Stalled stops after limit without an improvement.
func Stalled(limit time.Duration) Stop {
	return func(p Progress) Verdict { return when(p.Elapsed-p.ImprovedAt >= limit, Stall) }
}

// StalledSteps stops after limit steps without an improvement.
func StalledSteps(limit int) Stop {
	return func(p Progress) Verdict { return when(p.Step-p.Improved >= limit, Stall) }
}

// AtCost stops when the cost is at most target.
func AtCost(target float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= target, Target) }
}

// AtBound stops when the cost is at most a proven lower bound.
func AtBound(bound float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= bound, Optimal) }
}

func when(stop bool, why Reason) Verdict {
	if stop {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{}
}

// Any stops when any rule stops. The first one, in the order given, determines the
// reason. Without rules it never stops.
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

// Unpaced hides the used share of a rule's budget. A search that is paced by its steps, or
// by nothing, gives the same solution on machines of any speed.
func Unpaced(rule Stop) Stop {
	return func(p Progress) Verdict {
		v := rule(p)
		if v.Reason == "" {
			v.Used = 0
		}
		return v
	}
}
