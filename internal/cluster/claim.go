package cluster

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// maxClaims is the number of times that a job may be claimed without a new checkpoint. The next
// claim fails the job, because the job probably crashes its workers.
const maxClaims = 5

// Reasons why a worker cannot claim a job.
var (
	errNotQueued = errors.New("the job is not queued")
	errPoison    = errors.New("the job was claimed too often without a new checkpoint")
	errTooLate   = errors.New("no worker was free before the deadline of the job")
)

// Codes of faults.
const (
	codePoison   = "poison"
	codeDeadline = "deadline"
	codeStuck    = "stuck"
)

// An owner is a worker process of a pool.
type owner struct{ pool, session, name string }

// claim makes a worker the owner of a queued job. known is the record, which may be outdated. If
// the error is errNotQueued, claim returns the current record.
func (s *Store) claim(ctx context.Context, known *Record, by owner) (*Record, error) {
	secret := rand.Text()
	spent := known.Checkpoint
	change := func(r *Record) error {
		switch {
		case r.Secret == secret:
			return errUnchanged // already written; the reply was lost
		case r.State != Queued:
			return errNotQueued
		}
		spent = r.Checkpoint
		if r.claim(by, secret, s.Now()); r.isPoison() {
			return s.writeDeadLetter(ctx, r)
		}
		return nil
	}
	r, err := s.changeKnown(ctx, known, change)
	if err != nil && !errors.Is(err, errNotQueued) {
		r, err = s.change(ctx, known.Tenant, known.ID, change)
	}
	if err != nil && !errors.Is(err, errUnchanged) {
		return r, err
	}
	if r.State == Failed {
		_ = s.states.remove(ctx, spent) // on failure, the sweeper removes it
	}
	return r, nil
}

// claim makes a worker the owner of a queued job, or ends the job if it was claimed too often or
// its deadline has passed.
func (r *Record) claim(by owner, secret string, now time.Time) {
	if at := r.Deadline(); !at.IsZero() && at.Before(now) && r.Checkpoint == nil {
		r.fail(now, job.Fault{Code: codeDeadline, Detail: errTooLate.Error()})
		return
	}
	r.Epoch++
	if r.Claims >= maxClaims {
		detail := fmt.Sprintf("%v: %d times, the last time by %s", errPoison, r.Claims, r.Worker)
		r.fail(now, job.Fault{Code: codePoison, Detail: detail})
		return
	}
	r.Claims++
	r.leaveQueue(now)
	r.State, r.Worker, r.Pool, r.Session, r.Secret, r.Saves, r.Unsaved = Running, by.name, by.pool, by.session, secret, 0, nil
	if r.Started.IsZero() {
		r.Started = now
	}
}

// isPoison reports whether the job failed because it was claimed too often.
func (r *Record) isPoison() bool {
	return r.State == Failed && r.Faults[0].Code == codePoison
}

func (r *Record) fail(now time.Time, f job.Fault) {
	r.end(Failed, now)
	r.Faults = []job.Fault{f}
}

// owns reports whether a claim of a pool's worker is the current one.
func (r *Record) owns(pool string, c protocol.Claim) bool {
	return r.State == Running && r.Pool == pool && r.Epoch == c.Epoch && r.Secret != "" &&
		subtle.ConstantTimeCompare([]byte(r.Secret), []byte(c.Secret)) == 1
}

// changeClaimed changes the record of a job that a worker owns.
func (s *Store) changeClaimed(ctx context.Context, pool string, c protocol.Claim, by func(*Record) error) (*Record, error) {
	r, err := s.change(ctx, c.Tenant, c.ID, func(r *Record) error {
		if !r.owns(pool, c) {
			return protocol.ErrFenced
		}
		return by(r)
	})
	if errors.Is(err, ErrNotFound) {
		err = protocol.ErrFenced
	}
	return r, err
}

// blobName returns a name that no other attempt uses.
func blobName(c protocol.Claim, number int) string {
	return fmt.Sprintf("%s.%d.%d", key(c.Tenant, c.ID), c.Epoch, number)
}

// stored returns the blob that a worker has sent. The name follows from the claim, so a worker
// cannot refer to the data of others.
func stored(c protocol.Claim, s *protocol.Stored) (*Blob, error) {
	if s == nil {
		return nil, nil
	}
	b := Blob(s.Blob)
	b.Name = ""
	switch {
	case b.Size < 0 || b.Size > protocol.MaxBlob || s.Number < 0:
		return nil, fmt.Errorf("%w: blob number %d with %d bytes", protocol.ErrInvalid, s.Number, b.Size)
	case b.Size <= protocol.InlineSize:
		if int64(len(b.Inline)) != b.Size || protocol.Sum(b.Inline) != b.SHA256 {
			return nil, fmt.Errorf("%w: the blob does not match its size and hash", protocol.ErrInvalid)
		}
	default:
		b.Inline, b.Name, b.Segment = nil, blobName(c, s.Number), protocol.SegmentSize
	}
	return &b, nil
}

