package api

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A JobEvent reports a change of the state of a job, in the event feed and in webhooks.
type JobEvent struct {
	ID       string            `json:"id" doc:"Job id."`
	State    job.State         `json:"state" enum:"queued,running,done,failed,cancelled"`
	Label    string            `json:"label,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Digest   *job.Digest       `json:"digest,omitempty" doc:"Summary of the verified result."`
	Faults   []job.Fault       `json:"faults,omitempty" doc:"Reasons for which the job failed."`
	Time     time.Time         `json:"time" doc:"Time of the change."`
	Sequence uint64            `json:"sequence" doc:"Position of the change. Later changes of a job have greater numbers."`
}
