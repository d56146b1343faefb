package search_test

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// TestRules checks the verdict of every rule just before it fires, when it fires, and afterwards.
func TestRules(t *testing.T) {
	const s = time.Second
	long, short := search.After(8*s), search.After(4*s)
	for name, c := range map[string]struct {
		rule search.Stop
		at   search.Progress
		want search.Verdict
	}{
		"time left":            {long, search.Progress{Elapsed: 2 * s}, search.Verdict{Used: 0.25, Until: 8 * s}},
		"unpaced":              {search.Unpaced(long), search.Progress{Elapsed: 2 * s}, search.Verdict{Until: 8 * s}},
		"unpaced, time over":   {search.Unpaced(long), search.Progress{Elapsed: 8 * s}, search.Verdict{Used: 1, Reason: search.Time, Until: 8 * s}},
		"time over":            {long, search.Progress{Elapsed: 8 * s}, search.Verdict{Used: 1, Reason: search.Time, Until: 8 * s}},
		"no time":              {search.After(0), search.Progress{}, search.Verdict{Used: 1, Reason: search.Time, Until: 1}},
		"less than no time":    {search.After(-s), search.Progress{}, search.Verdict{Used: 1, Reason: search.Time, Until: 1}},
		"steps left":           {search.AfterSteps(4), search.Progress{Step: 3}, search.Verdict{Used: 0.75}},
		"steps done":           {search.AfterSteps(4), search.Progress{Step: 5}, search.Verdict{Used: 1, Reason: search.StepsDone}},
		"not stalled yet":      {search.Stalled(3 * s), search.Progress{Elapsed: 7*s - 1, ImprovedAt: 4 * s}, search.Verdict{}},
		"stalled":              {search.Stalled(3 * s), search.Progress{Elapsed: 7 * s, ImprovedAt: 4 * s}, search.Verdict{Used: 1, Reason: search.Stall}},
		"steps not stalled":    {search.StalledSteps(3), search.Progress{Step: 6, Improved: 4}, search.Verdict{}},
		"steps stalled":        {search.StalledSteps(3), search.Progress{Step: 7, Improved: 4}, search.Verdict{Used: 1, Reason: search.Stall}},
		"above the target":     {search.AtCost(5), search.Progress{Cost: 5.5}, search.Verdict{}},
		"at the target":        {search.AtCost(5), search.Progress{Cost: 5}, search.Verdict{Used: 1, Reason: search.Target}},
		"above the bound":      {search.AtBound(5), search.Progress{Cost: 5.5}, search.Verdict{}},
		"at the bound":         {search.AtBound(5), search.Progress{Cost: 5}, search.Verdict{Used: 1, Reason: search.Optimal}},
		"no rules":             {search.Any(), search.Progress{Step: 9, Elapsed: s}, search.Verdict{}},
		"the shorter is first": {search.Any(short, long), search.Progress{Elapsed: s}, search.Verdict{Used: 0.25, Until: 4 * s}},
		"the shorter is last":  {search.Any(long, short), search.Progress{Elapsed: s}, search.Verdict{Used: 0.25, Until: 4 * s}},
		"one has no time":      {search.Any(search.AfterSteps(10), long, search.AtCost(1)), search.Progress{Step: 5, Elapsed: s, Cost: 2}, search.Verdict{Used: 0.5, Until: 8 * s}},
		"a later rule fires":   {search.Any(long, search.AtCost(1), search.AfterSteps(1)), search.Progress{Step: 1, Elapsed: s, Cost: 1}, search.Verdict{Used: 1, Reason: search.Target}},
	} {
		if got := c.rule(c.at); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
