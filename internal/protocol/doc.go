// Package protocol defines the messages between servers and workers.
//
// A worker sends requests on the subjects work.<pool>.<verb>. The broker lets a worker use only the
// pool of its key, so a server can trust the pool in a subject. A server sends control messages to
// one worker process on control.<pool>.<session>. Workers have no other access to the broker: a
// server reads and writes all stored data for them, and only for jobs that they have claimed.
//
// Messages are JSON in the message body. A message that carries bytes has its JSON in a header. A
// reply is JSON or bytes, or an error if it has an error header.
package protocol

// Version is the version of the protocol. A server gives no jobs to workers with another version.
const Version = 3

const (
	// Requests is the prefix of the subjects on which workers send requests. The pool follows.
	Requests = "work."
	// Control is the prefix of the subjects on which servers send control messages. The pool and
	// the session of a worker follow.
	Control = "control."
)

// SegmentSize is the maximum number of bytes of a blob in one message.
const SegmentSize = 4 << 20

// InlineSize is the size of the largest blob that is sent inside the message that refers to it.
const InlineSize = 16 << 10

// MaxMigrant is the maximum size of a packed tour that jobs send each other, in bytes. It is enough
// for six million cities, and leaves room for headers in a message of the embedded broker.
const MaxMigrant = 7 << 20

// PackedCity is the maximum size of a city of a packed tour, in bytes.
const PackedCity = 5
