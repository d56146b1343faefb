package webhook

import (
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// EventOf returns the event for a change, for messages and for the event feed.
func EventOf(c cluster.Change) api.JobEvent {
	return api.JobEvent{
		ID: c.ID, State: c.State, Label: c.Label, Labels: c.Labels, Digest: c.Digest, Faults: c.Faults,
		Time: c.Time, Sequence: c.Revision,
	}
}
