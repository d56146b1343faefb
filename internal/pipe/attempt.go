package pipe

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/search"
)

// An attempt is the run of a job.
type attempt struct {
	session *session
	id      string
	ctx     context.Context // its end ends the search without cooling
	abort   context.CancelCauseFunc

	mu     sync.Mutex
	solver *tourmaline.Solver // nil until the search starts
}

func newAttempt(s *session, id string) *attempt {
	a := &attempt{session: s, id: id}
	a.ctx, a.abort = context.WithCancelCause(s.ctx)
	return a
}

var errCancelled = &job.Fault{Code: cancelled, Detail: "the job was cancelled before its search had a solution"}

// cancel ends the search after it has cooled, or prevents its start.
func (a *attempt) cancel() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.solver == nil {
		a.abort(errCancelled)
		return
	}
	a.solver.Stop()
}

// run registers the solver, so that cancel can stop it.
func (a *attempt) run(solver *tourmaline.Solver) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.solver = solver
	return a.stopped()
}

// stopped returns an error if the attempt has been cancelled.
func (a *attempt) stopped() error {
	if a.ctx.Err() != nil {
		return errCancelled
	}
	return nil
}

// solve waits for a free slot and runs the job.
func (a *attempt) solve(request []byte) (*tourmaline.Result, error) {
	call, err := job.DecodeCall(request)
	if err != nil {
		return nil, err
	}
	cfg, err := call.Config()
	if err != nil {
		return nil, err
	}
	select {
	case a.session.slots <- struct{}{}:
		defer func() { <-a.session.slots }()
	case <-a.ctx.Done():
		return nil, errCancelled
	}
	cfg.Began = time.Now()
	solver, err := a.prepare(&call, cfg)
	if err != nil {
		return nil, err
	}
	if err := a.run(solver); err != nil {
		return nil, err
	}
	return a.search(solver, call.Progress)
}

// prepare reads the instance and the start solution.
func (a *attempt) prepare(call *job.Call, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	file, err := a.read(call.Path)
	if err != nil {
		return nil, err
	}
	input, err := call.Open(file, job.Limits{})
	if err != nil {
		return nil, err
	}
	if start := call.StartFrom.Given(); start != nil {
		if cfg.Init, _, err = input.ReadStart(start); err != nil {
			return nil, job.BadStart(call.StartFrom, err)
		}
	}
	return tourmaline.New(input.Problem, cfg)
}

// read reads a file unless the path is empty. Cancelling the job ends the reading.
func (a *attempt) read(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	data, err := budget.FileUntil(a.ctx, path, func(r io.Reader, _ string) ([]byte, error) { return budget.ReadAll(r, budget.Held) })
	if err == nil {
		return data, nil
	}
	if stopped := a.stopped(); stopped != nil {
		return nil, stopped
	}
	return nil, &job.Fault{Code: job.BadField, Field: "path", Detail: "path: " + budget.Message(err.Error())}
}

// search runs the search and returns its best solution.
func (a *attempt) search(solver *tourmaline.Solver, interval time.Duration) (*tourmaline.Result, error) {
	var failure error
	var last time.Time
	for p, err := range solver.Steps(a.ctx) {
		if failure = err; err != nil {
			break
		}
		if now := time.Now(); interval > 0 && now.Sub(last) >= interval {
			last = now
			a.report(solver, p)
		}
	}
	if failure != nil && a.stopped() == nil {
		return nil, failure
	}
	r, err := solver.Result()
	if err != nil && a.stopped() != nil {
		return nil, errCancelled
	}
	return r, err
}

// report sends a progress event, unless there is no solution yet.
func (a *attempt) report(solver *tourmaline.Solver, p search.Progress) {
	at := &job.Progress{Step: p.Step, Seconds: p.Elapsed.Seconds(), Cost: p.Cost}
	stats, _ := solver.Stats(search.Detail{}) // never fails without details
	at.Preparing = stats.Preparing
	if limit := stats.TimeLimit; limit > 0 {
		at.Share = min(at.Seconds/limit.Seconds(), 1)
	}
	if at.Valid() {
		a.session.send(Event{ID: a.id, Progress: at})
	}
}
