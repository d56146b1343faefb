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

// A State is how far a job has come.
type State string

// A job is queued, running, and then one of the others.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States are all states, in the order in which jobs come to them.
func States() []State { return []State{Queued, Running, Done, Failed, Cancelled} }

// Ended tells whether nothing follows.
func (s State) Ended() bool { return s == Done || s == Failed || s == Cancelled }

const (
	schemaFamily = "tourmaline/job/"
	schema       = schemaFamily + "v1"
)

// A Record is all that is known of a job. Every change of it is a compare-and-swap.
type Record struct {
	Schema     string   `json:"schema"`
	Tenant     string   `json:"tenant"`
	ID         string   `json:"id"`
	Spec       job.Spec `json:"spec"`
	N          int      `json:"n,omitempty"`    // size of the instance, where it was looked at
	MaxSeconds float64  `json:"most,omitempty"` // seconds that the search may take; 0: any

	State   State     `json:"state"`
	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"` // first claimed
	Ended   time.Time `json:"ended,omitzero"`

	Epoch  uint64 `json:"epoch"`            // grows with every claim; whoever holds an older one is fenced
	Worker string `json:"worker,omitempty"` // that claimed it last
	Claims int    `json:"claims,omitempty"` // since the last checkpoint
	Cancel bool   `json:"cancel,omitempty"` // somebody asked for it

	Checkpoint *Blob       `json:"checkpoint,omitempty"`
	Kept       *Progress   `json:"kept,omitempty"`   // of the checkpoint: what a crash cannot take away
	Result     *Blob       `json:"result,omitempty"` // tourmaline/result/v1, also of a job that was cancelled on the way
	Frames     *Blob       `json:"frames,omitempty"` // how its tour changed, as the worker says; see recording
	Digest     *Digest     `json:"digest,omitempty"` // of the result, as the worker says
	Faults     []job.Fault `json:"faults,omitempty"` // why it failed

	revision uint64
	read     []byte // as it was written, if a later version did: its fields are kept
}

// Progress is how far a search has come.
type Progress struct {
	Step      int     `json:"step"`
	Seconds   float64 `json:"seconds"`
	Cost      float64 `json:"cost"`
	Preparing string  `json:"preparing,omitempty"`
	Share     float64 `json:"share,omitempty"` // of the budget that is used, from 0 to 1

	// What only an event tells.
	Current *float64  `json:"current,omitempty" doc:"The cost of the solution that the search is at, where it is at one."`
	Islands []float64 `json:"islands,omitempty" doc:"The costs of the best solutions of each island, at most 64."`
	Engine  string    `json:"engine,omitempty" doc:"cpu, or what drives the device."`
	Device  string    `json:"device,omitempty" doc:"The name of the device."`
	Threads int       `json:"threads,omitempty"`
}

// A Digest is a result in short.
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

// Key is the name of the record in its bucket.
func (r *Record) Key() string { return key(r.Tenant, r.ID) }

func key(tenant, id string) string { return tenant + "." + id }

// Why a record cannot be read. What a job asks for is read strictly: one that asks for more
// than this version knows is left to those that do.
var (
	errUnreadable = errors.New("the record of a job cannot be read")
	errNewer      = fmt.Errorf("%w: a later version of this program wrote it", errUnreadable)
)

// decodeRecord reads a record. Fields that it does not know stay in it.
func decodeRecord(data []byte) (*Record, error) {
	r := &Record{}
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if strict.Decode(r) == nil && r.Schema == schema {
		return r, nil // nothing of a later version is in it
	}
	return decodeForeign(data)
}

// decodeForeign reads a record that another version may have written.
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

// encode writes a record. Members of what was read that have not been changed are written
// as they were: a later version may have put more into them than this one knows.
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

// merge makes the change from before to after, both as this version writes them, to what
// was written.
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

// without is the record for lists: what is large is left out.
func (r *Record) summary() Record {
	short := *r
	short.Checkpoint, short.Result, short.Frames, short.read = short.Checkpoint.withoutData(), short.Result.withoutData(), short.Frames.withoutData(), nil
	return short
}
