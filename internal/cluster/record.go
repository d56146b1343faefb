package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A State is the state of a job.
type State string

// A job is queued, then running, then in one of the final states.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States returns all states in the order in which a job passes through them.
func States() []State { return []State{Queued, Running, Done, Failed, Cancelled} }

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

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
	MaxSeconds float64  `json:"most,omitempty"` // maximum search time; 0 means no maximum

	State   State     `json:"state"`
	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"` // time of the first claim
	Ended   time.Time `json:"ended,omitzero"`

	// Epoch increases with every claim. Workers with an older epoch are fenced.
	Epoch  uint64 `json:"epoch"`
	Worker string `json:"worker,omitempty"` // last worker that claimed the job
	// Pool and Session identify the process of the worker.
	Pool    string `json:"pool,omitempty"`
	Session string `json:"session,omitempty"`
	Claims  int    `json:"claims,omitempty"` // number of claims since the last checkpoint
	Cancel  bool   `json:"cancel,omitempty"` // cancellation was requested

	Checkpoint *Blob `json:"checkpoint,omitempty"`
	// progress of the checkpoint, which survives a crash
	Kept *Progress `json:"kept,omitempty"`
	// Result has the format tourmaline/result/v1. It is also present if the job was cancelled while
	// running.
	Result *Blob `json:"result,omitempty"`
	// Frames is the history of the best tour, as reported by the worker; see recording.
	Frames *Blob       `json:"frames,omitempty"`
	Digest *Digest     `json:"digest,omitempty"` // of the result, as reported by the worker
	Faults []job.Fault `json:"faults,omitempty"` // reasons for a failure

	revision uint64
	read     []byte // original bytes of a record of a later version, to preserve its unknown fields
}

// Progress describes the progress of a search.
type Progress struct {
	Step      int     `json:"step"`
	Seconds   float64 `json:"seconds"`
	Cost      float64 `json:"cost"`
	Preparing string  `json:"preparing,omitempty"`
	Share     float64 `json:"share,omitempty"` // used share of the budget, from 0 to 1

	// The following fields are set only in events.
	Current *float64  `json:"current,omitempty" doc:"Cost of the current solution, if there is one."`
	Islands []float64 `json:"islands,omitempty" doc:"Best cost of each island, for at most 64 islands."`
	Engine  string    `json:"engine,omitempty" doc:"Engine: cpu, or the device driver."`
	Device  string    `json:"device,omitempty" doc:"Device name."`
	Threads int       `json:"threads,omitempty"`
}

// A Digest summarises a result.
type Digest struct {
	Algorithm   string             `json:"algorithm"`
	Picked      *tourmaline.Picked `json:"picked,omitempty"`
	Cost        float64            `json:"cost"`
	BestKnown   *float64           `json:"best_known,omitempty"`
	GapPercent  *float64           `json:"gap_percent,omitempty"`
	LowerBound  *float64           `json:"lower_bound,omitempty"`
	Termination string             `json:"termination"`
	Seconds     float64            `json:"seconds"`
	Steps       int                `json:"steps"`
	Seed        uint64             `json:"seed"`
	Engine      string             `json:"engine,omitempty"`
	Device      string             `json:"device,omitempty"`
	Threads     int                `json:"threads,omitempty"`
}

// Key returns the key of the record in its bucket.
func (r *Record) Key() string { return key(r.Tenant, r.ID) }

func key(tenant, id string) string { return tenant + "." + id }

// Errors of unreadable records. Job specifications are decoded strictly: if a specification has
// fields that this version does not know, a worker leaves the job to other workers.
var (
	errUnreadable = errors.New("unreadable job record")
	errNewer      = fmt.Errorf("%w: it was written by a later version", errUnreadable)
)

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
	short.Checkpoint, short.Result, short.Frames, short.read = short.Checkpoint.withoutData(), short.Result.withoutData(), short.Frames.withoutData(), nil
	return short
}
