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

// Reasons why an attempt stops before its search has finished.
var (
	errCancelled = errors.New("the job was cancelled")
	errStopping  = errors.New("the worker is stopping")
)

// An attempt is one worker's run of one job, with one epoch.
type attempt struct {
	worker *Worker
	record *Record
	log    *slog.Logger

	ctx     context.Context // cancelled when the search must stop; its cause is the reason
	stop    context.CancelCauseFunc
	unwatch func() bool

	grace    context.Context // outlives ctx by the worker's grace period
	endGrace context.CancelFunc

	solver    atomic.Pointer[tourmaline.Solver]
	wakeUp    atomic.Pointer[jetstream.Msg] // latest delivery of the wake-up
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

// heartbeats delays redelivery of the wake-up while the record shows that this attempt owns the
// job. It stops the attempt if the job was cancelled or has a new owner. While the store does not
// answer, the search continues, because the epoch decides who owns the job.
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
			a.log.Debug("cannot check the job record", "error", err)
		default:
			if r.Cancel {
				a.stop(errCancelled)
			}
			_ = a.message().InProgress()
		}
	}
}

func (a *attempt) message() jetstream.Msg { return *a.wakeUp.Load() }

func (a *attempt) solve() (outcome, error) {
	solver, err := a.openSolver()
	if err != nil && a.record.Checkpoint != nil && errors.Is(context.Cause(a.ctx), errCancelled) {
		// cancelled in the meantime; the checkpoint contains the best solution
		solver, err = a.openSolver()
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

// notStarted returns the outcome of a job whose search could not start.
func (a *attempt) notStarted(err error) (outcome, error) {
	switch why := context.Cause(a.ctx); {
	case errors.Is(why, errCancelled):
		return outcome{state: Cancelled}, nil
	case why != nil:
		return outcome{}, errStopping
	}
	return failed(err), nil
}

func (a *attempt) search(solver *tourmaline.Solver) error {
	if a.ctx.Err() != nil {
		return nil // the checkpoint contains the result
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

// openSolver reads the instance and starts or resumes the search. It resumes a cancelled search to
// obtain its best solution.
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
		a.log.Warn("restarting the job without its checkpoint", "reason", err)
	}
	return tourmaline.New(input.Problem, cfg)
}

func (a *attempt) resume(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	saved, err := fetch(ctx, a, func() ([]byte, error) { return a.worker.store.states.get(ctx, a.record.Checkpoint) })
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return tourmaline.Resume(p, cfg, saved)
}

// fetch retries a read until the store answers, because an outage must not fail the job.
func fetch[T any](ctx context.Context, a *attempt, read func() (T, error)) (T, error) {
	return retry.Do(ctx, func() (T, error) {
		got, err := read()
		if err != nil && errors.Is(context.Cause(a.ctx), errFenced) {
			return got, errFenced
		}
		return got, err
	}, func(err error) (time.Duration, bool) {
		if ctx.Err() != nil || errors.Is(err, errFenced) || errors.Is(err, ErrNotFound) || errors.Is(err, errCorrupt) || job.Faults(err) != nil {
			return 0, false
		}
		a.log.Warn("the store does not respond", "error", err)
		return pause, true
	})
}

// abandon leaves the job to its new owner.
func (a *attempt) abandon() {
	a.log.Warn("abandoned the job", "reason", errFenced)
	ctx, cancel := context.WithTimeout(a.grace, pullTimeout)
	defer cancel()
	if err := a.worker.store.undoClaim(ctx, a.record); err != nil {
		a.log.Warn("cannot undo the claim", "error", err)
	}
}

// release returns the job to the queue. It acknowledges the wake-up first: otherwise the server
// could redeliver the wake-up to this worker, which is stopping. A sweeper that sees the queued
// record without a wake-up sends a new wake-up immediately.
func (a *attempt) release() {
	a.saver.close()
	ctx, cancel := context.WithTimeout(a.grace, pullTimeout)
	defer cancel()
	a.worker.ack(ctx, a.message())
	if err := a.worker.store.release(ctx, a.record); err != nil {
		a.log.Warn("cannot return the job to the queue", "error", err)
		return
	}
	a.log.Info("returned the job to the queue")
}
