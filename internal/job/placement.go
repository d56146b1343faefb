package job

import (
	"fmt"
	"maps"
	"slices"
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

// maxPriority is the highest priority.
const maxPriority = 9

func (p Placement) validate() error {
	if p.Priority > maxPriority {
		return fault(BadField, "placement.priority", ": expected 0 to %d, found %d", maxPriority, p.Priority)
	}
	return nil
}

// LabelList returns the labels as sorted texts of the form name=value.
func (s Spec) LabelList() []string {
	if len(s.Labels) == 0 {
		return nil
	}
	all := make([]string, 0, len(s.Labels))
	for _, name := range slices.Sorted(maps.Keys(s.Labels)) {
		all = append(all, fmt.Sprintf("%s=%s", name, s.Labels[name]))
	}
	return all
}
