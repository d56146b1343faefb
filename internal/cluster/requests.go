package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// owned returns the record of a job that a worker owns. The record lacks inline data.
func (d *Dispatcher) owned(ctx context.Context, pool string, c protocol.Claim) (*Record, error) {
	if !validKey(c.Tenant, c.ID) {
		return nil, fmt.Errorf("%w: invalid job id", protocol.ErrInvalid)
	}
	if v, ok := d.hub.View(c.Tenant, c.ID, NoEvents); ok && v.Record.owns(pool, c) {
		return &v.Record, nil
	}
	r, err := d.store.Get(ctx, c.Tenant, c.ID) // another server may have just given the job to the worker
	switch {
	case errors.Is(err, ErrNotFound) || err == nil && !r.owns(pool, c):
		return nil, protocol.ErrFenced
	case err != nil:
		return nil, err
	}
	return r, nil
}

// Get implements protocol.Handler. It returns a segment of the instance,
// start solution or checkpoint of a job.
func (d *Dispatcher) Get(ctx context.Context, pool string, g protocol.Get) ([]byte, error) {
	r, err := d.owned(ctx, pool, g.Claim)
	if err != nil {
		return nil, err
	}
	switch {
	case g.Kind == protocol.Instance:
		return d.store.instanceSegment(ctx, r.Tenant, r.Spec.Instance, g.Offset)
	case g.Kind == protocol.Start && r.Start != nil && r.Start.Name != "":
		data, err := d.store.states.part(ctx, r.Start, g.Offset)
		return data, storeError(err)
	case g.Kind == protocol.Checkpoint && r.Checkpoint != nil && r.Checkpoint.Name != "":
		data, err := d.store.states.part(ctx, r.Checkpoint, g.Offset)
		return data, storeError(err)
	}
	return nil, fmt.Errorf("%s of job %s: %w", g.Kind, r.ID, protocol.ErrNotFound)
}

// instanceSegment returns up to SegmentSize bytes of an instance. A shorter segment is the last.
func (s *Store) instanceSegment(ctx context.Context, tenant, hash string, offset int64) ([]byte, error) {
	m, err := s.manifest(ctx, tenant, hash)
	if err != nil {
		return nil, storeError(err)
	}
	data, err := s.instances.part(ctx, m.Blob, offset)
	return data, storeError(err)
}

// storeError translates an error for a worker.
func storeError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNotFound):
		return fmt.Errorf("%w: %w", protocol.ErrNotFound, err)
	case errors.Is(err, errCorrupt), errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, jetstream.ErrDigestMismatch):
		return fmt.Errorf("%w: %w", protocol.ErrCorrupt, err)
	case IsFull(err):
		return fmt.Errorf("%w: %w", protocol.ErrFull, err)
	}
	return err
}

// Save implements protocol.Handler.
func (d *Dispatcher) Save(ctx context.Context, pool string, s protocol.Save) error {
	if !s.At.Valid() || !validKey(s.Tenant, s.ID) {
		return fmt.Errorf("%w: progress out of range", protocol.ErrInvalid)
	}
	return storeError(d.store.save(ctx, pool, s))
}

// Release implements protocol.Handler. It returns a job to the queue.
func (d *Dispatcher) Release(ctx context.Context, pool string, c protocol.Claim) error {
	if !validKey(c.Tenant, c.ID) {
		return fmt.Errorf("%w: invalid job id", protocol.ErrInvalid)
	}
	return storeError(d.store.release(ctx, pool, c))
}

// Abandon implements protocol.Handler. The worker that lost a job is alive, so its claim does not
// count.
func (d *Dispatcher) Abandon(ctx context.Context, pool string, c protocol.Claim) error {
	if !validKey(c.Tenant, c.ID) {
		return fmt.Errorf("%w: invalid job id", protocol.ErrInvalid)
	}
	return storeError(d.store.uncountClaim(ctx, pool, c))
}

// Report implements protocol.Handler. It publishes the progress of a job.
func (d *Dispatcher) Report(pool string, r protocol.Report) {
	v, ok := d.hub.View(r.Tenant, r.ID, NoEvents)
	of := &v.Record
	if !ok || !of.owns(pool, r.Claim) || !r.At.Valid() || r.Kept != nil && !r.Kept.Valid() {
		return // also if the hub does not know the claim yet: there will be other reports
	}
	_ = d.store.announce(Event{
		Tenant: of.Tenant, ID: of.ID, State: Running, Worker: of.Worker, Epoch: of.Epoch, Progress: &r.At, Kept: r.Kept,
	})
}

// Finish implements protocol.Handler. It verifies the result before the job ends.
func (d *Dispatcher) Finish(ctx context.Context, pool string, o protocol.Outcome) (protocol.Ended, error) {
	if !validKey(o.Tenant, o.ID) {
		return protocol.Ended{}, fmt.Errorf("%w: invalid job id", protocol.ErrInvalid)
	}
	r, err := d.store.Get(ctx, o.Tenant, o.ID)
	switch {
	case err != nil:
		return protocol.Ended{}, storeError(err)
	case r.endedBy(pool, o.Claim):
		return protocol.Ended{State: r.State, Faults: r.Faults}, nil // already written; the reply was lost
	case !r.owns(pool, o.Claim):
		return protocol.Ended{}, protocol.ErrFenced
	}
	began := d.store.Now()
	defer d.leases.finishing(r)()
	got, err, _ := d.verdict.Do(blobName(o.Claim, 0), func() (any, error) {
		e, err := d.checkOutcome(ctx, r, o)
		if err != nil {
			return nil, err
		}
		return d.store.finish(ctx, pool, o.Claim, e)
	})
	if err != nil {
		return d.alreadyEnded(ctx, pool, o.Claim, err)
	}
	end := got.(*Record)
	d.store.tell(func(o Observer) { o.Finished(end, began) })
	return protocol.Ended{State: end.State, Faults: end.Faults}, nil
}

// alreadyEnded returns the reply for a job that another server has ended in the meantime, or the
// error.
func (d *Dispatcher) alreadyEnded(ctx context.Context, pool string, c protocol.Claim, err error) (protocol.Ended, error) {
	if errors.Is(err, protocol.ErrFenced) {
		if r, fault := d.store.Get(ctx, c.Tenant, c.ID); fault == nil && r.endedBy(pool, c) {
			return protocol.Ended{State: r.State, Faults: r.Faults}, nil
		}
	}
	return protocol.Ended{}, storeError(err)
}

// endedBy reports whether the attempt of a claim has ended the job.
func (r *Record) endedBy(pool string, c protocol.Claim) bool {
	return r.State.Ended() && r.Pool == pool && r.Epoch == c.Epoch
}

// validKey reports whether a tenant and an id can be the key of a record.
func validKey(tenant, id string) bool {
	valid := func(text string) bool {
		for _, c := range text {
			if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
				return false
			}
		}
		return text != "" && len(text) <= 64
	}
	return valid(tenant) && valid(id)
}
