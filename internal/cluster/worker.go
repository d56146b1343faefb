package cluster

import (
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
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// WorkerOptions are how a worker works.
type WorkerOptions struct {
	Name    string // of one process, unlike all others
	Host    string
	Version string
	Slots   int           // jobs side by side
	Cores   int           // that they share
	Device  device.Device // that does what it can of them; nil: none
	Limits  job.Limits
	Cache   int64 // bytes of instances that it keeps for later jobs; 0 = 64 MiB
	Log     *slog.Logger

	Checkpoint time.Duration // longest time between two; 0 = 10 s
	Progress   time.Duration // shortest time between two events; 0 = a second, less at the beginning
	Grace      time.Duration // how long a worker that is to end tries to save what it is at; 0 = 10 s
}

// A Worker takes jobs and does them.
type Worker struct {
	store *Store
	cache *InstanceCache
	opt   WorkerOptions
	since time.Time
	busy  atomic.Int32

	mu       sync.Mutex
	attempts map[string]*attempt // by key
}

// NewWorker makes a worker.
func (s *Store) NewWorker(o WorkerOptions) *Worker {
	o.Slots, o.Cores = max(o.Slots, 1), max(o.Cores, 1)
	if o.Checkpoint == 0 {
		o.Checkpoint = 10 * time.Second
	}
	if o.Progress == 0 {
		o.Progress = time.Second
	}
	if o.Grace == 0 {
		o.Grace = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Cache == 0 {
		o.Cache = 64 << 20
	}
	return &Worker{store: s, cache: s.NewInstanceCache(o.Cache, o.Slots), opt: o, since: time.Now().UTC(), attempts: map[string]*attempt{}}
}

// Run takes jobs until the context ends. Then it saves those that it is at and gives them
// back.
func (w *Worker) Run(ctx context.Context) error {
	deafen, err := w.subscribe()
	defer deafen()
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

// beats says again and again that the worker is there.
func (w *Worker) announceMember(ctx context.Context) {
	tick := time.NewTicker(memberBeat)
	defer tick.Stop()
	for {
		m := Member{
			Name: w.opt.Name, Host: w.opt.Host, Version: w.opt.Version, Cores: w.opt.Cores, Slots: w.opt.Slots,
			Running: int(w.busy.Load()), Since: w.since,
		}
		if w.opt.Device != nil {
			m.Device = w.opt.Device.Info().Name
		}
		if err := w.store.heartbeat(ctx, m); err != nil && ctx.Err() == nil {
			w.opt.Log.Warn("no sign of life could be given", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

const (
	// pullTime is how long a worker waits for a wake-up before it asks again.
	pullTimeout = 5 * time.Second
	// pause is how long it waits after an error, such as that nobody is there.
	pause = 250 * time.Millisecond
)

// slot does one job after the other.
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
			w.opt.Log.Debug("no wake-up", "error", err)
			retry.Sleep(ctx, pause)
		}
	}
}

// take claims the job of a wake-up, does it, and confirms the wake-up last.
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
		w.ack(ctx, m) // should the owner die, the sweeper sends another one
	case errors.Is(err, errPoison):
		w.writeDeadLetter(ctx, m, r, log)
	case errors.Is(err, errUnreadable):
		log.Warn("a job is left to others", "reason", err)
		_ = m.NakWithDelay(w.store.ackWait)
	case err != nil:
		log.Warn("a job could not be claimed", "error", err)
		_ = m.NakWithDelay(pause)
	default:
		w.run(ctx, m, r, log)
	}
}

// claim asks for a job. A worker that ends waits for the answer, so that it gives back what
// it got.
func (w *Worker) claim(ctx context.Context, tenant, id string, by claimRequest) (*Record, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pullTimeout)
	defer cancel()
	return w.store.claim(ctx, tenant, id, by)
}

// bury writes the dead letter of a job that was given up. The wake-up comes again until
// that is done.
func (w *Worker) writeDeadLetter(ctx context.Context, m jetstream.Msg, r *Record, log *slog.Logger) {
	log.Error("a job is given up", "claims", r.Claims)
	if err := w.store.writeDeadLetter(ctx, r); err != nil {
		log.Error("no dead letter could be written", "error", err)
		_ = m.NakWithDelay(pause)
		return
	}
	_ = w.store.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Epoch: r.Epoch})
	w.ack(ctx, m)
}

// work does a job that was claimed.
func (w *Worker) run(ctx context.Context, m jetstream.Msg, r *Record, log *slog.Logger) {
	w.busy.Add(1)
	defer w.busy.Add(-1)
	a := newAttempt(ctx, w, m, r, log)
	defer a.close()
	w.addAttempt(a)
	defer w.removeAttempt(a)
	var wg sync.WaitGroup
	defer wg.Wait()
	over, end := context.WithCancel(a.grace)
	defer end()
	wg.Go(func() { a.heartbeats(over) })
	log.Info("began", "epoch", r.Epoch, "resumed", r.Checkpoint != nil)
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

// confirm deletes a wake-up. If that is lost it comes again, and finds a job that has ended.
func (w *Worker) ack(ctx context.Context, m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pullTimeout)
	defer cancel()
	_ = m.DoubleAck(ctx)
}

// threads are the cores that one more job gets: all, if it is alone when it begins.
func (w *Worker) threads() int { return max(w.opt.Cores/int(max(w.busy.Load(), 1)), 1) }
