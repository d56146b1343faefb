package worker

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// runSlots runs jobs until the worker takes no more jobs. It calls reject if a server gives the
// worker no jobs because it has another version of the protocol.
func (w *Worker) runSlots(ctx context.Context, reject func(error)) {
	var slots sync.WaitGroup
	for range w.opt.Slots {
		slots.Go(func() { w.runSlot(ctx, reject) })
	}
	slots.Wait()
}

const (
	// nextWait is the time that a server waits for a job.
	nextWait = 5 * time.Second
	// lastWait is the time that a draining worker waits for the reply to its last request, which
	// may contain a job.
	lastWait = time.Second
	// shortTimeout bounds a request whose loss does no harm.
	shortTimeout = 5 * time.Second
)

func (w *Worker) runSlot(ctx context.Context, reject func(error)) {
	for w.accept.Err() == nil {
		task, err := protocol.Repeat(w.accept, w.client, w.next)
		switch {
		case errors.Is(err, protocol.ErrVersion):
			reject(err)
			return
		case err != nil && w.accept.Err() == nil:
			w.opt.Log.Error("cannot request a job", "error", err)
			retry.Sleep(w.accept, nextWait)
		case task != nil && w.accept.Err() != nil:
			w.giveBack(task)
		case task != nil:
			w.run(ctx, task)
		}
	}
}

// next requests a job. It does not drop the reply when the worker begins to drain.
func (w *Worker) next() (*protocol.Task, error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(w.accept))
	defer cancel()
	defer context.AfterFunc(w.accept, func() { time.AfterFunc(lastWait, cancel) })()
	return w.client.Next(ctx, w.describe(), nextWait)
}

// giveBack returns a job that arrived when the worker was already draining.
func (w *Worker) giveBack(task *protocol.Task) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.accept), shortTimeout)
	defer cancel()
	if err := w.returnJob(ctx, task.Claim); err != nil {
		w.opt.Log.Warn("cannot return a job to the queue", "tenant", task.Tenant, "job", task.ID, "error", err)
	}
}

func (w *Worker) returnJob(ctx context.Context, claim protocol.Claim) error {
	_, err := protocol.Repeat(ctx, w.client, func() (struct{}, error) { return struct{}{}, w.client.Release(ctx, claim) })
	return err
}

func (w *Worker) run(ctx context.Context, task *protocol.Task) {
	a := newAttempt(ctx, w, task)
	defer a.close()
	w.add(a)
	defer w.remove(a)
	a.log.Info("started", "epoch", task.Epoch, "resumed", task.Checkpoint != nil)
	o, err := a.solve()
	switch {
	case a.isFenced():
	case errors.Is(err, errStopping):
		a.release()
	default:
		a.finish(o)
	}
	if a.isFenced() {
		a.abandon()
	}
}

func (w *Worker) add(a *attempt) {
	w.mu.Lock()
	w.attempts[a] = struct{}{}
	w.mu.Unlock()
	w.beatNow()
}

func (w *Worker) remove(a *attempt) {
	w.mu.Lock()
	delete(w.attempts, a)
	w.metrics.steps.Add(a.steps.Load())
	w.mu.Unlock()
	w.beatNow()
}

// find returns an attempt that satisfies a condition, or nil.
func (w *Worker) find(is func(*attempt) bool) *attempt {
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.attempts {
		if is(a) {
			return a
		}
	}
	return nil
}

func (w *Worker) running() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.attempts)
}

// threads returns the number of cores for the current job. If no other job is running, it returns
// all cores.
func (w *Worker) threads() int { return max(w.opt.Cores/max(w.running(), 1), 1) }
