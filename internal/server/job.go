package server

import (
	"cmp"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

func jobOf(v cluster.View) api.Job {
	r := v.Record
	j := api.Job{
		ID: r.ID, Label: r.Spec.Label, State: r.State, Problem: r.Spec.Kind(),
		Instance: api.Instance{Hash: r.Spec.Instance, File: r.Spec.File, N: r.N}, Spec: r.Spec,
		Created: r.Created, Started: when(r.Started), Ended: when(r.Ended), QueueSeconds: queued(r).Seconds(),
		Worker: r.Worker, Cancel: r.Cancel, Kept: r.Kept, Digest: r.Digest, Faults: r.Faults,
	}
	if !r.State.Ended() {
		j.Progress = v.Latest.Progress
	}
	return j
}

func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// queued returns how long a job waited before a worker claimed it.
func queued(r cluster.Record) time.Duration {
	until := cmp.Or(r.Started, r.Ended, time.Now())
	return max(until.Sub(r.Created), 0)
}
