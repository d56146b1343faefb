package api

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A JobEvent reports a change of the state of a job, in the event feed and in webhooks.
type JobEvent struct {
	ID       string            `json:"id" doc:"Job id."`
	State    cluster.State     `json:"state" enum:"queued,running,done,failed,cancelled"`
	Label    string            `json:"label,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Digest   *cluster.Digest   `json:"digest,omitempty" doc:"Summary of the verified result."`
	Faults   []job.Fault       `json:"faults,omitempty" doc:"Reasons for which the job failed."`
	Time     time.Time         `json:"time" doc:"Time of the change."`
	Sequence uint64            `json:"sequence" doc:"Position of the change. Later changes of a job have greater numbers."`
}

// EventOf returns the event for a change.
func EventOf(c cluster.Change) JobEvent {
	return JobEvent{
		ID: c.ID, State: c.State, Label: c.Label, Labels: c.Labels, Digest: c.Digest, Faults: c.Faults,
		Time: c.Time, Sequence: c.Revision,
	}
}
