// Package cluster keeps jobs and has them done, on NATS JetStream.
//
// The truth is the record of a job in a key-value bucket. Whoever changes it compares and
// swaps, and whoever works at a job holds its epoch: a worker that was taken for dead finds
// another epoch in the record and lets go. The queue only wakes workers; at most one wake-up
// of a job exists, so that it may be sent again at any time. A delivery that is not
// confirmed in time goes to another worker, which goes on from the last checkpoint.
//
// What may be lost without harm is not written to disk: progress, the list of members,
// and the word to cancel, which is in the record, too.
package cluster
