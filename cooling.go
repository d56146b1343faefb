package tourmaline

import (
	"context"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A cooling is the last phase of a search that was stopped early.
type cooling struct {
	since      time.Duration     // start of the cooling; 0 if the search was not stopped early
	acts       []stopwatch.Phase // times before the cooling, by activity
	stages     []stopwatch.Phase // times before the cooling, by stage
	checkpoint []byte            // checkpoint of the search before it cooled
	fault      error             // error that prevented the checkpoint
}

func (c *cooling) started() bool { return c.since > 0 }

const (
	// coolingShare limits the cooling time to 1/coolingShare of the search time.
	coolingShare = 4
	// coolingFrom is the minimum used share of the budget from which cooling starts. At this share
	// the temperature is one eighth of the initial temperature. A short cooling has no time to
	// start from a higher temperature.
	coolingFrom = 0.5
)

// coolingRule returns a rule that raises the used share of the budget from used, at time from, to
// 1, at time until. The rule then ends the search for the reason why.
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

// cools reports whether a search that ends for the given reason must cool first, because it is warm
// and its budget is not used up. A search paced by steps cools only after Stop, because the same
// seed must give the same solution and cooling is measured in time.
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

// cool continues a stopped search from the given progress until it is cold. The checkpoint remains
// the one from before the cooling.
func (s *Solver) cool(ctx context.Context, at search.Progress, yield func(search.Progress, error) bool) {
	why := at.Reason
	rules := s.startCooling(&at)
	s.observe(at)
	if !yield(at, nil) {
		return
	}
	at.Elapsed = s.elapsed() // includes the time spent in the observer
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

// startCooling saves the search and returns the stopping rules for its cooling.
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

// A halt is a request to stop a search early.
type halt struct {
	ctx     context.Context // done after the request
	request func()
}

func newHalt() halt {
	ctx, cancel := context.WithCancel(context.Background())
	return halt{ctx, cancel}
}

func (h halt) requested() bool { return h.ctx.Err() != nil }

// rule ends the search after the request. It is a search.Stop.
func (h halt) rule(search.Progress) search.Verdict {
	if !h.requested() {
		return search.Verdict{}
	}
	return search.Verdict{Used: 1, Reason: search.Interrupted}
}

// interrupt returns a context that is also cancelled by the request, so that a long step is
// interrupted, and a function that releases the context.
func (h halt) interrupt(ctx context.Context) (context.Context, func()) {
	within, cancel := context.WithCancel(ctx)
	detach := context.AfterFunc(h.ctx, cancel)
	return haltContext{within, ctx}, func() {
		detach()
		cancel()
	}
}

// A haltContext queries its parent on each call of Err, because a parent may return an error before
// its Done channel is closed.
type haltContext struct {
	context.Context
	parent context.Context
}

func (c haltContext) Err() error {
	if err := c.parent.Err(); err != nil {
		return err
	}
	return c.Context.Err()
}
