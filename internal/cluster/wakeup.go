package cluster

import (
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// revisionHeader has the revision of the record that a wake-up brings along.
const revisionHeader = "Record-Revision"

// wakeUp is a wake-up that brings the record along as it is written, so that whoever claims
// the job need not read it: a read waits for the writes before it. It is a hint. A record
// that was written since has another revision, and is read then.
func newWakeUp(r *Record, written []byte) *nats.Msg {
	m := nats.NewMsg(wakeSubject + r.Key())
	if len(written) <= inlineSize && written != nil {
		m.Data = written
		m.Header.Set(revisionHeader, strconv.FormatUint(r.revision, 10))
	}
	return m
}

// brought is the record of a job that its wake-up brought along, nil if it brought none.
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
