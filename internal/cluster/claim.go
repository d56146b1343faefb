package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// maxClaims is the number of times that a job may be claimed without a new checkpoint. The next
// claim fails the job, because the job probably crashes its workers.
const maxClaims = 3

// Reasons why a worker cannot claim a job, or has lost it.
var (
	errEnded   = errors.New("the job has ended")
	errClaimed = errors.New("another worker has claimed the job")
	errMine    = errors.New("this worker has already claimed the job")
	errFenced  = errors.New("lost the job: another worker has claimed it")
	errPoison  = errors.New("the job was claimed too often without a new checkpoint")
)

// A claimRequest is a worker's request to claim a job after a wake-up.
type claimRequest struct {
	worker string
	first  bool    // first delivery of the wake-up, which does not take the job from a live owner
	epoch  uint64  // epoch of the worker's current attempt at the job, or 0
	known  *Record // record carried by the wake-up, or nil
}

// claim makes a worker the owner of a job.
func (s *Store) claim(ctx context.Context, tenant, id string, by claimRequest) (*Record, error) {
	var epoch uint64
	var spent *Blob
	change := func(r *Record) error {
		switch {
		case r.State.Ended():
			return errEnded
		case epoch > 0 && r.Epoch == epoch && r.Worker == by.worker:
			return errUnchanged // already written; the reply was lost
		}
		if err := s.checkClaimable(ctx, r, by); err != nil {
			return err
		}
		r.Epoch++
		epoch = r.Epoch
		if r.Claims >= maxClaims {
			spent = r.Checkpoint
			r.end(Failed)
			r.Faults = []job.Fault{{Code: codePoison, Detail: fmt.Sprintf("%v: %d times, the last time by %s", errPoison, r.Claims, r.Worker)}}
			return nil
		}
		// A claim of a job that this worker already runs is a repetition after a lost reply and
		// does not count again.
		if r.State != Running || r.Worker != by.worker {
			r.Claims++
		}
		r.State, r.Worker = Running, by.worker
		if r.Started.IsZero() {
			r.Started = time.Now().UTC()
		}
		return nil
	}
	var r *Record
	var err error
	if by.known != nil {
		r, err = s.changeKnown(ctx, by.known, change)
	}
	if by.known == nil || isConflict(err) {
		epoch = 0 // the epoch that follows a stale record may belong to a different attempt
		r, err = s.change(ctx, tenant, id, change)
	}
	switch {
	case errors.Is(err, errEnded) && r.poisoned():
		// The worker that detected the poison job may have crashed before it wrote the dead letter.
		return r, errPoison
	case err != nil && !errors.Is(err, errUnchanged):
		return r, err
	case r.State == Failed:
		_ = s.states.remove(ctx, spent) // on failure, the sweeper removes it
		return r, errPoison
	}
	return r, nil
}

// checkClaimable returns an error if a worker may not claim a job.
func (s *Store) checkClaimable(ctx context.Context, r *Record, by claimRequest) error {
	switch {
	case r.State != Running:
		return nil
	case r.Worker == by.worker && r.Epoch == by.epoch:
		return errMine
	case !by.first || r.Worker == by.worker:
		return nil
	}
	there, err := s.alive(ctx, r.Worker)
	if there {
		return errClaimed
	}
	return err
}

// codePoison is the fault code of a job that was claimed too often.
const codePoison = "poison"

func (r *Record) poisoned() bool {
	return r.State == Failed && len(r.Faults) > 0 && r.Faults[0].Code == codePoison
}

// sameAttempt reports whether, according to now, the attempt that claimed r still owns the job. It
// compares creation times too, because an id can be reused after its job was deleted, and then the
// epochs restart.
func (r *Record) sameAttempt(now *Record) bool {
	return now.Epoch == r.Epoch && now.Created.Equal(r.Created)
}

func (s *Store) changeClaimed(ctx context.Context, of *Record, by func(*Record) error) (*Record, error) {
	return s.change(ctx, of.Tenant, of.ID, func(r *Record) error {
		if !of.sameAttempt(r) || r.State != Running {
			return errFenced
		}
		return by(r)
	})
}

// checkpoint stores the checkpoint of a job and deletes the previous one. If it is unknown whether
// the record was written, the new blob stays, because the record may refer to it.
func (s *Store) checkpoint(ctx context.Context, of *Record, data []byte, at Progress, number int) error {
	b, err := s.states.put(ctx, blobName(of, number), data)
	if err != nil {
		return err
	}
	var before *Blob
	_, err = s.changeClaimed(ctx, of, func(r *Record) error {
		before, r.Checkpoint, r.Kept, r.Claims = r.Checkpoint, b, &at, 0
		return nil
	})
	if errors.Is(err, errFenced) {
		return errors.Join(err, s.states.remove(ctx, b))
	}
	if err != nil {
		return err
	}
	_ = s.states.remove(ctx, before) // on failure, the sweeper removes it
	return nil
}

// blobName returns a name that no other worker and no other attempt uses.
func blobName(of *Record, number int) string {
	return fmt.Sprintf("%s.%d.%d", of.Key(), of.Epoch, number)
}

// finish ends a job. It announces the end only after the record is written.
func (s *Store) finish(ctx context.Context, of *Record, o outcome) (*Record, error) {
	var before *Blob
	change := func(r *Record) error {
		switch {
		case of.sameAttempt(r) && r.State == o.state:
			return errUnchanged // already written; the reply was lost
		case !of.sameAttempt(r) || r.State != Running:
			return errFenced
		}
		before = r.Checkpoint
		r.end(o.state)
		r.Result, r.Frames, r.Digest, r.Faults = o.result, o.frames, o.digest, o.faults
		return nil
	}
	r, err := s.changeKnown(ctx, of, change)
	if isConflict(err) {
		r, err = s.change(ctx, of.Tenant, of.ID, change)
	}
	if err != nil && !errors.Is(err, errUnchanged) {
		return nil, err
	}
	_ = s.states.remove(ctx, before) // on failure, the sweeper removes it
	event := Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Worker: r.Worker, Epoch: r.Epoch, Digest: r.Digest}
	return r, s.announce(event)
}

// release returns a job to the queue. A job that was cancelled in the meantime and has no
// checkpoint ends.
func (s *Store) release(ctx context.Context, of *Record) error {
	r, err := s.changeClaimed(ctx, of, func(r *Record) error {
		r.State, r.Claims = Queued, max(r.Claims-1, 0)
		if r.Cancel && r.Checkpoint == nil {
			r.end(Cancelled)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Epoch: r.Epoch, Kept: r.Kept})
}

// undoClaim removes the claim of a fenced worker from the claim count, because the worker is alive:
// only its heartbeats were lost. It changes nothing else.
func (s *Store) undoClaim(ctx context.Context, of *Record) error {
	_, err := s.change(ctx, of.Tenant, of.ID, func(r *Record) error {
		if r.State.Ended() || r.Claims == 0 || !r.Created.Equal(of.Created) {
			return errUnchanged
		}
		r.Claims--
		return nil
	})
	if errors.Is(err, errUnchanged) || errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
