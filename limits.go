package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Limits end a search. The first one reached ends it, and the result says which. Zero
// values set no limit; without any limit, DefaultTimeLimit applies. A deadline of the
// context is a time limit like Time.
//
// The tags describe each limit once for requests, plans, flags and documentation.
type Limits struct {
	Time          time.Duration `json:"time_limit,omitempty" plan:"time" short:"t" suggest:"1s,10s,1m,10m" usage:"maximum time of the search"`
	Steps         int           `json:"max_steps,omitempty" plan:"steps" usage:"maximum number of steps; the same seed and number of steps give the same solution"`
	NoImprovement time.Duration `json:"no_improvement,omitempty" suggest:"1s,10s,1m" usage:"time without an improvement after which the search ends"`
	StallSteps    int           `json:"stall_steps,omitempty" usage:"steps without an improvement after which the search ends"`
	Target        *float64      `json:"target,omitempty" value:"cost" usage:"cost at which the search ends"`
	TargetGap     *float64      `json:"target_gap,omitempty" value:"gap" kind:"percent" suggest:"0.1%,1%,5%" usage:"gap to the best known cost at which the search ends, in percent"`
}

// Validate reports every limit that is negative or not finite, each as a *ParamError
// with the name in the limit's json tag.
func (l Limits) Validate() error {
	var faults []error
	for field, v := range reflect.ValueOf(l).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch value := v.Interface().(type) {
		case time.Duration:
			faults = append(faults, notNegative(name, value))
		case int:
			faults = append(faults, notNegative(name, value))
		case *float64:
			if value != nil && (math.IsNaN(*value) || math.IsInf(*value, 0)) {
				faults = append(faults, &ParamError{Name: name, Value: fmt.Sprint(*value), Expected: "a finite number"})
			}
		}
	}
	return errors.Join(faults...)
}

func notNegative[T int | time.Duration](name string, value T) error {
	if value >= 0 {
		return nil
	}
	return &ParamError{Name: name, Value: fmt.Sprint(value), Expected: "0 or more"}
}

// withoutTime returns the limits other than Time.
func (l Limits) withoutTime() Limits {
	l.Time = 0
	return l
}

// rules puts the limits together. A proven optimum ends the search, too, but is
// not a limit that anyone set.
func (s *Solver) rules(ctx context.Context) search.Stop {
	l := s.cfg.Limits
	var rules []search.Stop
	if over := s.over; over != "" { // the search that was saved had come to its end
		rules = append(rules, func(search.Progress) search.Verdict { return search.Verdict{Used: 1, Reason: over} })
	}
	if l.TargetGap != nil {
		rules = append(rules, s.atCost(s.known.Value+math.Abs(s.known.Value)**l.TargetGap/100))
	}
	if l.Target != nil {
		rules = append(rules, s.atCost(*l.Target))
	}
	if l.Steps > 0 {
		rules = append(rules, search.AfterSteps(l.Steps))
	}
	if l.NoImprovement > 0 {
		rules = append(rules, s.whenPrepared(search.Stalled(l.NoImprovement)))
	}
	if l.StallSteps > 0 {
		rules = append(rules, search.StalledSteps(l.StallSteps))
	}
	if s.cfg.StopWhen != nil {
		rules = append(rules, s.guarded(s.cfg.StopWhen))
	}
	s.limit = s.timeLimit(ctx)
	s.paced = s.pace(s.limit > 0)
	if s.limit > 0 {
		rule := search.After(s.limit)
		if l.Steps > 0 {
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
	limit := s.cfg.Limits.Time
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

// limited reports whether anything but time ends the search.
func (s *Solver) limited() bool {
	return s.over != "" || s.cfg.Limits.withoutTime() != (Limits{}) || s.cfg.StopWhen != nil
}

// pace says what a cooling schedule follows.
func (s *Solver) pace(limited bool) Pace {
	switch {
	case s.cfg.Limits.Steps > 0:
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
	if !short || s.info.N > small || s.cfg.Limits.Steps > 0 || !s.auto() {
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
