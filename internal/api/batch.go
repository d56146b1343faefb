package api

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// MaxBatch is the maximum number of jobs in a batch.
const MaxBatch = 1000

// An Outcome is the outcome of a batch for one job: the job or a problem.
type Outcome struct {
	ID      string   `json:"id,omitempty" doc:"Job id, if there is a job."`
	Job     *Job     `json:"job,omitempty" doc:"The job, if the request succeeded."`
	Problem *Problem `json:"problem,omitempty" doc:"The reason why the request failed for this job."`
}

// A Batch contains the outcome for every job of a batch.
type Batch struct {
	Results []Outcome `json:"results" doc:"One result per job, in the order of the request."`
	More    bool      `json:"more,omitempty" doc:"Whether more jobs have the labels: repeat the request."`
}

// A DeadLetter is a job that failed for a reason that its owner cannot mend.
type DeadLetter struct {
	Tenant  string    `json:"tenant"`
	Written time.Time `json:"written" doc:"Time at which the job was given up."`
	Claims  int       `json:"claims" doc:"Number of claims since the last checkpoint."`
	Job     Job       `json:"job" doc:"The job as it was at that time."`
}

// DeadLetters is a page of dead letters.
type DeadLetters struct {
	Letters []DeadLetter `json:"letters"`
	Next    string       `json:"next,omitempty" doc:"Value of the parameter after for the next page."`
}

// A Tenant describes the jobs, the stored bytes and the quota of a tenant to an operator.
type Tenant struct {
	Name                string            `json:"name"`
	Jobs                map[job.State]int `json:"jobs" doc:"Number of jobs in each state."`
	OldestQueuedSeconds float64           `json:"oldest_queued_seconds" doc:"Time for which the oldest queued job has waited; 0 if no job is queued."`
	Bytes               int64             `json:"bytes" doc:"Total size of the stored instances; may be half a minute old."`
	Weight              float64           `json:"weight" doc:"Share of the workers relative to other tenants."`
	Quota               access.Quota      `json:"quota" doc:"Quota; missing values are unlimited."`
}

// Tenants is a page of tenants.
type Tenants struct {
	Tenants []Tenant `json:"tenants"`
	Next    string   `json:"next,omitempty" doc:"Value of the parameter after for the next page."`
}
