package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
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
	// Observer is told what this process does with jobs, whichever dispatcher or request is the
	// cause; it may be nil.
	Observer Observer
}

// A Dispatcher gives the jobs of a hub to workers and answers their requests. It trusts a worker
// only with jobs that the worker has claimed. Several dispatchers may run concurrently.
type Dispatcher struct {
	store *Store
	hub   *Hub
	opt   DispatchOptions
	log   *slog.Logger

	waiting []*waiter     // requests for jobs, oldest first; guarded by hub.mu
	waiters map[owner]int // number of requests of each worker; guarded by hub.mu
	leases  leases
	checks  chan struct{}       // limits the background checks of beats
	memory  *semaphore.Weighted // limits the memory of verifications
	members members
	verdict singleflight.Group // verifications by claim
	uploads uploads

	stuck     atomic.Uint64 // jobs taken from workers because they made no progress
	conflicts atomic.Uint64 // jobs that another server claimed first
	lagging   atomic.Bool   // the hub lags behind the stream of the records
	warned    atomic.Int64  // time of the last warning about a version, in nanoseconds
}

const (
	// maxChecks is the maximum number of concurrent background checks of beats.
	maxChecks = 16
	// verifyMemory is the memory for the results that are verified at the same time, in bytes. A
	// larger result is verified alone.
	verifyMemory = 512 << 20
)

// VerifyFactor is the maximum number of bytes of memory that verifying a byte of a result takes.
const VerifyFactor = 4

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
	if o.Observer != nil {
		h.store.Observe(o.Observer)
	}
	d := &Dispatcher{
		store: h.store, hub: h, opt: o, log: o.Log,
		waiters: map[owner]int{}, checks: make(chan struct{}, maxChecks), memory: semaphore.NewWeighted(verifyMemory),
	}
	d.leases.byKey, d.members.bySession, d.uploads.byPool = map[string]*lease{}, map[string]*Member{}, map[string]int64{}
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
	wg.Go(func() { d.watchDeadlines(ctx) })
	wg.Go(func() { d.watchDisk(ctx) })
	wg.Go(func() { d.watchLag(ctx) })
	wg.Go(func() {
		if err := d.store.clock.run(ctx, d.store.nc); err != nil {
			d.log.Error("cannot exchange the time with other servers", "error", err)
		}
	})
	if most := d.store.nc.MaxPayload(); most < protocol.SegmentSize+headerSpace {
		return fmt.Errorf("the NATS servers accept messages of up to %d bytes: set max_payload to %d or more", most, 8<<20)
	}
	select { // a job must not be given to two workers because its record is not known yet
	case <-ctx.Done():
	case <-d.hub.ready:
	}
	d.store.clock.await(ctx, d.store.nc) // a deadline must not end a job by a wrong clock
	return protocol.Serve(ctx, d.store.nc, d)
}

// headerSpace is the space for the headers of a message with a segment.
const headerSpace = 64 << 10

// Hello implements protocol.Handler.
func (d *Dispatcher) Hello(pool string, h protocol.Hello) (protocol.Welcome, error) {
	if err := d.admit(pool, h.Protocol, h.Worker); err != nil {
		return protocol.Welcome{}, err
	}
	d.members.hear(pool, h.Worker, d.store.Now())
	return protocol.Welcome{Version: d.opt.Version, Lease: d.store.options.Lease}, nil
}

// maxWait is the maximum time that a request for a job waits.
const maxWait = 30 * time.Second

// Next implements protocol.Handler. It waits until there is a job for the worker.
func (d *Dispatcher) Next(ctx context.Context, pool string, n protocol.Next) (protocol.Offer, error) {
	if err := d.admit(pool, n.Protocol, n.Worker); err != nil || n.Worker.Draining {
		return protocol.Offer{}, err
	}
	w := &waiter{
		owner: owner{pool, n.Worker.Session, n.Worker.Name}, worker: n.Worker,
		until: time.Now().Add(d.waitTime(n.Wait)), offers: make(chan *Record, 1),
	}
	d.members.hear(pool, n.Worker, d.store.Now())
	if err := d.wait(w); err != nil {
		return protocol.Offer{}, err
	}
	defer d.answered(w)
	timer := time.NewTimer(time.Until(w.until))
	defer timer.Stop()
	select {
	case r := <-w.offers:
		return offer(r, d.store.Now()), nil
	case <-timer.C:
	case <-ctx.Done():
	}
	if d.withdraw(w) {
		return protocol.Offer{}, nil
	}
	return offer(<-w.offers, d.store.Now()), nil // a claim is being written
}

