// Package api has the JSON types of the HTTP interface that servers and clients share.
package api

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

// Jobs is a page of jobs.
type Jobs struct {
	Jobs []Job  `json:"jobs"`
	Next string `json:"next,omitempty" doc:"What to give as after for the next page."`
}
