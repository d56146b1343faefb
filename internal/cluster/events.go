package cluster

import (
	"encoding/json"
	"fmt"
)

// An Event tells of a change of a job. Progress is the worker's word: only a result is
// verified.
type Event struct {
	Tenant   string    `json:"-"`
	ID       string    `json:"-"`
	State    State     `json:"state"`
	Worker   string    `json:"worker,omitempty"`
	Epoch    uint64    `json:"epoch,omitempty"`
	Progress *Progress `json:"progress,omitempty"`
	Kept     *Progress `json:"kept,omitempty"` // what a crash cannot take away
	Digest   *Digest   `json:"digest,omitempty"`

	Sequence uint64 `json:"-"` // in the stream of events; 0: from the record
}

// announce publishes an event without waiting. It may be lost: the record has the truth.
func (s *Store) announce(e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return s.nc.Publish(eventSubject+key(e.Tenant, e.ID), data)
}

// longestEvent is more bytes than any event needs. Hubs keep hundreds of them of a job.
const maxEventSize = 16 << 10

// decodeEvent reads an event of a job.
func decodeEvent(data []byte) (Event, error) {
	var e Event
	if len(data) > maxEventSize {
		return e, fmt.Errorf("an event: expected at most %d bytes, found %d", maxEventSize, len(data))
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return e, fmt.Errorf("an event: %w", err)
	}
	for _, p := range []*Progress{e.Progress, e.Kept} {
		if p != nil {
			p.Islands = append([]float64(nil), p.Islands[:min(len(p.Islands), maxIslands)]...)
		}
	}
	return e, nil
}
