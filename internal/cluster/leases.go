package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A lease is a server's knowledge of a running job, by its own monotonic clock.
type lease struct {
	record Record
	heard  time.Time // time of the last beat
	moves  uint64    // progress of the last beat
	moved  time.Time // time of the last progress
	ending int       // verifications of its result
}

// leases holds the running jobs that this server has heard of.
type leases struct {
	mu    sync.Mutex
	byKey map[string]*lease
}

func (l *leases) start(r *Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begin(r, time.Now())
}

func (l *leases) begin(r *Record, now time.Time) *lease {
	of := &lease{record: *r, heard: now, moved: now}
	l.byKey[r.Key()] = of
	return of
}

// finishing notes that this server begins or ends to verify the result of a job. The job makes no
// progress in the meantime.
func (l *leases) finishing(r *Record, begins bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := l.byKey[r.Key()]
	switch {
	case of == nil:
	case begins:
		of.ending++
	default:
		of.ending--
		of.moved = time.Now()
	}
}

// Beat implements protocol.Handler. It renews the leases of the worker's jobs. It tells the worker
// which jobs it has lost or must cancel.
func (d *Dispatcher) Beat(pool string, b protocol.Beat) {
	if checkWorker(b.Worker) != nil {
		return
	}
	d.members.hear(pool, b.Worker, d.store.Now())
	if b.Worker.Draining {
		d.dismiss(pool, b.Worker.Session)
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
			go d.pardon(pool, p.Claim)
		}
	default: // the hub may not know the latest record
		go d.fenceUnlessOwned(pool, session, p.Claim)
	}
}

// fence sends a worker the message that it has lost a job.
func (d *Dispatcher) fence(pool, session string, c protocol.Claim) {
	_ = protocol.Send(d.store.nc, pool, session, protocol.Message{Command: protocol.Fence, Tenant: c.Tenant, ID: c.ID, Epoch: c.Epoch})
}

func (d *Dispatcher) pardon(pool string, c protocol.Claim) {
	ctx, cancel := withTimeout(context.Background())
	defer cancel()
	if err := d.store.pardon(ctx, pool, c); err != nil {
		d.log.Warn("cannot undo the claim of a worker that is alive", "job", c.ID, "error", err)
	}
}

func (d *Dispatcher) fenceUnlessOwned(pool, session string, c protocol.Claim) {
	ctx, cancel := withTimeout(context.Background())
	defer cancel()
	if _, err := d.owned(ctx, pool, c); errors.Is(err, protocol.ErrFenced) {
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
	of.heard = now
	if moves != of.moves {
		of.moves, of.moved = moves, now
	}
}

// watchLeases returns the jobs of silent workers to the queue and ends jobs whose deadline has
// passed, until the context is done.
func (d *Dispatcher) watchLeases(ctx context.Context) {
	every := max(min(d.store.options.Lease/6, 5*time.Second), 50*time.Millisecond)
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
			d.leases.forgive(now)
		}
		last = now
		select {
		case <-d.hub.ready:
			d.checkLeases(ctx, now)
			d.failLate(ctx)
			d.members.expire(now)
		default:
		}
	}
}

// forgive renews all leases.
func (l *leases) forgive(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range l.byKey {
		of.heard = now
	}
}

// checkLeases takes jobs from workers that are silent or whose jobs make no progress.
func (d *Dispatcher) checkLeases(ctx context.Context, now time.Time) {
	silent, hung := d.leases.overdue(d.hub.running(), now, d.store.options.Settings)
	for _, of := range silent {
		d.log.Warn("the worker of a job is silent: returning the job to the queue", "tenant", of.record.Tenant, "job", of.record.ID, "worker", of.record.Worker)
		d.expired.Add(1)
		d.take(ctx, of, true)
	}
	for _, of := range hung {
		d.log.Error("a job makes no progress: returning it to the queue", "tenant", of.record.Tenant, "job", of.record.ID, "worker", of.record.Worker, "since", now.Sub(of.moved))
		d.stuck.Add(1)
		_ = d.store.command(&of.record, protocol.Fence)
		d.take(ctx, of, false)
	}
}

func (d *Dispatcher) take(ctx context.Context, of *lease, silent bool) {
	if err := d.store.expire(ctx, &of.record, silent); err != nil {
		d.log.Warn("cannot return a job to the queue yet", "job", of.record.ID, "error", err)
	}
}

// overdue removes and returns the leases of running jobs without a recent beat, and of running jobs
// without recent progress.
func (l *leases) overdue(running []Record, now time.Time, s Settings) (silent, hung []*lease) {
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
			continue
		}
		switch {
		case now.Sub(of.heard) > s.Lease:
			silent = append(silent, of)
			delete(l.byKey, name)
		case now.Sub(of.moved) > s.Stuck && of.ending == 0:
			hung = append(hung, of)
			delete(l.byKey, name)
		}
	}
	for name, of := range l.byKey {
		if !seen[name] && now.Sub(of.heard) > s.Lease {
			delete(l.byKey, name) // the job has ended
		}
	}
	return silent, hung
}

// failLate ends queued jobs whose deadline has passed.
func (d *Dispatcher) failLate(ctx context.Context) {
	if len(d.hub.late(d.store.Now())) == 0 {
		return
	}
	if err := d.store.clock.ask(ctx, d.store.nc); err != nil {
		d.log.Warn("cannot ask other servers for the time", "error", err)
		return
	}
	for _, r := range d.hub.late(d.store.Now()) {
		if err := d.store.failLate(ctx, &r); err != nil {
			d.log.Warn("cannot end a job after its deadline", "job", r.ID, "error", err)
		}
	}
}
