package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A DeadLetter is a job that failed for a reason that its owner cannot mend: it crashed its
// workers, made no progress, or had a wrong result.
type DeadLetter struct {
	Record  Record
	Written time.Time // by the clock of the broker
}

// writeDeadLetter stores a failed record for inspection. It is called before the record is written:
// if one of the two writes fails, the job is not ended, and both are repeated.
func (s *Store) writeDeadLetter(ctx context.Context, r *Record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	if _, err = s.js.Publish(ctx, deadSubject+r.Key(), data); err != nil {
		return fmt.Errorf("cannot write the dead letter of job %s: %w", r.ID, err)
	}
	return nil
}

// DeadLetters lists the dead letters of a tenant, or of all tenants if tenant is "", sorted by
// tenant and job. It starts after the key of the last letter of the previous page.
func (s *Store) DeadLetters(ctx context.Context, tenant, after string, limit int) (letters []DeadLetter, err error) {
	stream, err := s.js.Stream(ctx, deadStream)
	if err != nil {
		return nil, err
	}
	filter := deadSubject + ">"
	if tenant != "" {
		filter = deadSubject + tenant + ".>"
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	var keys []string
	for subject := range info.State.Subjects {
		if k := strings.TrimPrefix(subject, deadSubject); k > after {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys[:min(len(keys), limit)] {
		tenant, id, _ := cutKey(k)
		l, err := s.DeadLetter(ctx, tenant, id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		letters = append(letters, l)
	}
	return letters, nil
}

// DeadLetter returns the dead letter of a job.
func (s *Store) DeadLetter(ctx context.Context, tenant, id string) (DeadLetter, error) {
	stream, err := s.js.Stream(ctx, deadStream)
	if err != nil {
		return DeadLetter{}, err
	}
	m, err := stream.GetLastMsgForSubject(ctx, deadSubject+key(tenant, id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return DeadLetter{}, fmt.Errorf("dead letter of job %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return DeadLetter{}, err
	}
	r, err := decodeRecord(m.Data)
	if err != nil {
		return DeadLetter{}, err
	}
	return DeadLetter{*r, m.Time}, nil
}

// Requeue returns the job of a dead letter to the queue and drops the letter. If the job was
// deleted in the meantime, it is submitted again with the same id.
func (s *Store) Requeue(ctx context.Context, tenant, id string) (*Record, error) {
	letter, err := s.DeadLetter(ctx, tenant, id)
	if err != nil {
		return nil, err
	}
	r, err := s.change(ctx, tenant, id, func(r *Record) error {
		if r.State != Failed {
			return &stateError{fmt.Sprintf("job %s is %s: only a failed job can be returned to the queue", id, r.State)}
		}
		r.reset(s.Now())
		return nil
	})
	if errors.Is(err, ErrNotFound) {
		r = &letter.Record
		r.reset(s.Now())
		r.Created, r.Started, r.Returned, r.Idle, r.Kept, r.Checkpoint = r.Returned, time.Time{}, time.Time{}, 0, nil, nil
		err = s.create(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	return r, errors.Join(s.announceState(r), s.DropDeadLetter(ctx, tenant, id))
}

// reset makes a failed job a queued one.
func (r *Record) reset(now time.Time) {
	r.Returned, r.Idle = now, r.Idle+max(now.Sub(r.Ended), 0)
	r.State, r.Ended, r.Faults, r.Claims, r.Cancel = Queued, time.Time{}, nil, 0, false
	r.Result, r.Frames, r.Digest, r.Verdict = nil, nil, nil, nil
	r.Spec.Placement.Deadline = 0 // it has probably passed
}

// DropDeadLetter deletes the dead letter of a job.
func (s *Store) DropDeadLetter(ctx context.Context, tenant, id string) error {
	stream, err := s.js.Stream(ctx, deadStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(deadSubject+key(tenant, id)))
}
