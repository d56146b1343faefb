package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// DispatchOptions configure a Dispatcher.
type DispatchOptions struct {
	Share   func(tenant string) Share // nil gives all tenants the same share
	Cache   *inputs.Cache             // instances for verifying results
	Limits  job.Limits                // for reading instances
	Version string                    // of the server
	Log     *slog.Logger
}

// A Dispatcher gives the jobs of a hub to workers and answers their requests. It trusts a worker
// only with jobs that the worker has claimed. Several dispatchers may run concurrently.
type Dispatcher struct {
	store *Store
	hub   *Hub
	opt   DispatchOptions
	log   *slog.Logger

	waiting []*waiter // requests for jobs, oldest first; guarded by hub.mu
	leases  leases
	members members
	verdict singleflight.Group // verifications by claim

	claims, conflicts, expired, stuck, verified, rejected atomic.Uint64
}

// A waiter is a worker's request for a job.
type waiter struct {
	owner  owner
	worker protocol.Worker
	until  time.Time
	offers chan *Record
}

// NewDispatcher returns a dispatcher. Run starts it.
func (h *Hub) NewDispatcher(o DispatchOptions) *Dispatcher {
	if o.Share == nil {
		o.Share = func(string) Share { return Share{} }
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	d := &Dispatcher{store: h.store, hub: h, opt: o, log: o.Log}
	d.leases.byKey, d.members.bySession = map[string]*lease{}, map[string]*Member{}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dispatchers = append(h.dispatchers, d)
	return d
}

// Run answers requests until the context is done.
func (d *Dispatcher) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wg.Go(func() { d.watchLeases(ctx) })
	wg.Go(func() {
		if err := d.store.clock.run(ctx, d.store.nc); err != nil {
			d.log.Error("cannot exchange the time with other servers", "error", err)
		}
	})
	select { // a job must not be given to two workers because its record is not known yet
	case <-ctx.Done():
	case <-d.hub.ready:
	}
	return protocol.Serve(ctx, d.store.nc, d)
}

// Hello implements protocol.Handler.
func (d *Dispatcher) Hello(pool string, h protocol.Hello) (protocol.Welcome, error) {
	if h.Protocol != protocol.Version {
		return protocol.Welcome{}, fmt.Errorf("%w: server %s has version %d, worker %s has version %d",
			protocol.ErrVersion, d.opt.Version, protocol.Version, h.Worker.Version, h.Protocol)
	}
	if err := checkWorker(h.Worker); err != nil {
		return protocol.Welcome{}, err
	}
	d.members.hear(pool, h.Worker, d.store.Now())
	return protocol.Welcome{Version: d.opt.Version, Lease: d.store.options.Lease}, nil
}

// maxWait is the maximum time that a request for a job waits.
const maxWait = 30 * time.Second

// Next implements protocol.Handler. It waits until there is a job for the worker.
func (d *Dispatcher) Next(ctx context.Context, pool string, n protocol.Next) (protocol.Offer, error) {
	if err := checkWorker(n.Worker); err != nil {
		return protocol.Offer{}, err
	}
	w := &waiter{
		owner: owner{pool, n.Worker.Session, n.Worker.Name}, worker: n.Worker,
		until: time.Now().Add(min(max(n.Wait, 0), maxWait)), offers: make(chan *Record, 1),
	}
	d.members.hear(pool, n.Worker, d.store.Now())
	d.hub.mu.Lock()
	d.waiting = append(d.waiting, w)
	d.match()
	d.hub.mu.Unlock()
	timer := time.NewTimer(time.Until(w.until))
	defer timer.Stop()
	select {
	case r := <-w.offers:
		return offer(r), nil
	case <-timer.C:
	case <-ctx.Done():
	}
	if d.withdraw(w) {
		return protocol.Offer{}, nil
	}
	return offer(<-w.offers), nil // a claim is being written
}

