package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// ErrKeyReused indicates that an idempotency key was used for a different job.
var ErrKeyReused = errors.New("the idempotency key belongs to a different job")

// errUndecided indicates that a node without a connection to the other nodes has the record of a
// job, but does not know whether the record was committed.
var errUndecided = fmt.Errorf("cannot submit the job: cannot determine whether it was already submitted: %w", jetstream.ErrNoStreamResponse)

// A Submission is a new job.
type Submission struct {
	Tenant     string
	Key        string // idempotency key, or ""
	Spec       job.Spec
	N          int     // size of the instance, if known
	Unit       string  // unit of its costs, if known
	MaxSeconds float64 // maximum search time, which overrides the Spec; 0 means no maximum
	Request    string  // id of the request, for logs
	Trace      string  // W3C traceparent, or ""
	Start      *Start  // solution that the search starts from, or nil
}

// Submit stores a job. Once it returns without an error, the job survives crashes. existed reports
// whether the same job was submitted with the same key before.
func (s *Store) Submit(ctx context.Context, sub Submission) (r *Record, existed bool, err error) {
	r = &Record{
		Schema: schema, Tenant: sub.Tenant, ID: newID(sub.Tenant, sub.Key), Spec: sub.Spec, N: sub.N, Unit: sub.Unit, MaxSeconds: sub.MaxSeconds,
		State: Queued, Created: s.Now(), Request: sub.Request, Trace: sub.Trace,
	}
	if err := s.putStart(ctx, r, sub.Start); err != nil {
		return nil, false, err
	}
	if err = s.create(ctx, r); isConflict(err) {
		_ = s.states.remove(ctx, r.Start) // on failure, the sweeper removes it
		r, err = s.FindSubmission(ctx, sub)
		if errors.Is(err, ErrNotFound) {
			return nil, false, errUndecided
		}
		return r, true, err
	}
	if err != nil {
		return nil, false, fmt.Errorf("cannot submit the job: %w", err)
	}
	s.tell(func(o Observer) { o.Submitted(r) })
	return r, false, nil
}

// create writes the record of a new job.
func (s *Store) create(ctx context.Context, r *Record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	if err := s.checkSpace(len(data)); err != nil {
		return err
	}
	r.revision, err = s.records.Create(ctx, r.Key(), data)
	return err
}

// FindSubmission returns the job that was submitted with the same key before. If the submission has
// no key, it returns ErrNotFound.
func (s *Store) FindSubmission(ctx context.Context, sub Submission) (*Record, error) {
	if sub.Key == "" {
		return nil, ErrNotFound
	}
	r, err := s.Get(ctx, sub.Tenant, newID(sub.Tenant, sub.Key))
	if err != nil {
		return nil, err
	}
	if same, err := sameSpec(r.Spec, sub.Spec); err != nil || !same {
		return r, errors.Join(err, ErrKeyReused)
	}
	return r, nil
}

// sameSpec reports whether a and b have the same encoded form, in which an empty map equals a
// missing one.
func sameSpec(a, b job.Spec) (bool, error) {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return bytes.Equal(x, y), errors.Join(errX, errY)
}

// newID returns a random job id, or an id derived from the key if there is one.
func newID(tenant, key string) string {
	if key == "" {
		return strings.ToLower(rand.Text())
	}
	h := sha256.Sum256([]byte(tenant + "\x00" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h[:])[:26])
}

// Get reads the record of a job.
func (s *Store) Get(ctx context.Context, tenant, id string) (*Record, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	e, err := s.records.Get(ctx, key(tenant, id))
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return nil, fmt.Errorf("job %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("job %s: %w", id, err)
	}
	return recordOf(e)
}

// recordOf decodes a stored record. It rejects a record that claims to belong to another tenant.
func recordOf(e jetstream.KeyValueEntry) (*Record, error) {
	r, err := decodeRecord(e.Value())
	if err != nil {
		return nil, err
	}
	if r.Key() != e.Key() {
		return nil, fmt.Errorf("%w: the record of job %s contains the id %s", errUnreadable, e.Key(), budget.Quote(r.Key()))
	}
	r.revision, r.written = e.Revision(), e.Created()
	return r, nil
}

// ResultBytes returns the result of a job as its worker wrote it, after verifying its hash.
func (s *Store) ResultBytes(ctx context.Context, r *Record) ([]byte, error) {
	if r.Result == nil {
		return nil, fmt.Errorf("result of job %s: %w", r.ID, ErrNotFound)
	}
	data, err := s.results.get(ctx, r.Result)
	if errors.Is(err, errCorrupt) {
		return nil, &job.Fault{Code: job.BadResult, Detail: fmt.Sprintf("result: %v", err)}
	}
	return data, err
}

