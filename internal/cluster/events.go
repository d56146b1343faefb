package cluster

import (
	"encoding/json"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// An Event reports a change of a job. The progress in an event is not verified; only results are.
type Event struct {
	Tenant   string    `json:"-"`
	ID       string    `json:"-"`
	State    State     `json:"state"`
	Worker   string    `json:"worker,omitempty"`
	Epoch    uint64    `json:"epoch,omitempty"`
	Progress *Progress `json:"progress,omitempty"`
	Kept     *Progress `json:"kept,omitempty"` // progress of the checkpoint
	Digest   *Digest   `json:"digest,omitempty"`

	Sequence uint64 `json:"-"` // in the event stream; 0 for an event derived from the record
}

// announce publishes an event without waiting. Losing an event is harmless, because the record is
// authoritative.
func (s *Store) announce(e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return s.nc.Publish(eventSubject+key(e.Tenant, e.ID), data)
}

// maxEventSize is an upper bound for the size of an event in bytes. Hubs retain hundreds of events
// per job.
const maxEventSize = 16 << 10

func decodeEvent(data []byte) (Event, error) {
	var e Event
	if len(data) > maxEventSize {
		return e, fmt.Errorf("event: expected at most %d bytes, found %d", maxEventSize, len(data))
	}
	if err := json.Unmarshal(data, &e); err != nil {
		return e, fmt.Errorf("event: %w", err)
	}
	for _, p := range []*Progress{e.Progress, e.Kept} {
		if p != nil {
			p.Islands = append([]float64(nil), p.Islands[:min(len(p.Islands), job.MaxIslands)]...)
		}
	}
	return e, nil
}
