package cluster

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// WorkerOptions configure a worker.
type WorkerOptions struct {
	Name    string // unique for each worker process
	Host    string
	Version string
	Slots   int           // maximum number of concurrent jobs
	Cores   int           // number of cores shared by the jobs
	Device  device.Device // used by algorithms that support it; may be nil
	Limits  job.Limits
	Cache   int64 // size of the instance cache in bytes; 0 means 64 MiB
	Log     *slog.Logger

	Checkpoint time.Duration // longest time between checkpoints; 0 means 10 s
	Progress   time.Duration // shortest time between events, except at the start; 0 means a second
	Grace      time.Duration // time that a stopping worker may take to save its jobs; 0 means 10 s
}

// A Worker claims jobs and runs them.
type Worker struct {
	store *Store
	cache *inputs.Cache
	opt   WorkerOptions
	since time.Time
	busy  atomic.Int32

	attempts sync.Map // *attempt by record key
}

// NewWorker returns a worker. Run starts it.
func (s *Store) NewWorker(o WorkerOptions) *Worker {
	o.Slots, o.Cores = max(o.Slots, 1), max(o.Cores, 1)
	o.Checkpoint, o.Progress, o.Grace = cmp.Or(o.Checkpoint, 10*time.Second), cmp.Or(o.Progress, time.Second), cmp.Or(o.Grace, 10*time.Second)
	o.Cache, o.Log = cmp.Or(o.Cache, 64<<20), cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Worker{store: s, cache: inputs.New(o.Cache, o.Slots, s.Loader(nil)), opt: o, since: time.Now().UTC()}
}

// Run runs jobs until the context is done. Then it saves the running jobs and returns them to the
// queue.
func (w *Worker) Run(ctx context.Context) error {
	unsubscribe, err := w.subscribe()
	defer unsubscribe()
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	wg.Go(func() { w.announceMember(ctx) })
	for range w.opt.Slots {
		wg.Go(func() { w.runSlot(ctx) })
	}
	wg.Wait()
	return nil
}

func (w *Worker) announceMember(ctx context.Context) {
	for valid := true; valid; valid = retry.Sleep(ctx, memberBeat) {
		m := Member{
			Name: w.opt.Name, Host: w.opt.Host, Version: w.opt.Version, Cores: w.opt.Cores, Slots: w.opt.Slots,
			Running: int(w.busy.Load()), Since: w.since,
		}
		if w.opt.Device != nil {
			m.Device = w.opt.Device.Info().Name
		}
		if err := w.store.heartbeat(ctx, m); err != nil && ctx.Err() == nil {
			w.opt.Log.Warn("cannot send a heartbeat", "error", err)
		}
	}
}

const (
	// pullTimeout is how long a request for a wake-up waits.
	pullTimeout = 5 * time.Second
	// pause is the time to wait after an error.
	pause = 250 * time.Millisecond
)

func (w *Worker) runSlot(ctx context.Context) {
	for ctx.Err() == nil {
		wait, cancel := context.WithTimeout(ctx, pullTimeout)
		m, err := w.store.queue.Next(jetstream.FetchContext(wait))
		idle := wait.Err() != nil
		cancel()
		if err == nil {
			w.handle(ctx, m)
			continue
		}
		if !idle && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
			w.opt.Log.Debug("cannot receive wake-up messages", "error", err)
			retry.Sleep(ctx, pause)
		}
	}
}

// handle claims the job of a wake-up, runs it, and acknowledges the wake-up last.
func (w *Worker) handle(ctx context.Context, m jetstream.Msg) {
	tenant, id, ok := strings.Cut(strings.TrimPrefix(m.Subject(), wakeSubject), ".")
	meta, err := m.Metadata()
	if !ok || err != nil {
		_ = m.Term()
		return
	}
	log := w.opt.Log.With("tenant", tenant, "job", id)
	held := w.attemptAt(key(tenant, id))
	by := claimRequest{worker: w.opt.Name, first: meta.NumDelivered == 1}
	if by.first {
		by.known = recordFrom(m, tenant, id)
	}
	if held != nil {
		by.epoch = held.record.Epoch
	}
	r, err := w.claim(ctx, tenant, id, by)
	switch {
	case errors.Is(err, errMine):
		held.wakeUp.Store(&m)
	case errors.Is(err, errEnded), errors.Is(err, ErrNotFound), errors.Is(err, errClaimed):
		w.ack(ctx, m) // if the owner crashes, the sweeper sends another wake-up
	case errors.Is(err, errPoison):
		w.writeDeadLetter(ctx, m, r, log)
	case errors.Is(err, errUnreadable):
		log.Warn("leaving the job to other workers", "reason", err)
		_ = m.NakWithDelay(w.store.ackWait)
	case err != nil:
		log.Warn("cannot claim a job", "error", err)
		_ = m.NakWithDelay(pause)
	default:
		w.run(ctx, m, r, log)
	}
}

// claim claims a job. A stopping worker waits for the reply, so that it can return the job.
func (w *Worker) claim(ctx context.Context, tenant, id string, by claimRequest) (*Record, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pullTimeout)
	defer cancel()
	return w.store.claim(ctx, tenant, id, by)
}

// writeDeadLetter writes the dead letter of a poison job. The wake-up is redelivered until the
// write succeeds.
func (w *Worker) writeDeadLetter(ctx context.Context, m jetstream.Msg, r *Record, log *slog.Logger) {
	log.Error("job failed: claimed too often without a new checkpoint", "claims", r.Claims)
	if err := w.store.writeDeadLetter(ctx, r); err != nil {
		log.Error("cannot write a dead letter", "error", err)
		_ = m.NakWithDelay(pause)
		return
	}
	_ = w.store.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Epoch: r.Epoch})
	w.ack(ctx, m)
}

func (w *Worker) run(ctx context.Context, m jetstream.Msg, r *Record, log *slog.Logger) {
	w.busy.Add(1)
	defer w.busy.Add(-1)
	a := newAttempt(ctx, w, m, r, log)
	defer a.close()
	w.attempts.Store(r.Key(), a)
	defer w.attempts.CompareAndDelete(r.Key(), a)
	var wg sync.WaitGroup
	defer wg.Wait()
	over, end := context.WithCancel(a.grace)
	defer end()
	wg.Go(func() { a.heartbeats(over) })
	log.Info("started", "epoch", r.Epoch, "resumed", r.Checkpoint != nil)
	o, err := a.solve()
	switch {
	case errors.Is(context.Cause(a.ctx), errFenced):
		a.abandon()
	case errors.Is(err, errStopping):
		a.release()
	case a.finish(over, o):
		w.ack(over, a.message())
	default:
		a.abandon()
	}
}

// ack acknowledges a wake-up. If the acknowledgement is lost, the wake-up is redelivered, and the
// worker that receives it finds that the job has ended.
func (w *Worker) ack(ctx context.Context, m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pullTimeout)
	defer cancel()
	_ = m.DoubleAck(ctx)
}

// threads returns the number of cores for the current job. If no other job is running, it returns
// all cores.
func (w *Worker) threads() int { return max(w.opt.Cores/int(max(w.busy.Load(), 1)), 1) }
