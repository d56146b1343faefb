package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// Why an attempt stops before its search has ended.
var (
	errCancelled = errors.New("the job was cancelled")
	errStopping  = errors.New("the worker ends")
)

// An attempt is one worker at one job, with one epoch.
type attempt struct {
	worker *Worker
	record *Record
	log    *slog.Logger

	ctx     context.Context // ends when the search is to stop; its cause says why
	stop    context.CancelCauseFunc
	unwatch func() bool

	grace    context.Context // ends some time after the worker is to end: who has not answered by then is away
	endGrace context.CancelFunc

	solver    atomic.Pointer[tourmaline.Solver]
	wakeUp    atomic.Pointer[jetstream.Msg] // the latest one, which is kept from others
	saver     saver
	recording *recording
	throttle  throttle
}

func newAttempt(ctx context.Context, w *Worker, m jetstream.Msg, r *Record, log *slog.Logger) *attempt {
	a := &attempt{worker: w, record: r, log: log, throttle: throttle{interval: w.opt.Progress}}
	a.wakeUp.Store(&m)
	a.ctx, a.stop = context.WithCancelCause(context.WithoutCancel(ctx))
	a.grace, a.endGrace = context.WithCancel(context.WithoutCancel(ctx))
	a.unwatch = context.AfterFunc(ctx, func() {
		a.stop(errStopping)
		time.AfterFunc(w.opt.Grace, a.endGrace)
	})
	a.saver.start(a, w.opt.Checkpoint)
	if r.Cancel {
		a.stop(errCancelled)
	}
	return a
}

func (a *attempt) close() {
	a.unwatch()
	a.stop(nil)
	a.saver.close()
	a.endGrace()
}

// heartbeats keeps the wake-up from others for as long as the record says that the job is
// ours. While nobody answers, the search goes on: the epoch decides.
func (a *attempt) heartbeats(ctx context.Context) {
	tick := time.NewTicker(a.worker.store.ackWait / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		within, cancel := context.WithTimeout(ctx, a.worker.store.ackWait/3)
		r, err := a.worker.store.Get(within, a.record.Tenant, a.record.ID)
		cancel()
		switch {
		case errors.Is(err, ErrNotFound) || err == nil && (!a.record.sameAttempt(r) || r.State != Running):
			if ctx.Err() == nil {
				a.stop(errFenced)
			}
			return
		case err != nil:
			a.log.Debug("no heartbeat", "error", err)
		default:
			if r.Cancel {
				a.stop(errCancelled)
			}
			_ = a.message().InProgress()
		}
	}
}

func (a *attempt) message() jetstream.Msg { return *a.wakeUp.Load() }

// solve does the job, or goes on with it.
func (a *attempt) solve() (outcome, error) {
	solver, err := a.openSolver()
	if err != nil && a.record.Checkpoint != nil && errors.Is(context.Cause(a.ctx), errCancelled) {
		solver, err = a.openSolver() // cancelled on the way, and the checkpoint has the best
	}
	if err != nil {
		return a.notStarted(err)
	}
	a.solver.Store(solver)
	fault := a.search(solver)
	switch {
	case errors.Is(context.Cause(a.ctx), errStopping):
		a.saver.saveNow(solver)
		return outcome{}, errStopping
	case fault != nil:
		return failed(fault), nil
	}
	r, err := solver.Result()
	if err != nil {
		return failed(err), nil
	}
	o, err := a.outcome(r)
	o.packed = a.frames(solver, r)
	return o, err
}

// unopened is the outcome of a job whose search could not begin.
func (a *attempt) notStarted(err error) (outcome, error) {
	switch why := context.Cause(a.ctx); {
	case errors.Is(why, errCancelled):
		return outcome{state: Cancelled}, nil
	case why != nil:
		return outcome{}, errStopping
	}
	return failed(err), nil
}

