package cluster

import "github.com/tourmaline-opt/tourmaline/internal/job"

// An outcome is the final state of a job with its data.
type outcome struct {
	state  State
	result *Blob // location of the stored result
	frames *Blob // location of the stored frames
	digest *Digest
	faults []job.Fault
}
