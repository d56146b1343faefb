package protocol

import (
	"crypto/sha256"
	"fmt"
)

// A Blob refers to stored bytes. A small Blob contains the bytes itself.
type Blob struct {
	Inline []byte `json:"inline,omitempty"`
	Name   string `json:"name,omitempty"` // base name of the segments, which are numbered
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	// Segment is the size of all segments but the last. 0 means 32 MiB, as in older versions.
	Segment int64 `json:"segment,omitempty"`
}

// MaxBlob is the maximum size of a blob in bytes.
const MaxBlob = 16 << 30

// Sum returns the SHA-256 of bytes in hexadecimal.
func Sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
