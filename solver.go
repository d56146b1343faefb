package tourmaline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Solver is one run of a search that a program can observe. All methods except Steps may be
// called from any goroutine; most of them wait until the current step ends. The functions of a
// Definition or of a user-defined algorithm run within a step and must not call methods of the
// Solver.
type Solver struct {
	request
	halt  halt
	fault error // panic in Config.StopWhen

	mu         sync.Mutex // guards the fields below
	run        *run
	start      any // start solution; nil if not given
	timeline   timeline
	schedule   schedule
	stages     stopwatch.Stages
	trace      trace
	cooling    cooling
	resumption resumption
	bounding   bounding
}

// New creates a run; Steps executes it. If the algorithm is "auto", New picks it based on the
// limits in Config, because the deadline of the context passed to Steps is not known yet.
func New(p Problem, cfg Config) (*Solver, error) { return create(context.Background(), p, cfg) }

// create creates a run. The context deadline influences the choice of the algorithm.
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

// createRun creates the run, starting from init unless it is nil.
func (s *Solver) createRun(init any) (err error) {
	s.run, err = s.newRun(init)
	s.start = init
	return err
}

// Steps runs the search and yields the progress after every step. Breaking out of the loop ends the
// search; Result then still returns the best solution so far. A Solver can run only once.
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

// launch returns the progress from which the search continues, and the rules that end it. A
// deadline that has already passed is not an error: it counts as a time limit that has been
// reached.
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

// close releases the device. It first saves the state of a run on the device.
func (s *Solver) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run.device != nil && s.resumption.state == nil && !s.cooling.started() {
		s.resumption.checkpoint, _ = s.encode()
	}
	_ = s.run.close()
	s.timeline.closed = true
}

// observe records the progress fields that the loop over the steps sets.
func (s *Solver) observe(p search.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := &s.timeline.last
	last.Reason, last.Elapsed, last.Cooling, last.CooledAt = p.Reason, p.Elapsed, p.Cooling, p.CooledAt
}

// Stop ends the search as interrupted, after it has cooled; see Config.Cooling. Cancelling the
// context passed to Steps ends the search without cooling. Stop returns immediately and may be
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

// Best returns a snapshot of the best solution so far, in the problem's type.
func (s *Solver) Best() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.Best()
}

// Immigrate offers the search a solution found elsewhere. It checks the solution and computes its
// cost, accepts it if it is better than the best so far, and reports whether it was accepted.
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
		s.trace.removeBelow(s.timeline.last.Cost)
		s.trace.add(s.timeline.last)
	}
}

// A stepper is the search.Searcher that Steps drives. It locks the solver for each call.
type stepper struct{ *Solver }

func (l stepper) Step(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.stages.Time(ctx, l.run.stage(), l.run.Step)
	if ctx.Err() == nil || !search.Ended(err) {
		l.timeline.last.Step++
	}
	switch {
	case errors.Is(err, search.ErrOptimal):
		l.timeline.over = search.Optimal
	case errors.Is(err, search.ErrExhausted):
		l.timeline.over = search.Stall
	}
	l.update()
	return err
}

// Prepare prepares the run, and then restores its state if the run was resumed.
func (l stepper) Prepare(ctx context.Context) (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &l.timeline
	if t.prepared {
		return true, nil
	}
	err = l.stages.Time(ctx, preparing, func(ctx context.Context) error {
		if done, err = l.run.Prepare(ctx); err == nil && done && l.needsBound() {
			err = l.raiseBound(ctx)
			done = !l.needsBound()
		}
		return err
	})
	if err == nil && done && l.resumption.state != nil {
		err = l.restore()
	}
	l.update()
	if done && err == nil {
		t.prepared, t.preparedAt, t.preparedStep = true, t.last.Elapsed, t.last.Step
		t.preparedActs = slices.Clone(l.run.phases())
	}
	return done, err
}

func (l stepper) Cost() float64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.run.Cost()
}

func (l stepper) Pace(used float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.schedule.used = used
	l.run.pace(used)
}
