package tourmaline

import (
	"context"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A cooling is the end of a search that was stopped early.
type cooling struct {
	since      time.Duration     // when it started; 0: the search was not stopped early
	acts       []stopwatch.Phase // times until then, by act …
	stages     []stopwatch.Phase // … and by stage
	checkpoint []byte            // of the search before it cooled …
	fault      error             // … or why there is none
}

func (c *cooling) started() bool { return c.since > 0 }

const (
	// coolingShare is the inverse of the share of its time that a search may spend cooling.
	coolingShare = 4
	// coolingFrom is the least share of the budget at which cooling starts. The temperature
	// there is an eighth of the initial one; a short cooling has no time for more.
	coolingFrom = 0.5
)

// coolingRule paces a search from the share of the budget used at a time to the whole, and
// ends it for the given reason.
func coolingRule(from time.Duration, used float64, until time.Duration, why search.Reason) search.Stop {
	return func(p search.Progress) search.Verdict {
		v := search.Verdict{Used: 1, Until: max(until, 1)}
		if p.Elapsed >= until {
			v.Reason = why
			return v
		}
		v.Used = used + (1-used)*float64(p.Elapsed-from)/float64(until-from)
		return v
	}
}

// cools reports whether a search that ends for a reason must cool first: it is warm and
// its budget is not used up. A search paced by steps cools only after Stop, because the
// same seed must give the same solution and cooling is measured in time.
func (s *Solver) cools(ctx context.Context, why search.Reason) bool {
	switch why {
	case "", search.Time, search.StepsDone, search.Optimal:
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cfg.Cooling == 0 || s.schedule.pace == paceSteps && !s.halt.requested() {
		return false
	}
	running := s.timeline.prepared && s.timeline.over == "" && s.fault == nil && ctx.Err() == nil
	return running && s.run.warm()
}

// cool continues a search that was stopped at a progress until it is cold. Its checkpoint
// remains that of the search before it cooled.
func (s *Solver) cool(ctx context.Context, at search.Progress, yield func(search.Progress, error) bool) {
	why := at.Reason
	rules := s.startCooling(&at)
	s.observe(at)
	if !yield(at, nil) {
		return
	}
	at.Elapsed = s.elapsed() // includes the time of the observer
	for p, err := range search.Continue(ctx, search.Searcher[any](stepper{s}), rules, at) {
		if p.Reason != "" && p.Reason != search.Optimal {
			p.Reason = why
		}
		s.observe(p)
		if !yield(p, err) {
			return
		}
	}
}

// startCooling saves the search and returns the rules by which it cools.
func (s *Solver) startCooling(at *search.Progress) search.Stop {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cooling = cooling{since: at.Elapsed, acts: slices.Clone(s.run.phases()), stages: slices.Clone(s.stages.Phases())}
	s.cooling.checkpoint, s.cooling.fault = s.encode()
	at.Elapsed = s.timeline.elapsed()
	within := min(s.cfg.Cooling, at.Elapsed/coolingShare)
	if s.schedule.limit > 0 {
		within = min(within, s.schedule.limit-at.Elapsed)
	}
	at.Reason, at.Cooling, at.CooledAt = "", at.Reason, at.Elapsed+within
	rules := append(s.bounds(), coolingRule(at.Elapsed, max(s.schedule.used, coolingFrom), at.CooledAt, at.Cooling))
	if s.cfg.Limits.Steps > 0 {
		rules = append(rules, search.AfterSteps(s.cfg.Limits.Steps))
	}
	return search.Any(rules...)
}
