package tourmaline

import (
	"context"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// rules puts the limits together. A proven optimum ends the search, too, but is
// not a limit that anyone set.
func (s *Solver) rules(ctx context.Context) search.Stop {
	c := s.cfg
	var rules []search.Stop
	if over := s.over; over != "" { // the search that was saved had come to its end
		rules = append(rules, func(search.Progress) search.Verdict { return search.Verdict{Used: 1, Reason: over} })
	}
	if c.TargetGap != nil {
		rules = append(rules, s.atCost(s.known.Value+math.Abs(s.known.Value)**c.TargetGap/100))
	}
	if c.Target != nil {
		rules = append(rules, s.atCost(*c.Target))
	}
	if c.MaxSteps > 0 {
		rules = append(rules, search.AfterSteps(c.MaxSteps))
	}
	if c.NoImprovement > 0 {
		rules = append(rules, s.whenPrepared(search.Stalled(c.NoImprovement)))
	}
	if c.StallSteps > 0 {
		rules = append(rules, search.StalledSteps(c.StallSteps))
	}
	if c.Stop != nil {
		rules = append(rules, s.guarded(c.Stop))
	}
	s.limit = s.timeLimit(ctx)
	s.paced = s.pace(s.limit > 0)
	if s.limit > 0 {
		rule := search.After(s.limit)
		if c.MaxSteps > 0 {
			rule = search.Unpaced(rule)
		}
		rules = append(rules, rule, s.smallStall())
	}
	rules = append(rules, s.whenAsked)
	return search.Any(append(s.bounds(), rules...)...)
}

// bounds end the search at a cost that nothing goes below.
func (s *Solver) bounds() []search.Stop {
	if s.known != nil && s.known.Proven {
		return []search.Stop{search.AtBound(s.known.Value)}
	}
	if bound, ok := s.problem.task.bound(); ok {
		return []search.Stop{search.AtBound(bound)}
	}
	return nil
}

// TimeLimit is the time that limits the search, counted like all times: what was asked
// for, what the context of Steps leaves, or the default. 0 is none.
func (s *Solver) TimeLimit() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.limit
}

// guarded ends the search where a rule of the caller panics, which Steps then tells.
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

// atCost is search.AtCost without rounding.
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

// timeLimit is the smaller of what was asked for and what the context leaves, counted
// like all times; 0 is none. Without any limit it is DefaultTimeLimit.
func (s *Solver) timeLimit(ctx context.Context) time.Duration {
	limit := s.cfg.TimeLimit
	if deadline, ok := ctx.Deadline(); ok {
		left := max(s.last.Elapsed+time.Until(deadline), 1)
		if limit == 0 || left < limit {
			limit = left
		}
	}
	if limit == 0 && !s.limited() {
		limit = s.last.Elapsed - s.earlier + DefaultTimeLimit(s.info.N)
	}
	return limit
}

// limited tells whether anything but time ends the search.
func (s *Solver) limited() bool {
	c := s.cfg
	return s.over != "" || c.TargetGap != nil || c.Target != nil || c.MaxSteps > 0 || c.NoImprovement > 0 || c.StallSteps > 0 || c.Stop != nil
}

// pace says what a cooling schedule follows.
func (s *Solver) pace(limited bool) Pace {
	switch {
	case s.cfg.MaxSteps > 0:
		return PaceSteps
	case limited:
		return PaceTime
	}
	return PaceNone
}

// smallStall ends a search with a time limit for a short tour when nothing has improved for
// many steps: it has long found what it can find.
func (s *Solver) smallStall() search.Stop {
	const small, enough = 60, 300
	_, short := s.problem.task.(*tours)
	if !short || s.info.N > small || s.cfg.MaxSteps > 0 || !s.auto() {
		return func(search.Progress) search.Verdict { return search.Verdict{} }
	}
	return search.StalledSteps(enough)
}

// whenPrepared lets a rule wait until the search itself has begun: preparing a large
// instance takes longer than many a patience.
func (s *Solver) whenPrepared(rule search.Stop) search.Stop {
	return func(p search.Progress) search.Verdict {
		if !s.ready || p.Step == s.first {
			return search.Verdict{}
		}
		p.ImprovedAt = max(p.ImprovedAt, s.prepared)
		return rule(p)
	}
}
