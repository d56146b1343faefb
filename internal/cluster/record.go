package cluster

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

type (
	// State is the state of a job.
	State = job.State
	// Progress describes the progress of a search.
	Progress = job.Progress
	// Digest summarises a result.
	Digest = job.Digest
)

// A job is queued, then running, then in one of the final states.
const (
	Queued    = job.Queued
	Running   = job.Running
	Done      = job.Done
	Failed    = job.Failed
	Cancelled = job.Cancelled
)

// States returns all states in the order in which a job passes through them.
func States() []State { return job.States() }

const (
	schemaFamily = "tourmaline/job/"
	schema       = schemaFamily + "v1"
)

// A Record is the stored form of a job. Every change is a compare-and-swap.
type Record struct {
	Schema     string   `json:"schema"`
	Tenant     string   `json:"tenant"`
	ID         string   `json:"id"`
	Spec       job.Spec `json:"spec"`
	N          int      `json:"n,omitempty"`    // size of the instance, if known
	Unit       string   `json:"unit,omitempty"` // unit of its costs, if known
	MaxSeconds float64  `json:"most,omitempty"` // maximum search time; 0 means no maximum

	State   State     `json:"state"`
	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"` // time of the first claim
	Ended   time.Time `json:"ended,omitzero"`

	Returned time.Time     `json:"returned,omitzero"` // time at which a claimed job went back to the queue; zero if it is not there
	Idle     time.Duration `json:"idle,omitempty"`    // time that a claimed job has spent back in the queue before

	// Epoch increases with every claim. Workers with an older epoch are fenced.
	Epoch   uint64 `json:"epoch"`
	Worker  string `json:"worker,omitempty"`  // name of the last worker that claimed the job
	Pool    string `json:"pool,omitempty"`    // pool of that worker
	Session string `json:"session,omitempty"` // process of that worker
	Secret  string `json:"secret,omitempty"`  // proves that a worker received the claimed job
	Claims  int    `json:"claims,omitempty"`  // number of claims since the last checkpoint
	Lost    *Lost  `json:"lost,omitempty"`    // last claim that was taken from a silent worker
	Saves   int    `json:"saves,omitempty"`   // number of the last checkpoint of this epoch
	// Unsaved are the blobs of this epoch that a worker uploads, in the order of their numbers.
	Unsaved []Unsaved `json:"unsaved,omitempty"`
	Cancel  bool      `json:"cancel,omitempty"`  // cancellation was requested
	Request string    `json:"request,omitempty"` // id of the request that submitted the job
	Trace   string    `json:"trace,omitempty"`   // W3C traceparent of the submission

	Start      *Blob    `json:"start,omitempty"` // solution that the search starts from
	StartCost  *float64 `json:"start_cost,omitempty"`
	Checkpoint *Blob    `json:"checkpoint,omitempty"`
	// progress of the checkpoint, which survives a crash
	Kept *Progress `json:"kept,omitempty"`
	// Result has the format tourmaline/result/v1. It is also present if the job was cancelled while
	// running.
	Result *Blob `json:"result,omitempty"`
	// Frames is the history of the best tour, as reported by the worker; see recording.
	Frames *Blob       `json:"frames,omitempty"`
	Digest *Digest     `json:"digest,omitempty"` // of the verified result
	Faults []job.Fault `json:"faults,omitempty"` // reasons for a failure
	// Verdict is nil if no server has verified the result on receipt, as in older versions.
	Verdict *Verdict `json:"verdict,omitempty"`

	revision uint64
	written  time.Time // by the clock of the broker; zero for a record that was not read
	foreign  bool      // a summary of a record with fields of a later version
	read     []byte    // original bytes of a record of a later version, to preserve its unknown fields
}

// A Lost claim was taken from a silent worker.
type Lost struct {
	Pool   string `json:"pool"`
	Epoch  uint64 `json:"epoch"`
	Secret string `json:"secret"`
}

// A Verdict states that a server has verified a result.
type Verdict struct {
	Cost    float64 `json:"cost"`    // recomputed from the solution
	Version string  `json:"version"` // of the server
}

// Key returns the key of the record in its bucket.
func (r *Record) Key() string { return key(r.Tenant, r.ID) }

func key(tenant, id string) string { return tenant + "." + id }

