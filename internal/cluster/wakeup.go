package cluster

import (
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// revisionHeader is the header for the revision of the record that a wake-up carries.
const revisionHeader = "Record-Revision"

// newWakeUp returns a wake-up that carries the record as written, so that the worker need not read
// it: a read waits for earlier writes. The carried record is a hint. If the stored record has
// changed, its revision differs and the worker reads it.
func newWakeUp(r *Record, written []byte) *nats.Msg {
	m := nats.NewMsg(wakeSubject + r.Key())
	if len(written) <= inlineSize && written != nil {
		m.Data = written
		m.Header.Set(revisionHeader, strconv.FormatUint(r.revision, 10))
	}
	return m
}

// recordFrom returns the record that a wake-up carries, or nil if it carries no record.
func recordFrom(m jetstream.Msg, tenant, id string) *Record {
	revision, err := strconv.ParseUint(m.Headers().Get(revisionHeader), 10, 64)
	if err != nil || revision == 0 {
		return nil
	}
	r, err := decodeRecord(m.Data())
	if err != nil || r.Tenant != tenant || r.ID != id {
		return nil
	}
	r.revision = revision
	return r
}
