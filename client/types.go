package client

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	wire "github.com/tourmaline-opt/tourmaline/internal/client"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// ErrUnreachable means that the service does not respond.
var ErrUnreachable = wire.ErrUnreachable

// A Problem is an error that a service reports.
type Problem struct {
	Status int     // status of the HTTP response
	Code   string  // kind of problem, for programs
	Detail string  // for people
	Faults []Fault // all errors in the request
}

func (p *Problem) Error() string { return p.Detail }

// A Fault is an error that the sender of a request can fix, or the reason why a job failed.
type Fault struct {
	Code   string
	Field  string // path in the Spec, such as settings.time_limit, or ""
	Detail string
}

// A Spec specifies the instance of a job and the settings for solving it.
type Spec struct {
	Instance  string            // hash of the file, which Upload sets
	File      string            // file name, which determines the format; never used as a path
	Problem   string            // kind of problem; by default, the file name determines it
	Label     string            // text that describes the job to people
	Labels    map[string]string // labels by which jobs can be listed and cancelled
	Reading   Reading
	Route     Route
	Fleet     Fleet
	Schedule  Schedule
	Settings  Settings
	Bound     bool // also compute a lower bound on the cost of every tour, with a certificate
	Placement Placement
	StartFrom StartFrom
	// Archipelago names a group of jobs for the same instance, which send each other their best
	// tours while they run.
	Archipelago string
	Rounds      Rounds
}

// A Reading specifies how to read the file of a tour instance. With the zero value, the file
// determines everything.
type Reading struct {
	Metric      string
	Format      string
	Unit        string
	Columns     map[string]string // titles or numbers of the columns lat, lon, x, y, z, id and name
	Sheet       string            // of a workbook
	SkipInvalid bool              // skip rows without a valid place, instead of failing
}

// A Route specifies where a tour starts and ends.
type Route struct {
	Start, End string // ids or names of cities
	Open       bool   // find a path instead of a round trip
}

// A Fleet makes a table of places a problem for several vehicles. With the zero value, a table is a
// tour.
type Fleet struct {
	Vehicles    int     // a route for each; with a capacity, 0 means as many as needed
	Capacity    string  // load that a vehicle carries: "100", or "kg=800,boxes=40" for several columns
	Table       string  // content of a CSV file with a row per kind of vehicle, instead of the other fields
	MaxStops    int     // of a vehicle
	MaxDistance float64 // of a vehicle, in km or in the unit of the distances
	MaxDuration string  // of a vehicle between start and end: hours, such as "8", or "7:30"
	Shift       string  // working hours of all vehicles, such as "08:00-17:00"
}

// A Schedule states when vehicles depart and how they move.
type Schedule struct {
	Depart         string  // time of day, such as "08:00"
	Speed          float64 // average speed in km/h, if the distances are lengths
	MinutesPerStop float64 // spent at each stop
	RoadFactor     float64 // how much longer roads are than straight lines, such as 1.3
}

// Rounds makes the jobs of an archipelago wait for each other, so that their tours depend only on
// seeds and steps, and not on the machines. With the zero value, they do not wait.
type Rounds struct {
	Steps   int // steps after which the jobs exchange their best tours
	Islands int // number of jobs in the archipelago
	Island  int // number of this job, from 1
}

// Settings specifies how to solve an instance, in the terms of [tourmaline.Config].
type Settings struct {
	Algorithm string // "" picks one
	Params    map[string]string
	Seed      uint64
	tourmaline.Limits
}

// A StartFrom names the solution that a search starts from. The result is never worse than that
// solution. At most one field is set.
type StartFrom struct {
	Job      string // earlier job of the same tenant
	Content  string // content of a small file with the solution, such as a tour
	Solution string // hash of the content; set by the server
}

// A Placement states when a job runs relative to other jobs of its tenant, and which workers may
// run it.
type Placement struct {
	Priority int           // from 0 to 9; jobs with a higher priority run first
	Deadline time.Duration // time after submission by which the result is needed; 0 means none
	Threads  int           // minimum number of threads of the worker
	MemoryMB int           // minimum memory of the worker, in megabytes
	Device   bool          // run only on a worker with an OpenCL device
}

// A State is the state of a job: queued, then running, then one of the others.
type State string

// The states of jobs.
const (
	Queued    State = State(job.Queued)
	Running   State = State(job.Running)
	Done      State = State(job.Done)
	Failed    State = State(job.Failed)
	Cancelled State = State(job.Cancelled)
)

// Ended reports whether a job in this state has ended.
func (s State) Ended() bool { return job.State(s).Ended() }

