// Package api contains the JSON types of the HTTP interface that servers and clients share.
package api

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Job is the client's view of a job.
type Job struct {
	ID       string    `json:"id"`
	Label    string    `json:"label,omitempty"`
	State    job.State `json:"state" enum:"queued,running,done,failed,cancelled"`
	Problem  string    `json:"problem"`
	Instance Instance  `json:"instance"`
	Spec     job.Spec  `json:"spec"`

	Created      time.Time  `json:"created"`
	Started      *time.Time `json:"started,omitempty" doc:"Time at which a worker first claimed the job."`
	Ended        *time.Time `json:"ended,omitempty"`
	QueueSeconds float64    `json:"queue_seconds" doc:"Time in the queue before a worker claimed the job."`
	Request      string     `json:"request,omitempty" doc:"Id of the request that submitted the job, as in its header X-Request-Id."`
	Worker       string     `json:"worker,omitempty" doc:"Last worker that claimed the job."`
	Cancel       bool       `json:"cancel" doc:"Whether cancellation was requested."`

	Progress *job.Progress `json:"progress,omitempty" doc:"Progress reported by the worker."`
	Kept     *job.Progress `json:"kept,omitempty" doc:"Progress at the last checkpoint, which survives a crash."`
	Digest   *job.Digest   `json:"digest,omitempty" doc:"Summary of the result."`
	Faults   []job.Fault   `json:"faults,omitempty" doc:"Reasons for which the job failed."`
}

// An Instance identifies the instance of a job.
type Instance struct {
	Hash string `json:"hash"`
	File string `json:"file"`
	N    int    `json:"n,omitempty"`
	Unit string `json:"unit,omitempty" doc:"Unit of costs; missing if unknown."`
}

// Jobs is a page of jobs.
type Jobs struct {
	Jobs []Job  `json:"jobs"`
	Next string `json:"next,omitempty" doc:"Value of the parameter after for the next page."`
}