func offer(r *Record) protocol.Offer {
	if r == nil {
		return protocol.Offer{}
	}
	return protocol.Offer{Task: &protocol.Task{
		Claim: protocol.Claim{Tenant: r.Tenant, ID: r.ID, Epoch: r.Epoch, Secret: r.Secret},
		Spec:  r.Spec, MaxSeconds: r.MaxSeconds, Cancel: r.Cancel, Checkpoint: (*protocol.Blob)(r.Checkpoint), Kept: r.Kept, Trace: r.Trace,
	}}
}

// withdraw removes a waiter. It reports false if a job is being claimed for it.
func (d *Dispatcher) withdraw(w *waiter) bool {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	for i, other := range d.waiting {
		if other == w {
			d.waiting = append(d.waiting[:i:i], d.waiting[i+1:]...)
			return true
		}
	}
	return false
}

// A kind of workers has the same jobs to choose from.
type workerKind struct {
	cores  int
	memory int64
	device bool
}

// match starts to claim jobs for the waiting workers. The caller must hold hub.mu.
func (d *Dispatcher) match() {
	left := d.waiting[:0]
	none := map[workerKind]bool{} // kinds of workers without a job; a thousand workers may wait
	for _, w := range d.waiting {
		kind := workerKind{w.worker.Cores, w.worker.Memory, w.worker.Device != ""}
		if none[kind] {
			left = append(left, w)
			continue
		}
		e := d.hub.index.next(&w.worker, d.opt.Share, d.store.clock.mine)
		if e == nil {
			left, none[kind] = append(left, w), true
			continue
		}
		known := e.live.record
		e.setClaimed(true)
		go d.claimFor(w, e, &known)
	}
	clear(d.waiting[len(left):])
	d.waiting = left
}

// claimTimeout is the time that writing a claim may take.
const claimTimeout = 5 * time.Second

// claimFor claims a job for a waiter. If another server was faster, the waiter waits again.
func (d *Dispatcher) claimFor(w *waiter, e *hubEntry, known *Record) {
	ctx, cancel := context.WithTimeout(context.Background(), claimTimeout)
	defer cancel()
	r, err := d.claim(ctx, known, w.owner)
	if err == nil && r.State == Running {
		d.claims.Add(1)
		d.leases.start(r)
		w.offers <- r
	}
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	if r != nil && e.owner != nil {
		d.hub.apply(e, r, time.Time{})
	}
	e.setClaimed(false)
	if err == nil && r.State == Running {
		return
	}
	if errors.Is(err, errNotQueued) {
		d.conflicts.Add(1)
	} else if err != nil {
		d.log.Warn("cannot claim a job", "job", known.ID, "error", err)
	}
	if time.Now().After(w.until) {
		w.offers <- nil
		return
	}
	d.waiting = append(d.waiting, w)
	if err == nil || errors.Is(err, errNotQueued) {
		d.match()
	}
}

// Conflicts returns the number of jobs that this server tried to claim after another server had
// claimed them.
func (d *Dispatcher) Conflicts() uint64 { return d.conflicts.Load() }

// claim claims a job. The record in the hub lacks inline data, so a record that may have had some
// is read again.
func (d *Dispatcher) claim(ctx context.Context, known *Record, by owner) (*Record, error) {
	if known.Checkpoint != nil {
		full, err := d.store.Get(ctx, known.Tenant, known.ID)
		if err != nil {
			return nil, err
		}
		known = full
	}
	r, err := d.store.claim(ctx, known, by)
	if r != nil && r.State == Failed {
		d.log.Error("job failed: claimed too often without a new checkpoint", "tenant", r.Tenant, "job", r.ID, "claims", r.Claims)
	}
	return r, err
}

// checkWorker rejects a description that could not come from a worker.
func checkWorker(w protocol.Worker) error {
	if !token(w.Session) || len(w.Name) > 200 || len(w.Host) > 255 || len(w.Version) > 100 || len(w.Device) > 200 ||
		w.Cores < 0 || w.Slots < 0 || w.Running < 0 || w.Memory < 0 {
		return fmt.Errorf("%w: invalid description of a worker", protocol.ErrInvalid)
	}
	return nil
}

// token reports whether a text is a part of a subject.
func token(text string) bool {
	for _, c := range text {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return text != "" && len(text) <= 64
}
