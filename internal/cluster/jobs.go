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

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// ErrKeyReused says that a key was used for another job before.
var ErrKeyReused = errors.New("this idempotency key belongs to another job")

// errUndecided says that a node which cannot reach the others has the record of a job, and
// does not know whether it counts.
var errUndecided = fmt.Errorf("taking a job: it is not decided whether it was taken before: %w", jetstream.ErrNoStreamResponse)

// A Submission is a job that somebody wants done.
type Submission struct {
	Tenant     string
	Key        string // the same key gives the same job; "" = a new one each time
	Spec       job.Spec
	N          int     // size of the instance, if it is known
	MaxSeconds float64 // seconds that the search may take, whatever the Spec says; 0 = any
	Held       bool    // no wake-up yet: the tenant has as many running as it may
}

// Submit takes a job. Once it returns without an error, the job survives whatever happens.
// existed tells that the key was used for the same job before.
func (s *Store) Submit(ctx context.Context, sub Submission) (r *Record, existed bool, err error) {
	r = &Record{
		Schema: schema, Tenant: sub.Tenant, ID: newID(sub.Tenant, sub.Key), Spec: sub.Spec, N: sub.N, MaxSeconds: sub.MaxSeconds,
		State: Queued, Created: time.Now().UTC(),
	}
	data, err := r.encode()
	if err != nil {
		return nil, false, err
	}
	if err := s.checkSpace(len(data)); err != nil {
		return nil, false, err
	}
	r.revision, err = s.records.Create(ctx, r.Key(), data)
	if isConflict(err) {
		r, err = s.FindSubmission(ctx, sub)
		if errors.Is(err, ErrNotFound) {
			return nil, false, errUndecided
		}
		if err != nil {
			return r, true, err
		}
		existed, data = true, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("taking a job: %w", err)
	}
	if !sub.Held && !r.State.Ended() {
		if err := s.sendWakeUp(ctx, newWakeUp(r, data)); err != nil {
			return r, existed, nil // it is taken: the sweeper sends the wake-up again
		}
	}
	return r, existed, nil
}

// Submitted is the job that the key of a submission was used for before. Without a key
// there is none.
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

// sameSpec compares what is written: an empty map and none at all are the same then.
func sameSpec(a, b job.Spec) (bool, error) {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return bytes.Equal(x, y), errors.Join(errX, errY)
}

// newID is a name for a job: random, or that of a key.
func newID(tenant, key string) string {
	if key == "" {
		return strings.ToLower(rand.Text())
	}
	h := sha256.Sum256([]byte(tenant + "\x00" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h[:])[:26])
}

// Wake tells workers of a job. A second wake-up of the same job is none.
func (s *Store) Wake(ctx context.Context, tenant, id string) error {
	return s.sendWakeUp(ctx, nats.NewMsg(wakeSubject+key(tenant, id)))
}

func (s *Store) sendWakeUp(ctx context.Context, wakeUp *nats.Msg) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	_, err := s.js.PublishMsg(ctx, wakeUp)
	var api *jetstream.APIError
	if errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject") {
		return nil
	}
	return err
}

// Get reads a job.
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

// entryRecord reads what is stored. Workers write records: one that says it is of another
// tenant is not believed.
func recordOf(e jetstream.KeyValueEntry) (*Record, error) {
	r, err := decodeRecord(e.Value())
	if err != nil {
		return nil, err
	}
	if r.Key() != e.Key() {
		return nil, fmt.Errorf("%w: that of %s says that it is of %s", errUnreadable, e.Key(), budget.Quote(r.Key()))
	}
	r.revision = e.Revision()
	return r, nil
}

// ResultBytes is the result of a job, as its worker wrote it. One whose bytes are not those
// of its hash is at fault.
func (s *Store) ResultBytes(ctx context.Context, r *Record) ([]byte, error) {
	if r.Result == nil {
		return nil, fmt.Errorf("the result of job %s: %w", r.ID, ErrNotFound)
	}
	data, err := s.results.get(ctx, r.Result)
	if errors.Is(err, errCorrupt) {
		return nil, &job.Fault{Code: job.BadResult, Detail: fmt.Sprintf("the result: %v", err)}
	}
	return data, err
}