// cutKey returns the tenant and the id in a key.
func cutKey(key string) (tenant, id string, ok bool) { return strings.Cut(key, ".") }

// Deadline returns the time by which the result is needed, or the zero time.
func (r *Record) Deadline() time.Time {
	if r.Spec.Placement.Deadline <= 0 {
		return time.Time{}
	}
	return r.Created.Add(r.Spec.Placement.Deadline)
}

// waitingSince returns the time at which a queued job came into the queue.
func (r *Record) waitingSince() time.Time { return cmp.Or(r.Returned, r.Created) }

// leaveQueue adds the time that a job was back in the queue.
func (r *Record) leaveQueue(now time.Time) {
	if !r.Returned.IsZero() {
		r.Idle += max(now.Sub(r.Returned), 0)
		r.Returned = time.Time{}
	}
}

// RunTime returns the time from the first claim to the end, without the time back in the queue. ok
// is false if no worker has claimed the job or it has not ended.
func (r *Record) RunTime() (d time.Duration, ok bool) {
	return max(r.Ended.Sub(r.Started)-r.Idle, 0), !r.Started.IsZero() && r.State.Ended()
}

// Errors of unreadable records. Job specifications are decoded strictly: if a specification has
// fields that this version does not know, a worker leaves the job to other workers.
var (
	errUnreadable = errors.New("unreadable job record")
	errNewer      = fmt.Errorf("%w: it was written by a later version", errUnreadable)
)

// maxSeconds returns the maximum search time of an attempt that begins now, so that the job ends by
// its deadline; 0 means no maximum. The time until the checkpoint counts as search time.
func (r *Record) maxSeconds(now time.Time) float64 {
	if r.Deadline().IsZero() {
		return r.MaxSeconds
	}
	left := max(r.Deadline().Sub(now).Seconds(), minSeconds)
	if r.Kept != nil && r.Checkpoint != nil {
		left += r.Kept.Seconds
	}
	if r.MaxSeconds > 0 {
		left = min(left, r.MaxSeconds)
	}
	return left
}

// minSeconds is the search time of a job that starts just before its deadline.
const minSeconds = 0.1

// decodeRecord decodes a record and preserves unknown fields.
func decodeRecord(data []byte) (*Record, error) {
	r := &Record{}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(r) == nil && r.Schema == schema {
		return r, nil // the record has no fields of a later version
	}
	return decodeForeign(data)
}

// decodeForeign decodes a record that another version may have written.
func decodeForeign(data []byte) (*Record, error) {
	var of struct{ Schema string }
	if err := json.Unmarshal(data, &of); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	switch {
	case of.Schema == schema:
	case strings.HasPrefix(of.Schema, schemaFamily):
		return nil, fmt.Errorf("%w: schema %s, expected %q", errNewer, budget.Quote(of.Schema), schema)
	default:
		return nil, fmt.Errorf("%w: schema %s, expected %q", errUnreadable, budget.Quote(of.Schema), schema)
	}
	r := &Record{read: data}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return r, nil
}

// encode encodes a record. It preserves the original bytes of fields that have not changed since
// the record was read, because a later version may have stored more data in them.
func (r *Record) encode() ([]byte, error) {
	data, err := json.Marshal(r)
	if err != nil || r.read == nil {
		return data, err
	}
	before, err := decodeForeign(r.read)
	if err != nil {
		return nil, err
	}
	before.read = nil
	plain, err := before.encode()
	if err != nil {
		return nil, err
	}
	return merge(r.read, plain, data)
}

// merge applies the difference between before and after, both encoded by this version, to written,
// the original bytes.
func merge(written, before, after []byte) ([]byte, error) {
	var all, was, is map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(written, &all), json.Unmarshal(before, &was), json.Unmarshal(after, &is)); err != nil {
		return nil, err
	}
	for name := range was {
		if _, stays := is[name]; !stays {
			delete(all, name)
		}
	}
	for name, value := range is {
		if !bytes.Equal(value, was[name]) {
			all[name] = value
		}
	}
	return json.Marshal(all)
}

// summary returns the record without large fields, for lists.
func (r *Record) summary() Record {
	short := *r
	short.foreign = r.read != nil
	short.Start = short.Start.withoutData()
	short.Checkpoint, short.Result, short.Frames, short.read = short.Checkpoint.withoutData(), short.Result.withoutData(), short.Frames.withoutData(), nil
	return short
}
