package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Solver is one run of a search that a program can observe. All methods but Steps may be
// called from any goroutine; they wait for the end of a step. The functions of a
// Definition or of an own algorithm run within a step and must not call them.
type Solver struct {
	request
	halt  halt
	fault error // a panic in Config.StopWhen

	mu         sync.Mutex // guards the fields below
	run        *run
	start      any // the solution to start from; nil: none
	timeline   timeline
	schedule   schedule
	stages     stopwatch.Stages
	trace      trace
	cooling    cooling
	resumption resumption
}

// New creates a run; Steps does the work. If the algorithm is "auto", New picks it by the
// limits of Config: a deadline of the context of Steps is not known yet.
func New(p Problem, cfg Config) (*Solver, error) { return create(context.Background(), p, cfg) }

// create creates a run whose algorithm is picked with the deadline of a context.
func create(ctx context.Context, p Problem, cfg Config) (*Solver, error) {
	s, err := newSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	if err := s.choose(s.pick(ctx)); err != nil {
		return nil, err
	}
	if err := s.createRun(s.cfg.Init); err != nil {
		return nil, err
	}
	s.timeline.last = search.Progress{Elapsed: s.timeline.elapsed(), Cost: s.run.Cost()}
	s.timeline.last.ImprovedAt = s.timeline.last.Elapsed
	s.trace.add(s.timeline.last)
	return s, nil
}

// newSolver returns a solver without an algorithm.
func newSolver(p Problem, cfg Config) (*Solver, error) {
	r, err := newRequest(p, cfg)
	if err != nil {
		return nil, err
	}
	return &Solver{request: r, halt: newHalt(), timeline: timeline{began: r.cfg.Began}}, nil
}

// createRun creates the run, starting from a solution if there is one.
func (s *Solver) createRun(init any) (err error) {
	s.run, err = s.newRun(init)
	s.start = init
	return err
}

// Steps runs the search and yields the progress after every step. Breaking out of the loop
// ends the search; Result returns the best solution so far in any case. A Solver runs
// once.
func (s *Solver) Steps(ctx context.Context) iter.Seq2[search.Progress, error] {
	return func(yield func(search.Progress, error) bool) {
		from, rules, err := s.launch(ctx)
		if err != nil {
			yield(from, err)
			return
		}
		defer s.close()
		until, release := s.halt.interrupt(ctx)
		defer release()
		for p, err := range search.Continue(until, search.Searcher[any](stepper{s}), rules, from) {
			if err == nil && s.cools(ctx, p.Reason) {
				s.cool(ctx, p, yield)
				return
			}
			s.observe(p)
			if err == nil {
				err = s.fault
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// launch returns the progress from which the search continues, and the rules that end it.
// A deadline that has passed is a time limit that was reached, not an error.
func (s *Solver) launch(ctx context.Context) (search.Progress, search.Stop, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.timeline
	if t.started {
		return t.last, nil, errors.New("the search has already run: create a new Solver")
	}
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return t.last, nil, fmt.Errorf("the search made no step: %w", err)
	}
	t.started, t.startedAt = true, t.elapsed()
	t.last.Elapsed = t.startedAt
	return t.last, s.rules(ctx), nil
}

// close releases the device, after saving the state of a run on it.
func (s *Solver) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run.device != nil && s.resumption.state == nil && !s.cooling.started() {
		s.resumption.checkpoint, _ = s.encode()
	}
	_ = s.run.close()
	s.timeline.closed = true
}

// observe records the parts of a progress that only the driver determines.
func (s *Solver) observe(p search.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := &s.timeline.last
	last.Reason, last.Elapsed, last.Cooling, last.CooledAt = p.Reason, p.Elapsed, p.Cooling, p.CooledAt
}

// Stop ends the search as if interrupted, after it has cooled; see Config.Cooling.
// Cancelling the context of Steps ends it without cooling. Stop returns at once and may be
// called at any time from any goroutine.
func (s *Solver) Stop() { s.halt.request() }

// Problem returns the problem being solved.
func (s *Solver) Problem() Problem { return s.problem }

// Progress returns the state of the search after the last step.
func (s *Solver) Progress() search.Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.timeline.last
}

func (s *Solver) elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.timeline.elapsed()
}

// Best returns a snapshot of the best solution so far, of the problem's type.
func (s *Solver) Best() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.Best()
}

// Immigrate offers a solution found elsewhere. It checks and costs the solution, uses it
// if it is better than the best so far, and reports whether it is.
func (s *Solver) Immigrate(solution any) (taken bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resumption.state != nil {
		if taken, err = s.run.hold(solution); taken {
			s.resumption.offered = solution
		}
	} else {
		taken, err = s.run.immigrate(solution)
	}
	if taken && !s.timeline.prepared {
		s.start = solution
	}
	s.update()
	return taken, err
}

// update updates the progress and the trace.
func (s *Solver) update() {
	if s.timeline.update(s.run.Cost()) {
		s.trace.add(s.timeline.last)
	}
}
