// Package cluster stores jobs and runs them, on NATS JetStream.
//
// The source of truth is the record of a job in a key-value bucket. Every change is a
// compare-and-swap, and the worker that runs a job holds its epoch: a worker that was presumed
// dead finds another epoch in the record and abandons the job. The queue only wakes workers. At
// most one wake-up of a job exists, so that it may be sent again at any time. A wake-up that is
// not acknowledged in time goes to another worker, which resumes from the last checkpoint.
//
// Data that may be lost is not written to disk: progress, the list of members, and cancel
// messages, whose content is also in the record.
package cluster
