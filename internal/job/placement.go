package job

import (
	"errors"
	"time"
)

// A Placement states when a job runs relative to other jobs of its tenant, and which workers may
// run it.
type Placement struct {
	Priority int           `json:"priority,omitempty" value:"number" usage:"priority from 0 to 9: jobs with a higher priority run before other jobs of the same tenant"`
	Deadline time.Duration `json:"deadline,omitempty" usage:"time after submission by which the result is needed: jobs with an earlier deadline run first, a search ends in time, and a job that is still queued then fails"`
	Threads  int           `json:"threads,omitempty" flag:"min-threads" value:"number" usage:"minimum number of threads of the worker"`
	MemoryMB int           `json:"memory_mb,omitempty" flag:"min-memory-mb" value:"number" usage:"minimum memory of the worker, in megabytes"`
	Device   bool          `json:"device,omitempty" flag:"need-device" usage:"run only on a worker with an OpenCL device"`
}

// Needs are the resources that a worker must have.
type Needs struct {
	Threads  int
	MemoryMB int
	Device   bool
}

// Needs returns the resources that a worker must have.
func (p Placement) Needs() Needs { return Needs{p.Threads, p.MemoryMB, p.Device} }

// Fit reports whether a worker has the needed resources. Its memory is in bytes; 0 means unknown.
func (n Needs) Fit(threads int, memory int64, device bool) bool {
	return threads >= n.Threads && (n.MemoryMB == 0 || memory >= int64(n.MemoryMB)*1e6) && (device || !n.Device)
}

const (
	maxPriority = 9
	maxThreads  = 1 << 16
	maxMemoryMB = 1 << 30 // a petabyte
)

func (p Placement) validate() error {
	var faults []error
	for _, of := range []struct {
		name        string
		value, most int
	}{{"priority", p.Priority, maxPriority}, {"threads", p.Threads, maxThreads}, {"memory_mb", p.MemoryMB, maxMemoryMB}} {
		if of.value < 0 || of.value > of.most {
			faults = append(faults, fault(BadField, "placement."+of.name, ": expected 0 to %d, found %d", of.most, of.value))
		}
	}
	if p.Deadline < 0 {
		faults = append(faults, fault(BadField, "placement.deadline", ": expected more than 0, found %s", p.Deadline))
	}
	return errors.Join(faults...)
}