// A Job is a job of a service.
type Job struct {
	ID   string
	Spec Spec
	N    int // size of the instance, or 0 if unknown

	State   State
	Created time.Time
	Started time.Time // time at which a worker first claimed the job, or zero
	Ended   time.Time // zero until the job has ended
	Worker  string    // last worker that claimed the job
	Cancel  bool      // cancellation was requested

	Progress *Progress // progress that the worker has reported, or nil
	Digest   *Digest   // summary of the result; nil without a result
	Faults   []Fault   // reasons for which the job failed
}

// Progress describes the progress of a search.
type Progress struct {
	Step      int
	Seconds   float64
	Cost      float64 // best cost
	Preparing string  // part of the preparation, or ""
	Share     float64 // used share of the budget, from 0 to 1

	Current *float64  // cost of the current solution, if there is one
	Islands []float64 // best cost of each island, for at most 64 islands
	Engine  string    // cpu, or the device driver
	Device  string
	Threads int
}

// A Digest summarises a result.
type Digest struct {
	Algorithm   string
	Picked      *tourmaline.Picked // reason for the algorithm, if the service picked it
	Cost        float64
	BestKnown   *float64
	GapPercent  *float64
	LowerBound  *float64
	Termination string
	Seconds     float64
	Steps       int
	Seed        uint64
	Engine      string
	Device      string
	Threads     int
}

// An Event reports a change of a job, its progress, or that the service is unreachable. One of the
// fields is set.
type Event struct {
	Job         *Job
	Progress    *Progress
	Unreachable error // sent once until the service responds again
}

// internal returns the internal form of a Spec. The conversions compile only if the types have the
// same fields.
func (s Spec) internal() job.Spec {
	return job.Spec{
		Instance: s.Instance, File: s.File, Problem: s.Problem, Label: s.Label, Labels: s.Labels,
		Reading: job.Reading(s.Reading), Route: job.Route(s.Route), Settings: job.Settings(s.Settings), Bound: s.Bound, Placement: job.Placement(s.Placement),
		StartFrom: job.StartFrom{Job: s.StartFrom.Job, Content: s.StartFrom.Content, Solution: s.StartFrom.Solution}, Archipelago: s.Archipelago,
		Fleet: s.Fleet.internal(), Schedule: job.Schedule(s.Schedule), Rounds: job.Rounds(s.Rounds),
	}
}

func (f Fleet) internal() job.Fleet {
	return job.Fleet{
		Vehicles: f.Vehicles, Capacity: f.Capacity, Table: f.Table,
		MaxStops: f.MaxStops, MaxDistance: f.MaxDistance, MaxDuration: f.MaxDuration, Shift: f.Shift,
	}
}

func fleetOf(f job.Fleet) Fleet {
	return Fleet{
		Vehicles: f.Vehicles, Capacity: f.Capacity, Table: f.Table,
		MaxStops: f.MaxStops, MaxDistance: f.MaxDistance, MaxDuration: f.MaxDuration, Shift: f.Shift,
	}
}

func specOf(s job.Spec) Spec {
	return Spec{
		Instance: s.Instance, File: s.File, Problem: s.Problem, Label: s.Label, Labels: s.Labels,
		Reading: Reading(s.Reading), Route: Route(s.Route), Settings: Settings(s.Settings), Bound: s.Bound, Placement: Placement(s.Placement),
		StartFrom: StartFrom{Job: s.StartFrom.Job, Content: s.StartFrom.Content, Solution: s.StartFrom.Solution}, Archipelago: s.Archipelago,
		Fleet: fleetOf(s.Fleet), Schedule: Schedule(s.Schedule), Rounds: Rounds(s.Rounds),
	}
}

func jobOf(j api.Job) Job {
	return Job{
		ID: j.ID, Spec: specOf(j.Spec), N: j.Instance.N, State: State(j.State), Created: j.Created, Started: timeOf(j.Started), Ended: timeOf(j.Ended),
		Worker: j.Worker, Cancel: j.Cancel, Progress: (*Progress)(j.Progress), Digest: (*Digest)(j.Digest), Faults: faultsOf(j.Faults),
	}
}

func eventOf(u wire.Update) Event {
	e := Event{Progress: (*Progress)(u.Progress), Unreachable: u.Unreachable}
	if u.Job != nil {
		j := jobOf(*u.Job)
		e.Job = &j
	}
	return e
}

func problemOf(p *api.Problem) *Problem {
	if p == nil {
		return nil
	}
	return &Problem{p.Status, p.Code, p.Detail, faultsOf(p.Errors)}
}

func faultsOf(faults []job.Fault) []Fault {
	return list.Map(faults, func(f job.Fault) Fault { return Fault(f) })
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
