package tourmaline

import (
	"context"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Values of Result.Pace, the basis of the cooling schedule. With steps, the same seed and limit
// give the same solution; with time, the solution depends on the machine. A run without a step
// limit or time limit does not cool.
const (
	paceSteps = "steps"
	paceTime  = "time"
	paceNone  = "none"
)

// A schedule is the budget of a run.
type schedule struct {
	pace  string
	limit time.Duration // 0 if there is no limit
	used  float64       // used share of the budget, as last passed to the run
}

// rules sets the schedule and returns the rules that end the search.
func (s *Solver) rules(ctx context.Context) search.Stop {
	l := s.cfg.Limits
	rules := s.bounds()
	if over := s.timeline.over; over != "" { // the saved search had already ended
		rules = append(rules, func(search.Progress) search.Verdict { return search.Verdict{Used: 1, Reason: over} })
	}
	if l.TargetGap != nil {
		rules = append(rules, s.atGap(*l.TargetGap))
	}
	if l.Target != nil {
		rules = append(rules, s.atCost(*l.Target))
	}
	if l.Steps > 0 {
		rules = append(rules, search.AfterSteps(l.Steps))
	}
	if l.NoImprovement > 0 {
		rules = append(rules, s.oncePrepared(search.Stalled(l.NoImprovement)))
	}
	if l.StallSteps > 0 {
		rules = append(rules, search.StalledSteps(l.StallSteps))
	}
	if s.cfg.StopWhen != nil {
		rules = append(rules, s.guarded(s.cfg.StopWhen))
	}
	return search.Any(append(append(rules, s.timeRules(ctx)...), s.halt.rule)...)
}

// timeRules sets the schedule and returns the rules that depend on a time limit.
func (s *Solver) timeRules(ctx context.Context) []search.Stop {
	s.schedule = schedule{pace: paceNone, limit: limitOf(ctx, s.cfg, s.timeline, s.info.N)}
	paced := s.cfg.Limits.Steps > 0
	if paced {
		s.schedule.pace = paceSteps
	}
	if s.schedule.limit == 0 {
		return nil
	}
	rule := search.After(s.schedule.limit)
	if paced {
		return []search.Stop{search.Unpaced(rule)}
	}
	s.schedule.pace = paceTime
	return []search.Stop{rule}
}

// atGap returns a rule that ends the search at a gap to the best known cost. If there is none, it
// uses the computed lower bound.
func (s *Solver) atGap(percent float64) search.Stop {
	if s.known == nil {
		return s.atLower(percent, s.atCost)
	}
	return s.atCost(s.known.Value + math.Abs(s.known.Value)*percent/100)
}

// bounds returns rules that end the search at a proven lower bound of the cost.
func (s *Solver) bounds() []search.Stop {
	if s.known != nil && s.known.Proven {
		return []search.Stop{search.AtBound(s.known.Value)}
	}
	rules := []search.Stop{s.atLower(0, search.AtBound)}
	if bound, ok := s.problem.task.bound(); ok {
		rules = append(rules, search.AtBound(bound))
	}
	return rules
}

// guarded returns a rule that calls the caller's rule and ends the search if that rule panics.
// Steps reports the panic.
func (s *Solver) guarded(rule search.Stop) search.Stop {
	return func(p search.Progress) (v search.Verdict) {
		defer func() {
			if s.fault != nil {
				v = search.Verdict{Reason: search.Interrupted}
			}
		}()
		defer catch(&s.fault)
		return rule(p)
	}
}

// atCost is like search.AtCost, but compares target with the cost computed from scratch, without
// rounding.
func (s *Solver) atCost(target float64) search.Stop {
	rule := search.AtCost(target)
	return func(p search.Progress) search.Verdict {
		v := rule(p)
		if v.Reason == "" {
			return v
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, cost, err := s.run.judge(p.Cost); err != nil || cost > target {
			return search.Verdict{}
		}
		return v
	}
}

// limitOf returns the time limit of a run, counted from Config.Began: the smaller of Limits.Time
// and the time until the context deadline. Without any limit, limitOf returns DefaultTimeLimit. If
// only other limits are set, it returns 0.
func limitOf(ctx context.Context, cfg Config, t timeline, n int) time.Duration {
	limit := cfg.Limits.Time
	if deadline, ok := ctx.Deadline(); ok {
		left := max(t.last.Elapsed+time.Until(deadline), 1)
		if limit == 0 || left < limit {
			limit = left
		}
	}
	limited := t.over != "" || cfg.Limits != (Limits{}) || cfg.StopWhen != nil
	if limit == 0 && !limited {
		limit = t.last.Elapsed - t.earlier + DefaultTimeLimit(n)
	}
	return limit
}

// oncePrepared returns a rule that applies rule only after the first step. The time without an
// improvement counts from the end of the preparation at the earliest, because the preparation takes
// long on large instances.
func (s *Solver) oncePrepared(rule search.Stop) search.Stop {
	return func(p search.Progress) search.Verdict {
		if !s.timeline.prepared || p.Step == s.timeline.preparedStep {
			return search.Verdict{}
		}
		p.ImprovedAt = max(p.ImprovedAt, s.timeline.preparedAt)
		return rule(p)
	}
}
