package worker

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// Reasons why an attempt stops before its search has finished. A third one is protocol.ErrFenced.
var (
	errCancelled = errors.New("the job was cancelled")
	errStopping  = errors.New("the worker is stopping")
)

// An attempt is one worker's run of one job, with one epoch. While no server answers, the search
// continues, because the epoch decides who owns the job.
type attempt struct {
	worker *Worker
	task   *protocol.Task
	log    *slog.Logger
	began  time.Time
	span   *tracing.Span

	ctx     context.Context // cancelled when the search must stop; its cause is the reason
	stop    context.CancelCauseFunc
	unwatch func() bool

	// grace outlives ctx by the worker's grace period. It is cancelled when the worker loses the job.
	grace    context.Context
	endGrace context.CancelCauseFunc

	moves      atomic.Uint64 // increases while the attempt makes progress
	steps      atomic.Uint64 // steps of the search in this attempt
	phase      atomic.Int32  // a phase
	phaseBegan time.Time
	blobs      int // number of the last stored blob
	solver     atomic.Pointer[tourmaline.Solver]
	saver      saver
	recording  *recording
	throttle   throttle

	island  *island                // nil if the job belongs to no archipelago
	arrived atomic.Pointer[[]byte] // packed tour of another island; a later one replaces it
}

func newAttempt(ctx context.Context, w *Worker, task *protocol.Task) *attempt {
	log := w.opt.Log.With("tenant", task.Tenant, "job", task.ID)
	if task.Request != "" {
		log = log.With("request", task.Request)
	}
	if task.Trace != "" {
		log = log.With("trace", task.Trace)
	}
	a := &attempt{worker: w, task: task, log: log, began: time.Now(), throttle: throttle{interval: w.opt.Progress}}
	a.startSpan()
	a.ctx, a.stop = context.WithCancelCause(context.WithoutCancel(ctx))
	a.grace, a.endGrace = context.WithCancelCause(context.WithoutCancel(ctx))
	a.unwatch = context.AfterFunc(ctx, a.leave)
	a.saver.start(a, w.opt.Checkpoint)
	if task.Cancel {
		a.stop(errCancelled)
	}
	return a
}

func (a *attempt) close() {
	a.unwatch()
	a.stop(nil)
	a.saver.close()
	a.endGrace(nil)
	a.endPhase(time.Now())
	a.span.End(time.Now())
}

// leave stops the search, so that its state is saved and the job is returned to the queue.
func (a *attempt) leave() {
	a.stop(errStopping)
	time.AfterFunc(a.worker.opt.Grace, func() { a.endGrace(errStopping) })
}

// fence stops everything, because the job has another owner.
func (a *attempt) fence() {
	a.stop(protocol.ErrFenced)
	a.endGrace(protocol.ErrFenced)
}

func (a *attempt) isFenced() bool { return errors.Is(context.Cause(a.grace), protocol.ErrFenced) }

func (a *attempt) isCancelled() bool { return errors.Is(context.Cause(a.ctx), errCancelled) }

// fenceIf fences the attempt if the error of a request means that the worker has lost the job.
func (a *attempt) fenceIf(err error) {
	if errors.Is(err, protocol.ErrFenced) || errors.Is(err, protocol.ErrNotFound) {
		a.fence()
	}
}

// nextBlob returns a new number for a stored blob.
func (a *attempt) nextBlob() int {
	a.blobs++
	return a.blobs
}

func (a *attempt) solve() (outcome, error) {
	solver, err := a.openSolver()
	if err != nil && a.task.Checkpoint != nil && a.isCancelled() {
		// cancelled in the meantime; the checkpoint contains the best solution
		solver, err = a.openSolver()
	}
	if err != nil {
		return a.notStarted(err)
	}
	a.solver.Store(solver)
	a.enter(running)
	fault := a.search(solver)
	a.enter(saving)
	a.span.Fail(fault)
	if errors.Is(context.Cause(a.ctx), errStopping) {
		a.saver.saveNow(solver)
		return outcome{}, errStopping
	}
	a.island.endRounds(solver)
	if fault != nil {
		return failed(fault), nil
	}
	return a.outcome(solver), nil
}

// notStarted returns the outcome of a job whose search could not start.
func (a *attempt) notStarted(err error) (outcome, error) {
	if errors.Is(err, protocol.ErrFenced) {
		a.fence()
	}
	switch why := context.Cause(a.ctx); {
	case errors.Is(why, errCancelled):
		return outcome{state: job.Cancelled}, nil
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
	before := solver.Progress().Step
	if err := a.island.endRound(solver, solver.Progress()); err != nil {
		return err
	}
	for p, err := range solver.Steps(a.ctx) {
		a.moves.Add(1) // preparation is divided into steps, too
		if err != nil {
			if a.ctx.Err() != nil {
				return nil
			}
			return err
		}
		a.steps.Store(uint64(p.Step - before))
		if err := a.island.endRound(solver, p); err != nil {
			return err
		}
		now := time.Now()
		a.saver.saveIfDue(solver, p, now)
		a.recording.recordIfDue(solver, p, now)
		a.island.exchange(solver, p, now)
		if a.throttle.due(now) {
			a.report(solver, p)
		}
	}
	return nil
}

// openSolver reads the instance and starts or resumes the search. It resumes a cancelled search to
// obtain its best solution.
func (a *attempt) openSolver() (*tourmaline.Solver, error) {
	t, ctx := a.task, a.ctx
	if t.Checkpoint != nil && a.isCancelled() {
		ctx = a.grace
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	input, err := a.worker.cache.Open(ctx, t.Tenant, t.Spec, a.worker.opt.Limits)
	if err != nil {
		return nil, err
	}
	a.moves.Add(1)
	if a.island, err = a.newIsland(ctx, input); err != nil {
		return nil, err
	}
	cfg, err := input.Config(t.Spec)
	if err != nil {
		return nil, err
	}
	cfg = job.Limits{Seconds: t.MaxSeconds}.Bound(cfg, input.Info.N)
	cfg.Threads, cfg.Device = a.worker.threads(), a.worker.opt.Device
	if t.Checkpoint != nil {
		solver, err := a.resume(ctx, input.Problem, cfg)
		if !errors.Is(err, tourmaline.ErrCheckpoint) && !errors.Is(err, protocol.ErrCorrupt) {
			return solver, err
		}
		a.log.Warn("restarting the job without its checkpoint", "reason", err)
	}
	if cfg.Init, err = a.startSolution(ctx, input); err != nil {
		return nil, err
	}
	return tourmaline.New(input.Problem, cfg)
}

func (a *attempt) resume(ctx context.Context, p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	saved, err := a.readCheckpoint(ctx)
	if err != nil {
		return nil, err
	}
	return tourmaline.Resume(p, cfg, saved)
}

// abandon leaves the job to its new owner.
func (a *attempt) abandon() {
	a.log.Warn("abandoned the job", "reason", protocol.ErrFenced)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), shortTimeout)
	defer cancel()
	if err := a.worker.client.Abandon(ctx, a.task.Claim); err != nil {
		a.log.Debug("cannot report that the worker is alive", "error", err)
	}
}

// release returns the job to the queue.
func (a *attempt) release() {
	a.saver.close()
	// a slow checkpoint may have used up the grace period
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.grace), shortTimeout)
	defer cancel()
	if err := a.worker.returnJob(ctx, a.task.Claim); err != nil {
		a.fenceIf(err)
		a.log.Warn("cannot return the job to the queue", "error", err)
		return
	}
	a.log.Info("returned the job to the queue")
}
