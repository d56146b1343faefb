// Package cluster stores and runs jobs on NATS JetStream.
//
// The source of truth is the record of a job in a key-value bucket. Every change is a
// compare-and-swap, and the worker that runs a job holds its epoch: a worker that was presumed dead
// finds a different epoch in the record and abandons the job. The queue only wakes workers. At most
// one wake-up of a job exists, so it is safe to send a wake-up again at any time. A wake-up that is
// not acknowledged in time goes to another worker, which resumes from the last checkpoint.
//
// Data that may be lost is not written to disk: progress, the member list, and cancel messages. The
// record also stores the cancellation.
package cluster
