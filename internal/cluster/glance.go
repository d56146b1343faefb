package cluster

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A glance is the part of a record that a hub keeps of a job that ended long ago. Decoding it takes
// a fraction of the time of decoding a record: a server that starts may read millions.
type glance struct {
	Schema  string    `json:"schema"`
	Tenant  string    `json:"tenant"`
	ID      string    `json:"id"`
	State   State     `json:"state"`
	Created time.Time `json:"created"`
	Ended   time.Time `json:"ended"`
	Spec    glanceSpec
}

// A glanceSpec is the part of a specification in a glance. Unlike job.Spec, it accepts unknown
// fields.
type glanceSpec struct {
	Instance string            `json:"instance"`
	Labels   map[string]string `json:"labels"`
}

// resultField is how the result of a record begins.
var resultField = []byte(`,"result":{`)

// glanceAt decodes a part of a stored record. ok is false if the record must be decoded as a whole,
// because the job has not ended or another version may have written the record.
func glanceAt(e jetstream.KeyValueEntry) (g glance, ok bool) {
	data := e.Value()
	if i := bytes.Index(data, resultField); i >= 0 {
		// The fields of a glance come before the result, which is most of a record. In a string, the
		// quotes would be escaped. If the field belongs to an inner object, decoding fails.
		data = append(data[:i:i], '}')
	}
	err := json.Unmarshal(data, &g)
	return g, err == nil && g.Schema == schema && g.State.Ended() && key(g.Tenant, g.ID) == e.Key()
}

// recall applies a record of a job that ended long ago. The hub reads the whole record from the
// store when a client asks for it. f is nil if the job is new.
func (h *Hub) recall(f *hubEntry, g glance, written time.Time) *hubEntry {
	if f != nil && f.created != g.Created.UnixNano() { // the id was used again
		h.removeJob(f)
		f = nil
	}
	if f == nil {
		f = h.index.add(g.Tenant, g.ID, g.Created)
	}
	before := f.state
	f.leave()
	f.read, f.state, f.live = h.reading, g.State, nil
	f.labels, f.ended = job.Spec{Labels: g.Spec.Labels}.LabelList(), later(g.Ended, written).UnixNano()
	if f.instance == nil {
		f.instance = f.owner.use(g.Spec.Instance)
	}
	f.enter()
	if before != g.State {
		h.insertEnded(f)
		h.markChanged(g.Tenant)
		h.notifyWatchers(f)
	}
	return f
}

// A reread job ended while the hub was starting, and may be among the latest.
type reread struct {
	job   *hubEntry
	entry jetstream.KeyValueEntry
}

// readLatest decodes the records of the latest ended jobs, which were only glanced at while the hub
// was starting.
func (h *Hub) readLatest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.latest {
		if f := l.job; f.owner != nil && f.live == nil && f.state.Ended() {
			if r, err := recordOf(l.entry); err == nil {
				f.update(r.summary())
				h.retain(f)
			}
		}
	}
	h.latest, h.started = nil, true
}
