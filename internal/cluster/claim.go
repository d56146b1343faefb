package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// mostClaims is how often a job may be claimed without a new checkpoint. One that kills its
// workers is given up then.
const maxClaims = 3

// Why a worker does not get a job, or no longer has it.
var (
	errEnded   = errors.New("the job has ended")
	errClaimed = errors.New("another worker has the job")
	errMine    = errors.New("this worker has the job")
	errFenced  = errors.New("another worker has been given the job")
	errPoison  = errors.New("the job was claimed too often without a new checkpoint")
)

// A bid is a worker that wants a job because a wake-up came.
type claimRequest struct {
	worker string
	first  bool    // the wake-up came for the first time: then an owner that is there keeps its job
	epoch  uint64  // of the attempt at the job that the worker has already; 0: none
	known  *Record // that the wake-up brought along; nil: none
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
			return errUnchanged // it was written, and the answer was lost
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
		if r.State != Running || r.Worker != by.worker { // else its own claim, whose answer was lost
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
		epoch = 0 // the epoch after that of a stale record can be another attempt's
		r, err = s.change(ctx, tenant, id, change)
	}
	switch {
	case errors.Is(err, errEnded) && r.poisoned():
		return r, errPoison // whoever found that out may have died before it was told
	case err != nil && !errors.Is(err, errUnchanged):
		return r, err
	case r.State == Failed:
		_ = s.states.remove(ctx, spent) // or the sweeper does
		return r, errPoison
	}
	return r, nil
}

// vacant tells why nobody else may have a job.
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

// poison is the code of a job that was given up.
const codePoison = "poison"

func (r *Record) poisoned() bool {
	return r.State == Failed && len(r.Faults) > 0 && r.Faults[0].Code == codePoison
}

// holds tells whether a worker that claimed a job as it was then still has it. An id can
// come again after its job was forgotten, with epochs from the beginning.
func (r *Record) sameAttempt(now *Record) bool {
	return now.Epoch == r.Epoch && now.Created.Equal(r.Created)
}

// owned changes a record that a worker holds with some epoch.
func (s *Store) changeClaimed(ctx context.Context, of *Record, by func(*Record) error) (*Record, error) {
	return s.change(ctx, of.Tenant, of.ID, func(r *Record) error {
		if !of.sameAttempt(r) || r.State != Running {
			return errFenced
		}
		return by(r)
	})
}

// checkpoint makes a blob the checkpoint of a job, and deletes the one before. If it is not
// known whether that was written the blob stays: the record may refer to it.
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
	_ = s.states.remove(ctx, before) // or the sweeper does
	return nil
}

// blobName is that of bytes that a worker writes: no other worker and no other try has it.
func blobName(of *Record, number int) string {
	return fmt.Sprintf("%s.%d.%d", of.Key(), of.Epoch, number)
}

// finish ends a job that a worker holds. It tells nobody before it is written.
func (s *Store) finish(ctx context.Context, of *Record, o outcome) (*Record, error) {
	var before *Blob
	change := func(r *Record) error {
		switch {
		case of.sameAttempt(r) && r.State == o.state:
			return errUnchanged // it was written, and the answer was lost
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
	_ = s.states.remove(ctx, before) // or the sweeper does
	event := Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Worker: r.Worker, Epoch: r.Epoch, Digest: r.Digest}
	return r, s.announce(event)
}

// release gives a job back that a worker has no time to finish. One that was cancelled
// meanwhile and has nothing to keep ends with that.
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

// pardon takes back the claim of a worker that was fenced and lives: it lost the job to a
// silence, and was not killed by it. Nothing else of the record is its to change.
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
