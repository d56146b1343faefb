package protocol

import "github.com/tourmaline-opt/tourmaline/internal/job"

type (
	// State is the state of a job.
	State = job.State
	// Progress describes the progress of a search.
	Progress = job.Progress
	// Digest summarises a result.
	Digest = job.Digest
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