// errUnchanged makes change return without writing the record.
var errUnchanged = errors.New("nothing to change")

// change reads, changes and writes a record, and retries if another write intervenes. It may call
// by more than once.
func (s *Store) change(ctx context.Context, tenant, id string, by func(*Record) error) (*Record, error) {
	for {
		r, err := s.Get(ctx, tenant, id)
		if err != nil {
			return nil, err
		}
		before := r.State
		if err := by(r); err != nil {
			return r, err
		}
		if err := s.swap(ctx, r); !isConflict(err) {
			s.tellEnd(before, r, err)
			return r, err
		}
	}
}

// changeKnown changes a record that was read before. It returns a conflict error if the record was
// written since.
func (s *Store) changeKnown(ctx context.Context, known *Record, by func(*Record) error) (*Record, error) {
	r := *known
	if err := by(&r); err != nil {
		return &r, err
	}
	err := s.swap(ctx, &r)
	s.tellEnd(known.State, &r, err)
	return &r, err
}

// swap writes a record if the stored one is unchanged since it was read.
func (s *Store) swap(ctx context.Context, r *Record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	revision, err := s.records.Update(ctx, r.Key(), data, r.revision)
	if err == nil {
		r.revision = revision
	}
	return err
}

// isConflict reports whether another write intervened. Replicated streams report this with a
// different error code.
func isConflict(err error) bool {
	return errors.Is(err, jetstream.ErrKeyExists) ||
		hasCode(err, jetstream.JSErrCodeStreamWrongLastSequence) ||
		hasCode(err, jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// Cancel cancels a job. A running job ends shortly after and keeps its best solution.
func (s *Store) Cancel(ctx context.Context, tenant, id string) (*Record, error) {
	r, err := s.change(ctx, tenant, id, func(r *Record) error { return r.requestCancel(s.Now()) })
	switch {
	case err != nil && !errors.Is(err, errUnchanged):
		return nil, err
	case r.State.Ended():
		return r, s.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State})
	case r.State == Running:
		return r, s.command(r, protocol.Cancel)
	}
	return r, nil // a worker will build the result from the checkpoint
}

// command sends a control message to the worker that runs a job. If it is lost, the next beat of
// the worker repeats it.
func (s *Store) command(r *Record, c protocol.Command) error {
	return protocol.Send(s.nc, r.Pool, r.Session, protocol.Message{Command: c, Tenant: r.Tenant, ID: r.ID, Epoch: r.Epoch})
}

// requestCancel marks a job as cancelled. It ends a queued job without a checkpoint.
func (r *Record) requestCancel(now time.Time) error {
	if r.State.Ended() || r.Cancel {
		return errUnchanged
	}
	r.Cancel = true
	if r.State == Queued && r.Checkpoint == nil {
		r.end(Cancelled, now)
	}
	return nil
}

func (r *Record) end(as State, now time.Time) {
	r.leaveQueue(now)
	r.State, r.Ended, r.Checkpoint, r.Secret = as, now, nil, ""
}

// markerAge is how long the deletion of a job stays visible to hubs.
const markerAge = time.Hour

// ErrState indicates that a job is in a state in which it cannot be changed as requested.
var ErrState = errors.New("the state of the job does not permit this")

// A stateError states which state was expected.
type stateError struct{ detail string }

func (e *stateError) Error() string { return e.detail }
func (e *stateError) Unwrap() error { return ErrState }

// Delete deletes a job that has ended.
func (s *Store) Delete(ctx context.Context, r *Record) error {
	if !r.State.Ended() {
		return &stateError{fmt.Sprintf("job %s is %s: cancel it first", r.ID, r.State)}
	}
	if err := errors.Join(s.states.remove(ctx, r.Start), s.results.remove(ctx, r.Result), s.results.remove(ctx, r.Frames)); err != nil {
		return err
	}
	return s.records.Purge(ctx, r.Key(), jetstream.LastRevision(r.revision), jetstream.PurgeTTL(markerAge))
}

// Erase deletes a job that has ended, with its result, its frames, its events and its dead letter.
func (s *Store) Erase(ctx context.Context, tenant, id string) error {
	r, err := s.Get(ctx, tenant, id)
	if err != nil {
		return err
	}
	if err := s.Delete(ctx, r); err != nil {
		return err
	}
	events, err := s.js.Stream(ctx, eventStream)
	if err != nil {
		return err
	}
	return errors.Join(
		events.Purge(ctx, jetstream.WithPurgeSubject(eventSubject+r.Key())),
		s.DropDeadLetter(ctx, tenant, id),
	)
}