// search steps until the search ends or is to stop.
func (a *attempt) search(solver *tourmaline.Solver) error {
	if a.ctx.Err() != nil {
		return nil // what the checkpoint has is the answer
	}
	info, err := solver.Problem().Info()
	if err != nil {
		return err
	}
	a.recording = newRecording(info.N, time.Now())
	for p, err := range solver.Steps(a.ctx) {
		if err != nil {
			if a.ctx.Err() != nil {
				return nil
			}
			return err
		}
		now := time.Now()
		a.saver.saveIfDue(solver, p, now)
		a.recording.recordIfDue(solver, p, now)
		if a.throttle.due(now) {
			a.announceProgress(solver, p)
		}
	}
	return nil
}

// open reads the instance, and begins the search or takes it up. A search that was
// cancelled is taken up for its best solution.
func (a *attempt) openSolver() (*tourmaline.Solver, error) {
	r, ctx := a.record, a.ctx
	if r.Checkpoint != nil && errors.Is(context.Cause(ctx), errCancelled) {
		ctx = a.grace
	}
	input, err := fetch(ctx, a, func() (*job.Input, error) { return a.worker.cache.Open(ctx, r.Tenant, r.Spec, a.worker.opt.Limits) })
	if err != nil {
		return nil, err
	}
	cfg, err := r.Spec.Config()
	if err != nil {
		return nil, err
	}
	cfg = job.Limits{Seconds: r.MaxSeconds}.Bound(cfg, input.Info.N)
	cfg.Threads, cfg.Device = a.worker.threads(), a.worker.opt.Device
	if r.Checkpoint != nil {
		solver, err := a.resume(ctx, input.Problem, cfg)
		if !errors.Is(err, tourmaline.ErrCheckpoint) && !errors.Is(err, errCorrupt) {
			return solver, err
		}
		a.log.Warn("the job begins again", "reason", err)
	}
	return tourmaline.New(input.Problem, cfg)
}

// resume takes up the search where the checkpoint has it.
func (a *attempt) resume(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	saved, err := fetch(ctx, a, func() ([]byte, error) { return a.worker.store.states.get(ctx, a.record.Checkpoint) })
	if err != nil {
		return nil, fmt.Errorf("the checkpoint: %w", err)
	}
	return tourmaline.Resume(p, cfg, saved)
}

// fetch reads something from the store for as long as it takes: that nobody answers is no
// fault of the job.
func fetch[T any](ctx context.Context, a *attempt, read func() (T, error)) (got T, err error) {
	err = retry.Do(ctx, func() (err error) {
		got, err = read()
		if err != nil && errors.Is(context.Cause(a.ctx), errFenced) {
			return errFenced
		}
		return err
	}, func(err error) (time.Duration, bool) {
		if ctx.Err() != nil || errors.Is(err, errFenced) || errors.Is(err, ErrNotFound) || errors.Is(err, errCorrupt) || job.Faults(err) != nil {
			return 0, false
		}
		a.log.Warn("the store does not answer", "error", err)
		return pause, true
	})
	return got, err
}

// letGo leaves the job to whoever was given it.
func (a *attempt) abandon() {
	a.log.Warn("let go", "reason", errFenced)
	ctx, cancel := context.WithTimeout(a.grace, pullTimeout)
	defer cancel()
	if err := a.worker.store.undoClaim(ctx, a.record); err != nil {
		a.log.Warn("the claim could not be taken back", "error", err)
	}
}

// giveBack lets somebody else go on. Its wake-up is deleted first, so that a sweeper which
// sees the record finds none and sends a new one at once: the old one would come back to a
// worker that ends, and be lost for a while.
func (a *attempt) release() {
	a.saver.close()
	ctx, cancel := context.WithTimeout(a.grace, pullTimeout)
	defer cancel()
	a.worker.ack(ctx, a.message())
	if err := a.worker.store.release(ctx, a.record); err != nil {
		a.log.Warn("the job could not be given back", "error", err)
		return
	}
	a.log.Info("given back")
}
