package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A lease is a server's knowledge of a running job, by its own monotonic clock.
type lease struct {
	record Record
	heard  time.Time // time of the last beat
	moves  uint64    // progress of the last beat
	moved  time.Time // time of the last progress
	ending int       // verifications of its result
	// offered says that this server gave the job to a worker and has heard no beat with it since:
	// the worker may have died while its request waited.
	offered bool
}

// offerTime is the time within which a beat must confirm that a worker has received a job. It is
// longer than the time between two beats.
const offerTime = 8 * time.Second

// leases holds the running jobs that this server has heard of.
type leases struct {
	mu    sync.Mutex
	byKey map[string]*lease
}

func (l *leases) start(r *Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begin(r, time.Now()).offered = true
}

func (l *leases) begin(r *Record, now time.Time) *lease {
	of := &lease{record: *r, heard: now, moved: now}
	l.byKey[r.Key()] = of
	return of
}

// finishing notes that this server verifies the result of a job, which makes no progress in the
// meantime. The caller must call done at the end.
func (l *leases) finishing(r *Record) (done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.byKey[r.Key()]
	if of == nil {
		return func() {}
	}
	of.ending++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		of.ending--
		of.moved = time.Now()
	}
}

// maxBeatJobs is the maximum number of jobs in a beat.
const maxBeatJobs = 1024

// Beat implements protocol.Handler. It renews the leases of the worker's jobs. It tells the worker
// which jobs it has lost or must cancel.
func (d *Dispatcher) Beat(pool string, b protocol.Beat) {
	if checkWorker(b.Worker) != nil || len(b.Jobs) > maxBeatJobs {
		return
	}
	d.members.hear(pool, b.Worker, d.store.Now())
	if b.Worker.Draining {
		d.dismiss(pool, b.Worker.Session)
	}
	if own := d.store.options.Lease; b.Lease > own {
		_ = protocol.Send(d.store.nc, pool, b.Worker.Session, protocol.Message{Command: protocol.Renew, Lease: own}) // repeated with the next beat
	}
	for _, p := range b.Jobs {
		if validKey(p.Tenant, p.ID) {
			d.renew(pool, b.Worker.Session, p)
		}
	}
}

func (d *Dispatcher) renew(pool, session string, p protocol.Pulse) {
	v, ok := d.hub.View(p.Tenant, p.ID, NoEvents)
	r := &v.Record
	switch {
	case ok && r.owns(pool, p.Claim):
		d.leases.renew(r, p.Moves, time.Now())
		if r.Cancel {
			_ = d.store.command(r, protocol.Cancel) // repeated with the next beat
		}
	case ok && r.endedBy(pool, p.Claim): // the reply to Finish is on its way
	case ok && r.Epoch >= p.Epoch:
		d.fence(pool, session, p.Claim)
		if r.lost(pool, p.Claim) {
			d.inBackground(func() { d.uncountClaim(pool, p.Claim) })
		}
	default: // the hub may not know the latest record
		d.inBackground(func() { d.fenceUnlessOwned(pool, session, p.Claim) })
	}
}

// inBackground starts a check of a beat. It drops the check if there are too many: the next beat
// repeats it.
func (d *Dispatcher) inBackground(check func()) {
	select {
	case d.checks <- struct{}{}:
		go func() {
			defer func() { <-d.checks }()
			check()
		}()
	default:
	}
}

// fence sends a worker the message that it has lost a job.
func (d *Dispatcher) fence(pool, session string, c protocol.Claim) {
	_ = protocol.Send(d.store.nc, pool, session, protocol.Message{Command: protocol.Fence, Tenant: c.Tenant, ID: c.ID, Epoch: c.Epoch})
}

func (d *Dispatcher) uncountClaim(pool string, c protocol.Claim) {
	ctx, cancel := withTimeout(context.Background())
	defer cancel()
	if err := d.store.uncountClaim(ctx, pool, c); err != nil {
		d.log.Warn("cannot undo the claim of a worker that is alive", "job", c.ID, "error", err)
	}
}

// fenceUnlessOwned reads the record of a job and fences a worker that neither owns the job nor has
// ended it.
func (d *Dispatcher) fenceUnlessOwned(pool, session string, c protocol.Claim) {
	ctx, cancel := withTimeout(context.Background())
	defer cancel()
	r, err := d.store.Get(ctx, c.Tenant, c.ID)
	if errors.Is(err, ErrNotFound) || err == nil && !r.owns(pool, c) && !r.endedBy(pool, c) {
		d.fence(pool, session, c)
	}
}

func (l *leases) renew(r *Record, moves uint64, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.byKey[r.Key()]
	if of == nil || of.record.Epoch != r.Epoch {
		of = l.begin(r, now)
	}
	of.heard, of.offered = now, false
	if moves != of.moves {
		of.moves, of.moved = moves, now
	}
}

