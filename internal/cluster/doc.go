// Package cluster stores jobs on NATS JetStream and gives them to workers.
//
// The source of truth is the record of a job in a key-value bucket. Every change is a
// compare-and-swap, and the worker that runs a job holds its epoch: a worker that was presumed dead
// finds a different epoch in the record and abandons the job. A [Hub] follows all records, and a
// [Dispatcher] chooses the next job for a worker from them, so that there is no queue besides the
// records. Workers have no access to JetStream: the Dispatcher answers their requests, which
// package protocol defines, and verifies their results.
//
// Data that may be lost is not written to disk: progress, the list of workers, and the leases of
// running jobs. The record also stores a cancellation.
package cluster
