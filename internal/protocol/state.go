package protocol

import "github.com/tourmaline-opt/tourmaline/internal/job"

// State and the other types are shared with the HTTP API, whose clients do not link this package.
type (
	State    = job.State
	Progress = job.Progress
	Digest   = job.Digest
)

// A job is queued, then running, then in one of the final states.
const (
	Queued    = job.Queued
	Running   = job.Running
	Done      = job.Done
	Failed    = job.Failed
	Cancelled = job.Cancelled
)

// States returns all states in the order in which a job passes through them.
func States() []State { return job.States() }

// MaxIslands is the maximum number of islands in a Progress.
const MaxIslands = job.MaxIslands
