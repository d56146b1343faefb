package search

import (
	"math"
	"time"
)

// Progress says how far a search has come.
type Progress struct {
	Step       int           // steps done
	Elapsed    time.Duration // since the search began
	Cost       float64       // of the best solution
	Improved   int           // the step that found it; 0 = it was there before the first step
	ImprovedAt time.Duration // when that step ended
	Reason     Reason        // why the search ends here; empty while it goes on
	Cooling    Reason        // why it ends soon, as soon as it has cooled; empty before that
	CooledAt   time.Duration // when it will have cooled
}

// A Reason says why a search ended. The words appear in results as they are.
type Reason string

// The reasons a search can end for.
const (
	Time        Reason = "time"
	StepsDone   Reason = "steps"
	Stall       Reason = "stalled"
	Target      Reason = "target"
	Interrupted Reason = "interrupted"
	Optimal     Reason = "optimal"
)

// A Verdict is what a stop rule thinks of a progress: which share of the
// budget is used (0 where the rule has no budget), and whether to stop.
type Verdict struct {
	Used   float64
	Reason Reason        // empty: go on
	Until  time.Duration // the elapsed time that stops it, even within a step; 0: none
}

// A Stop is a stop rule, a pure function of the progress.
type Stop func(Progress) Verdict

// After stops when limit has elapsed.
func After(limit time.Duration) Stop {
	return func(p Progress) Verdict {
		v := spent(float64(p.Elapsed), float64(limit), Time)
		v.Until = max(limit, 1)
		return v
	}
}

// AfterSteps stops after that many steps.
func AfterSteps(limit int) Stop {
	return func(p Progress) Verdict { return spent(float64(p.Step), float64(limit), StepsDone) }
}

func spent(used, limit float64, why Reason) Verdict {
	if used >= limit {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{Used: used / limit}
}

// Cooling ends a search that stops before its budget is used: it paces the search from the
// share that was used at some time to the whole, and stops for the reason given when it
// has cooled.
func Cooling(from time.Duration, used float64, cooled time.Duration, why Reason) Stop {
	return func(p Progress) Verdict {
		v := spent(float64(p.Elapsed-from), float64(cooled-from), why)
		v.Used = used + (1-used)*v.Used
		v.Until = max(cooled, 1)
		return v
	}
}

// Stalled stops when the last improvement is that long ago.
func Stalled(limit time.Duration) Stop {
	return func(p Progress) Verdict { return when(p.Elapsed-p.ImprovedAt >= limit, Stall) }
}

// StalledSteps stops after that many steps without an improvement.
func StalledSteps(limit int) Stop {
	return func(p Progress) Verdict { return when(p.Step-p.Improved >= limit, Stall) }
}

// AtCost stops when the cost is no more than target.
func AtCost(target float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= target, Target) }
}

// AtBound stops when the cost is no more than a proven lower bound: there is
// nothing left to find.
func AtBound(bound float64) Stop {
	return func(p Progress) Verdict { return when(p.Cost <= bound, Optimal) }
}

func when(stop bool, why Reason) Verdict {
	if stop {
		return Verdict{Used: 1, Reason: why}
	}
	return Verdict{}
}

// Any combines rules with OR: the first that fires, in the order given, names
// the reason. Without rules it never stops.
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

// Unpaced keeps the share of the budget that a rule sees to itself: a search that is paced
// by its steps, or by nothing, gives the same solution again, however fast the machine is.
func Unpaced(rule Stop) Stop {
	return func(p Progress) Verdict {
		v := rule(p)
		if v.Reason == "" {
			v.Used = 0
		}
		return v
	}
}
