package tourmaline

import (
	"context"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// Stop asks the search to end, as if interrupted, after it has cooled; see
// Config.Cooling. Cancelling the context of Steps ends it without that. Stop does not wait
// for anything, and may be called at any time and from any goroutine.
func (s *Solver) Stop() { s.stop() }

// whenAsked is the rule that ends the search after Stop.
func (s *Solver) whenAsked(search.Progress) search.Verdict {
	if s.asked.Err() == nil {
		return search.Verdict{}
	}
	return search.Verdict{Used: 1, Reason: search.Interrupted}
}

// stoppable is a context that Stop ends, so that a long step is cut short.
func (s *Solver) stoppable(ctx context.Context) (context.Context, func()) {
	within, cancel := context.WithCancel(ctx)
	forget := context.AfterFunc(s.asked, cancel)
	return stoppable{within, ctx}, func() {
		forget()
		cancel()
	}
}

// A stoppable context ends with another one, whose Err is asked each time: it may know
// before it has told.
type stoppable struct {
	context.Context
	other context.Context
}

func (s stoppable) Err() error {
	if err := s.other.Err(); err != nil {
		return err
	}
	return s.Context.Err()
}

// A cooling is the end of a search that has stopped early.
type cooling struct {
	began  time.Duration     // 0: the search has not stopped early
	acts   []stopwatch.Phase // what the time before went into …
	stages []stopwatch.Phase // … and when
	saved  []byte            // the checkpoint of the search before it …
	fault  error             // … or why there is none
}

// cools tells whether a search that ends for some reason is to cool: its budget is not
// used up and it is warm. A rule ends a search that is paced by steps without that,
// because the same seed must give the same solution, and a cooling takes some time
// instead of some steps.
func (s *Solver) cools(ctx context.Context, why search.Reason) bool {
	switch why {
	case "", search.Time, search.StepsDone, search.Optimal:
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	repeatable := s.paced == PaceSteps && s.asked.Err() == nil
	return s.cfg.Cooling > 0 && !repeatable && ctx.Err() == nil && s.ready && s.over == "" && s.fault == nil && s.run.Warm()
}

const (
	// coolingShare is the part of its time that a search may go on for to cool: a quarter.
	coolingShare = 4
	// coolingFrom is the least share of the budget that a cooling begins at, where the heat
	// is an eighth of that at first: a short cooling has no time for more.
	coolingFrom = 0.5
)

// cool lets a search that has stopped at some progress go on from at most its present heat
// to none. Its checkpoint stays that of the search before.
func (s *Solver) cool(ctx context.Context, at search.Progress, yield func(search.Progress, error) bool) {
	why := at.Reason
	rules := s.beginCooling(&at)
	s.observe(at)
	if !yield(at, nil) {
		return
	}
	at.Elapsed = s.now() // what the observer took counts
	for p, err := range search.Continue(ctx, search.Searcher[any](locked{s}), rules, at) {
		if p.Reason != "" && p.Reason != search.Optimal {
			p.Reason = why
		}
		s.observe(p)
		if !yield(p, err) {
			return
		}
	}
}

// now is the time that the search has taken.
func (s *Solver) now() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.elapsed()
}

// beginCooling saves the search, and says how it cools.
func (s *Solver) beginCooling(at *search.Progress) search.Stop {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cooling = cooling{began: at.Elapsed, acts: slices.Clone(s.run.phases()), stages: slices.Clone(s.stages.Phases())}
	s.cooling.saved, s.cooling.fault = s.checkpoint()
	at.Elapsed = s.elapsed()
	within := min(s.cfg.Cooling, at.Elapsed/coolingShare)
	if s.limit > 0 {
		within = min(within, s.limit-at.Elapsed)
	}
	at.Reason, at.Cooling, at.CooledAt = "", at.Reason, at.Elapsed+within
	rules := append(s.bounds(), search.Cooling(at.Elapsed, max(s.used, coolingFrom), at.CooledAt, at.Cooling))
	if s.cfg.Limits.Steps > 0 {
		rules = append(rules, search.AfterSteps(s.cfg.Limits.Steps))
	}
	return search.Any(rules...)
}
