package protocol

import (
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Worker describes a worker process.
type Worker struct {
	Session string `json:"session"` // random identifier of the process
	Name    string `json:"name"`
	Host    string `json:"host"`
	Version string `json:"version"`
	Cores   int    `json:"cores"`
	Memory  int64  `json:"memory,omitempty"` // bytes for jobs; 0 means unknown
	Device  string `json:"device,omitempty"` // OpenCL device that the worker uses in addition to its cores
	Slots   int    `json:"slots"`            // maximum number of concurrent jobs
	Running int    `json:"running"`
	// Draining means that the worker takes no more jobs. A server that hears it answers the waiting
	// requests of the worker for jobs at once, without a job.
	Draining bool `json:"draining,omitempty"`
}

// A Claim identifies a claimed job. Its secret proves that the sender received the job.
type Claim struct {
	Tenant string `json:"tenant"`
	ID     string `json:"id"`
	Epoch  uint64 `json:"epoch"`
	Secret string `json:"secret"`
}

// A Task is a claimed job, as a worker receives it.
type Task struct {
	Claim
	Spec       job.Spec      `json:"spec"`
	MaxSeconds float64       `json:"max_seconds,omitempty"` // maximum search time; 0 means no maximum
	Cancel     bool          `json:"cancel,omitempty"`      // return the best solution of the checkpoint
	Checkpoint *Blob         `json:"checkpoint,omitempty"`
	Kept       *job.Progress `json:"kept,omitempty"`    // progress of the checkpoint
	Start      *Blob         `json:"start,omitempty"`   // start solution; see job.Input.ReadStart
	Request    string        `json:"request,omitempty"` // id of the request that submitted the job, for logs
	Trace      string        `json:"trace,omitempty"`   // W3C traceparent of the submission
}

// Hello is the first request of a worker and the first one after every reconnection.
type Hello struct {
	Protocol int    `json:"protocol"`
	Worker   Worker `json:"worker"`
}

// Welcome is the reply to Hello.
type Welcome struct {
	Version string        `json:"version"` // of the server
	Lease   time.Duration `json:"lease"`   // time without a beat after which a job returns to the queue
}

// Next requests a job. The server replies when it has one, or without a task after Wait. It may be
// another server than the one that has answered Hello, with another version.
type Next struct {
	Protocol int           `json:"protocol"`
	Worker   Worker        `json:"worker"`
	Wait     time.Duration `json:"wait"`
}

// Offer is the reply to Next.
type Offer struct {
	Task *Task `json:"task,omitempty"`
}

// A Beat tells all servers that a worker is alive and which jobs it runs. It has no reply.
type Beat struct {
	Worker Worker        `json:"worker"`
	Lease  time.Duration `json:"lease"` // that the worker knows
	Jobs   []Pulse       `json:"jobs,omitempty"`
}

// A Pulse reports that a job is running. A job makes progress while its Moves increase.
type Pulse struct {
	Claim
	Moves uint64 `json:"moves"`
}

// A Get requests a segment of the instance, of the start solution or of the checkpoint of a claimed
// job. The reply has SegmentSize bytes. A shorter reply, which may be empty, contains the last
// segment.
type Get struct {
	Claim
	Kind   Kind  `json:"kind"`
	Offset int64 `json:"offset"` // multiple of SegmentSize
}

// A Kind is a kind of stored data.
type Kind string

// The kinds of stored data. Workers read instances, start solutions and checkpoints, and write
// checkpoints, results and frames.
const (
	Instance   Kind = "instance"
	Start      Kind = "start"
	Checkpoint Kind = "checkpoint"
	Result     Kind = "result"
	Frames     Kind = "frames"
)

// A Put stores a segment of a checkpoint, a result or frames. The server derives the name of the
// blob from the claim and the number. A blob with a new number replaces those that the worker has
// not saved, except that frames do not replace a result.
type Put struct {
	Claim
	Kind    Kind `json:"kind"`
	Number  int  `json:"number"` // of the blob, from 1; increases with every blob of an attempt
	Segment int  `json:"segment"`
	// Size is the number of bytes of all segments.
	Size int64 `json:"size"`
}

// A Stored blob refers to bytes that were sent with Put, or contains them.
type Stored struct {
	Number int `json:"number"`
	Blob
}

// A Save makes a stored checkpoint the checkpoint of its job.
type Save struct {
	Claim
	Checkpoint Stored       `json:"checkpoint"`
	At         job.Progress `json:"at"`
}

// An Outcome ends a job.
type Outcome struct {
	Claim
	State  job.State   `json:"state"`
	Result *Stored     `json:"result,omitempty"` // in the format tourmaline/result/v1
	Frames *Stored     `json:"frames,omitempty"`
	Faults []job.Fault `json:"faults,omitempty"`
}

// Ended is the reply to an Outcome.
type Ended struct {
	State  job.State   `json:"state"`
	Faults []job.Fault `json:"faults,omitempty"` // why the server rejected the result
}

// A Report publishes the progress of a job. It has no reply.
type Report struct {
	Claim
	At   job.Progress  `json:"at"`
	Kept *job.Progress `json:"kept,omitempty"`
}

// A Migrant is the best tour of a job that belongs to an archipelago. It has no reply.
type Migrant struct {
	Claim
	Tour []byte `json:"-"` // packed, at most MaxMigrant bytes; the body of the message
}

// A Round exchanges tours at the end of a round: the server stores the tour of a job, and replies
// with that of the previous island, or with nothing while this tour has not arrived.
type Round struct {
	Claim
	Number int `json:"number"` // from 1
	// Last means that the search has ended: its tour counts for this round and for all later ones.
	Last bool `json:"last,omitempty"`
	// Tour is packed, at most MaxMigrant bytes; the body of the message. Empty if the server has it.
	Tour []byte `json:"-"`
}

// A Command is what a worker must do with one of its jobs.
type Command string

// The commands of control messages.
const (
	Cancel    Command = "cancel"  // end the job with its best solution
	Fence     Command = "fence"   // abandon the job: the worker no longer owns it
	Release   Command = "release" // save the job and return it to the queue
	Drain     Command = "drain"   // finish the running jobs and request no more
	Renew     Command = "renew"   // send beats for a shorter lease
	TakeTour  Command = "tour"    // send the best tour
	TakeTrail Command = "trails"  // send the strongest trails
	Immigrate Command = "migrant" // offer the search the tour of another job
)

// A Message is a control message to a worker.
type Message struct {
	Command Command `json:"command"`
	Tenant  string  `json:"tenant,omitempty"`
	ID      string  `json:"id,omitempty"`
	Epoch   uint64  `json:"epoch,omitempty"`
	Have    string  `json:"have,omitempty"`  // version of the snapshot that the server has
	Reply   string  `json:"reply,omitempty"` // last part of the subject for the parts of a snapshot

	Lease time.Duration `json:"lease,omitempty"`
	Tour  []byte        `json:"-"` // of Immigrate, packed; the body of the message
}