// wait adds a waiter. A worker has at most one for each of its slots.
func (d *Dispatcher) wait(w *waiter) error {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	if d.waiters[w.owner] >= min(max(w.worker.Slots, 1), maxSlots) {
		return fmt.Errorf("%w: the worker has more requests than slots", protocol.ErrUnavailable)
	}
	d.waiters[w.owner]++
	d.waiting = append(d.waiting, w)
	d.match()
	return nil
}

// maxSlots is the maximum number of concurrent requests for jobs of a worker.
const maxSlots = 256

// answered removes a waiter from the count of its worker.
func (d *Dispatcher) answered(w *waiter) {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	if d.waiters[w.owner]--; d.waiters[w.owner] == 0 {
		delete(d.waiters, w.owner)
	}
}

func offer(r *Record, now time.Time) protocol.Offer {
	if r == nil {
		return protocol.Offer{}
	}
	return protocol.Offer{Task: &protocol.Task{
		Claim: protocol.Claim{Tenant: r.Tenant, ID: r.ID, Epoch: r.Epoch, Secret: r.Secret},
		Spec:  r.Spec, MaxSeconds: r.maxSeconds(now), Cancel: r.Cancel, Checkpoint: (*protocol.Blob)(r.Checkpoint), Kept: r.Kept, Start: (*protocol.Blob)(r.Start), Request: r.Request, Trace: r.Trace,
	}}
}

// withdraw removes a waiter. It reports false if a job is being claimed for it.
func (d *Dispatcher) withdraw(w *waiter) bool {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	i := slices.Index(d.waiting, w)
	if i < 0 {
		w.until = time.Time{} // if the claim fails, it must not wait again
		return false
	}
	d.waiting = slices.Delete(d.waiting, i, i+1)
	return true
}

// dismiss answers the waiting requests of a worker that takes no more jobs.
func (d *Dispatcher) dismiss(pool, session string) {
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	d.waiting = slices.DeleteFunc(d.waiting, func(w *waiter) bool {
		gone := w.owner.pool == pool && w.owner.session == session
		if gone {
			w.offers <- nil
		}
		return gone
	})
}

// A kind of workers has the same jobs to choose from.
type workerKind struct {
	cores  int
	memory int64
	device bool
}

// match starts to claim jobs for the waiting workers. The caller must hold hub.mu.
func (d *Dispatcher) match() {
	tenants := d.hub.index.queued()
	if len(tenants) == 0 {
		return
	}
	left, mine := d.waiting[:0], d.store.clock.preference()
	none := map[workerKind]bool{} // kinds of workers without a job; a thousand workers may wait
	for _, w := range d.waiting {
		kind := workerKind{w.worker.Cores, w.worker.Memory, w.worker.Device != ""}
		if none[kind] {
			left = append(left, w)
			continue
		}
		e := next(tenants, &w.worker, d.opt.Share, mine)
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

// claimTimeout is the time that writing a claim may take. If the first write gets no reply, there
// is time to find out whether it was written.
const claimTimeout = 3 * requestTimeout

// claimFor claims a job for a waiter. If another server was faster, the waiter waits again.
func (d *Dispatcher) claimFor(w *waiter, e *hubEntry, known *Record) {
	ctx, cancel := context.WithTimeout(context.Background(), claimTimeout)
	defer cancel()
	began := d.store.Now()
	r, err := d.claim(ctx, known, w.owner)
	if err == nil && r.State == Running {
		d.store.tellClaim(known, r, began)
		d.leases.start(r)
		w.offers <- r
	}
	d.hub.mu.Lock()
	defer d.hub.mu.Unlock()
	if known := err == nil || errors.Is(err, errNotQueued); known && r != nil && e.owner != nil {
		d.hub.apply(e, r)
	}
	e.setClaimed(false)
	if err == nil && r.State == Running {
		return
	}
	if errors.Is(err, errNotQueued) {
		d.conflicts.Add(1)
	} else if err != nil {
		d.log.Warn("cannot claim a job", "job", known.ID, "request", known.Request, "error", err)
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

// claim claims a job. The record in the hub lacks inline data and fields of later versions, so a
// record that may have had some is read again.
func (d *Dispatcher) claim(ctx context.Context, known *Record, by owner) (*Record, error) {
	if known.Checkpoint != nil || known.Start != nil || known.foreign {
		full, err := d.store.Get(ctx, known.Tenant, known.ID)
		if err != nil {
			return nil, err
		}
		known = full
	}
	r, err := d.store.claim(ctx, known, by)
	if r != nil && r.State == Failed {
		d.log.Error("a job failed when a worker was to claim it", "tenant", r.Tenant, "job", r.ID, "request", r.Request, "reason", r.Faults[0].Detail)
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