// watchLeases returns the jobs of silent workers to the queue until the context is done.
func (d *Dispatcher) watchLeases(ctx context.Context) {
	every := max(min(d.store.options.Lease/6, offerTime/4), 50*time.Millisecond)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for last := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := time.Now()
		if now.Sub(last) > every+d.store.options.Lease/3 {
			// This process was stopped, so it may have missed beats.
			d.leases.renewAll(now)
		}
		last = now
		select {
		case <-d.hub.ready:
			d.checkLeases(ctx, now)
			d.members.expire(now)
		default:
		}
	}
}

// renewAll renews all leases.
func (l *leases) renewAll(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range l.byKey {
		of.heard, of.moved = now, now
	}
}

// checkLeases takes jobs from workers that are silent or whose jobs make no progress. If the store
// does not answer, this server is probably cut off and has missed beats, so it renews all leases.
func (d *Dispatcher) checkLeases(ctx context.Context, now time.Time) {
	for _, of := range d.leases.overdue(d.hub.running(), now, d.store.options.Settings) {
		state := d.leases.state(of, time.Now(), d.store.options.Settings)
		if state == alive {
			continue // heard again in the meantime
		}
		err := d.store.expire(ctx, &of.record, state == silent)
		if err != nil && !errors.Is(err, errUnchanged) {
			d.log.Warn("cannot return a job to the queue yet", "job", of.record.ID, "request", of.record.Request, "error", err)
			d.leases.renewAll(time.Now())
			return
		}
		d.leases.end(of)
		if err == nil { // no other server was first
			d.countTaken(of, state)
		}
	}
}

// countTaken counts and logs a job that was taken from its worker.
func (d *Dispatcher) countTaken(of *lease, state leaseState) {
	r := &of.record
	log := d.log.With("tenant", r.Tenant, "job", r.ID, "request", r.Request, "worker", r.Worker)
	if state == silent {
		log.Warn("the worker of a job is silent: returned the job to the queue")
		d.store.tell(func(o Observer) { o.Expired(r) })
		return
	}
	log.Error("a job makes no progress: returned it to the queue")
	d.stuck.Add(1)
	_ = d.store.command(r, protocol.Fence) // repeated with the next beat
}

// A leaseState says whether a worker keeps its job.
type leaseState int

const (
	alive  leaseState = iota
	silent            // the worker was not heard of for the lease time, or since it was given the job
	stuck             // the worker is alive, but the job makes no progress
)

// state returns the state of a lease, which is alive if the lease has ended.
func (l *leases) state(of *lease, now time.Time, s Settings) leaseState {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byKey[of.record.Key()] != of {
		return alive
	}
	return of.state(now, s)
}

func (of *lease) state(now time.Time, s Settings) leaseState {
	limit := s.Lease
	if of.offered {
		limit = min(limit, offerTime)
	}
	switch {
	case now.Sub(of.heard) > limit:
		return silent
	case now.Sub(of.moved) > s.Stuck && of.ending == 0:
		return stuck
	}
	return alive
}

// end removes a lease.
func (l *leases) end(of *lease) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byKey[of.record.Key()] == of {
		delete(l.byKey, of.record.Key())
	}
}

// overdue returns the leases of running jobs that are silent or stuck. It begins the leases of
// running jobs that it does not know, and removes those of jobs that have ended.
func (l *leases) overdue(running []Record, now time.Time, s Settings) (found []*lease) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := map[string]bool{}
	for i := range running {
		r := &running[i]
		name := r.Key()
		seen[name] = true
		of := l.byKey[name]
		if of == nil || of.record.Epoch != r.Epoch {
			l.begin(r, now) // first heard of after a start of this server
		} else if of.state(now, s) != alive {
			found = append(found, of)
		}
	}
	for name, of := range l.byKey {
		if !seen[name] && now.Sub(of.heard) > s.Lease {
			delete(l.byKey, name)
		}
	}
	return found
}

// maxLate is the number of jobs that failLate ends at once.
const maxLate = 100

// watchDeadlines ends queued jobs whose deadline has passed, until the context is done.
func (d *Dispatcher) watchDeadlines(ctx context.Context) {
	for retry.Sleep(ctx, deadlineEvery) {
		d.failLate(ctx)
	}
}

// deadlineEvery is the interval between checks of deadlines.
const deadlineEvery = time.Second

// failLate ends queued jobs whose deadline has passed.
func (d *Dispatcher) failLate(ctx context.Context) {
	if len(d.hub.late(d.store.Now(), 1)) == 0 {
		return
	}
	if err := d.store.clock.ask(ctx, d.store.nc); err != nil {
		d.log.Warn("cannot ask other servers for the time", "error", err)
		return
	}
	for _, r := range d.hub.late(d.store.Now(), maxLate) {
		if err := d.store.failLate(ctx, &r); err != nil {
			d.log.Warn("cannot end a job after its deadline", "job", r.ID, "request", r.Request, "error", err)
		}
	}
}
