package server

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Job is what clients see of a job.
type Job struct {
	ID       string        `json:"id"`
	Label    string        `json:"label,omitempty"`
	State    cluster.State `json:"state" enum:"queued,running,done,failed,cancelled"`
	Problem  string        `json:"problem"`
	Instance Instance      `json:"instance"`
	Spec     job.Spec      `json:"spec"`

	Created      time.Time  `json:"created"`
	Started      *time.Time `json:"started,omitempty" doc:"When a worker first took it."`
	Ended        *time.Time `json:"ended,omitempty"`
	QueueSeconds float64    `json:"queue_seconds" doc:"How long it has waited for a worker."`
	Worker       string     `json:"worker,omitempty" doc:"The worker that took it last."`
	Cancel       bool       `json:"cancel" doc:"Somebody has asked for its end."`

	Progress *cluster.Progress `json:"progress,omitempty" doc:"How far the search is, as its worker says."`
	Kept     *cluster.Progress `json:"kept,omitempty" doc:"How far the last checkpoint is: what a crash cannot take away."`
	Digest   *cluster.Digest   `json:"digest,omitempty" doc:"The result in short."`
	Faults   []job.Fault       `json:"faults,omitempty" doc:"Why it failed."`
}

// An Instance is what a job is about.
type Instance struct {
	Hash string `json:"hash"`
	File string `json:"file"`
	N    int    `json:"n,omitempty"`
}

// jobOf is a job as clients see it.
func jobOf(v cluster.View) Job {
	r := v.Record
	j := Job{
		ID: r.ID, Label: r.Spec.Label, State: r.State, Problem: r.Spec.Kind(),
		Instance: Instance{r.Spec.Instance, r.Spec.File, r.N}, Spec: r.Spec,
		Created: r.Created, Started: when(r.Started), Ended: when(r.Ended), QueueSeconds: queued(r).Seconds(),
		Worker: r.Worker, Cancel: r.Cancel, Kept: r.Kept, Digest: r.Digest, Faults: r.Faults,
	}
	if !r.State.Ended() {
		j.Progress = v.Latest.Progress
	}
	return j
}

// when is a time, nil if it has not come.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// queued is how long a job waited before a worker took it.
func queued(r cluster.Record) time.Duration {
	until := r.Started
	if until.IsZero() {
		until = r.Ended
	}
	if until.IsZero() {
		until = time.Now()
	}
	return max(until.Sub(r.Created), 0)
}