// errUnchanged ends a change without one.
var errUnchanged = errors.New("nothing to change")

// change reads a record, changes it and writes it, again and again until nobody else has
// written it meanwhile. The change may be asked for more than once.
func (s *Store) change(ctx context.Context, tenant, id string, by func(*Record) error) (*Record, error) {
	for {
		r, err := s.Get(ctx, tenant, id)
		if err != nil {
			return nil, err
		}
		if err := by(r); err != nil {
			return r, err
		}
		if err := s.swap(ctx, r); !isConflict(err) {
			return r, err
		}
	}
}

// changeKnown is change of a record that was read before. Somebody may have written it
// since: that is a conflict.
func (s *Store) changeKnown(ctx context.Context, known *Record, by func(*Record) error) (*Record, error) {
	r := *known
	if err := by(&r); err != nil {
		return &r, err
	}
	return &r, s.swap(ctx, &r)
}

// swap writes a record, if nobody has written it since it was read.
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

// conflict tells whether somebody else has written a record. Replicas have a code of their
// own for that.
func isConflict(err error) bool {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return errors.Is(err, jetstream.ErrKeyExists)
	}
	return api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}

// Cancel ends a job. One that runs keeps its best solution, and ends in a moment.
func (s *Store) Cancel(ctx context.Context, tenant, id string) (*Record, error) {
	r, err := s.change(ctx, tenant, id, func(r *Record) error {
		if r.State.Ended() || r.Cancel {
			return errUnchanged
		}
		r.Cancel = true
		if r.State == Queued && r.Checkpoint == nil {
			r.end(Cancelled)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return nil, err
	}
	if r.State.Ended() {
		return r, s.announce(Event{Tenant: r.Tenant, ID: r.ID, State: r.State})
	}
	if r.State == Queued { // a worker makes the result of its checkpoint
		return r, s.Wake(ctx, tenant, id)
	}
	return r, s.nc.Publish(cancelSubject+key(tenant, id), nil)
}

// end is the end of a job.
func (r *Record) end(as State) {
	r.State, r.Ended, r.Checkpoint = as, time.Now().UTC(), nil
}

// markerAge is how long it is remembered that a job was forgotten, for those who follow.
const markerAge = time.Hour

// Delete forgets a job that has ended.
func (s *Store) Delete(ctx context.Context, r *Record) error {
	if !r.State.Ended() {
		return fmt.Errorf("job %s is %s: cancel it first", r.ID, r.State)
	}
	if err := errors.Join(s.results.remove(ctx, r.Result), s.results.remove(ctx, r.Frames)); err != nil {
		return err
	}
	return s.records.Purge(ctx, r.Key(), jetstream.LastRevision(r.revision), jetstream.PurgeTTL(markerAge))
}

// bury writes a job that kills its workers where somebody can look at it.
func (s *Store) writeDeadLetter(ctx context.Context, r *Record) error {
	data, err := r.encode()
	if err != nil {
		return err
	}
	_, err = s.js.Publish(ctx, deadSubject+r.Key(), data)
	return err
}

// Refuse makes a job that has a wrong result a failed one, with a dead letter.
func (s *Store) RejectResult(ctx context.Context, of *Record, faults []job.Fault) error {
	letter := *of
	r, err := s.change(ctx, of.Tenant, of.ID, func(r *Record) error {
		if r.Epoch != of.Epoch || r.Result == nil {
			return errUnchanged
		}
		r.State, r.Faults, r.Result, r.Frames, r.Digest = Failed, faults, nil, nil, nil
		return nil
	})
	if errors.Is(err, errUnchanged) {
		return nil
	}
	if err != nil {
		return err
	}
	letter.Faults = faults
	event := Event{Tenant: r.Tenant, ID: r.ID, State: r.State, Worker: r.Worker, Epoch: r.Epoch}
	return errors.Join(s.writeDeadLetter(ctx, &letter), s.announce(event))
}