// checkUploaded returns ErrCorrupt if a blob that a worker wants to save is not an unsaved one, or
// lacks a segment.
func (s *Store) checkUploaded(ctx context.Context, r *Record, kind protocol.Kind, b *Blob) error {
	if b == nil || b.Name == "" {
		return nil
	}
	if !r.isUnsaved(kind, b) {
		return fmt.Errorf("%w: the %s with %d bytes was not uploaded, or was replaced", protocol.ErrCorrupt, kind, b.Size)
	}
	return s.bucket(kind).checkSegments(ctx, b)
}

// save makes a stored blob the checkpoint of a job and deletes the previous one. If it is unknown
// whether the record was written, the new blob stays, because the record may refer to it.
func (s *Store) save(ctx context.Context, pool string, m protocol.Save) error {
	b, err := stored(m.Claim, &m.Checkpoint)
	if err != nil {
		return err
	}
	var before *Blob
	var dropped []Unsaved
	r, err := s.changeClaimed(ctx, pool, m.Claim, func(r *Record) error {
		if m.Checkpoint.Number <= r.Saves {
			return errUnchanged // already written, and the reply was lost; or there is a later checkpoint
		}
		if err := s.checkUploaded(ctx, r, protocol.Checkpoint, b); err != nil {
			return err
		}
		before, r.Checkpoint, r.Kept, r.Claims, r.Saves = r.Checkpoint, b, &m.At, 0, m.Checkpoint.Number
		dropped = r.drop(none)
		return nil
	})
	switch {
	case errors.Is(err, errUnchanged):
		return nil
	case err != nil:
		return err
	}
	s.removeUnsaved(ctx, r, dropped)
	_ = s.states.remove(ctx, before) // on failure, the sweeper removes it
	return nil
}

// release returns a job to the queue. A job that was cancelled in the meantime and has no
// checkpoint ends.
func (s *Store) release(ctx context.Context, pool string, c protocol.Claim) error {
	var dropped []Unsaved
	r, err := s.changeClaimed(ctx, pool, c, func(r *Record) error {
		r.Claims = max(r.Claims-1, 0)
		dropped = r.drop(none)
		r.requeue(s.Now())
		return nil
	})
	switch {
	case errors.Is(err, protocol.ErrFenced) && r != nil && r.Epoch == c.Epoch && r.Pool == pool && r.State != Running:
		return nil // already written; the reply was lost
	case err != nil:
		return err
	}
	err = s.announceState(r)
	s.removeUnsaved(ctx, r, dropped)
	return err
}

// requeue returns a running job to the queue. A cancelled job without a checkpoint ends.
func (r *Record) requeue(now time.Time) {
	r.State, r.Secret, r.Returned = Queued, "", now
	if r.Cancel && r.Checkpoint == nil {
		r.end(Cancelled, now)
	}
}

// expire takes a job from its worker and returns it to the queue. It returns errUnchanged if the
// record has changed since it was read. If the worker was only silent, its claim is no longer
// counted when it is heard again.
func (s *Store) expire(ctx context.Context, known *Record, silent bool) error {
	var dropped []Unsaved
	r, err := s.change(ctx, known.Tenant, known.ID, func(r *Record) error {
		if r.State != Running || r.Epoch != known.Epoch || !r.Created.Equal(known.Created) {
			return errUnchanged
		}
		if r.Lost = nil; silent {
			r.Lost = &Lost{r.Pool, r.Epoch, r.Secret}
		}
		dropped = r.drop(none)
		r.requeue(s.Now())
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		return errUnchanged
	}
	if err != nil {
		return err
	}
	err = s.announceState(r)
	short, cancel := withTimeout(ctx) // other leases wait; the sweeper removes the rest
	defer cancel()
	s.removeUnsaved(short, r, dropped)
	return err
}

// lost reports whether a claim of a pool's worker is the last one that was taken from a silent
// worker.
func (r *Record) lost(pool string, c protocol.Claim) bool {
	return r.Lost != nil && *r.Lost == Lost{pool, c.Epoch, c.Secret}
}

// uncountClaim removes a claim that was taken from a silent worker from the claim count, because
// the worker is alive: the job did not crash it. It changes nothing else.
func (s *Store) uncountClaim(ctx context.Context, pool string, c protocol.Claim) error {
	_, err := s.change(ctx, c.Tenant, c.ID, func(r *Record) error {
		if r.State.Ended() || r.Claims == 0 || !r.lost(pool, c) {
			return errUnchanged
		}
		r.Claims, r.Lost = r.Claims-1, nil
		return nil
	})
	if errors.Is(err, errUnchanged) || errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (s *Store) announceState(r *Record) error {
	return s.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Worker: r.Worker, Epoch: r.Epoch, Kept: r.Kept, Digest: r.Digest})
}
