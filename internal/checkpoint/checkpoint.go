// Package checkpoint implements the file format of a saved search. The format does not depend on
// the problem or the algorithm: a header describes the search, and the state is opaque.
//
//	tourmaline checkpoint 1          the format, one line
//	{"format":1,"program":…}         the header, one line of JSON
//	…                                the payload, with the length stated in the header
//	…                                SHA-256 of all preceding bytes, 32 bytes
//
// The command head -n 2 shows the header.
package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// Format is the number of the format that this package writes and reads.
const Format = 1

// begin is the start of files in all formats. It is followed by the format number and a line feed.
const begin = "tourmaline checkpoint "

// Kinds of errors. The errors of this package wrap one of these and give more details.
var (
	ErrForeign  = errors.New("the file is not a checkpoint")
	ErrFormat   = errors.New("the checkpoint has an unsupported format")
	ErrCutShort = errors.New("the checkpoint is incomplete")
	ErrDamaged  = errors.New("the checkpoint is damaged")
	ErrExtra    = errors.New("the checkpoint is followed by extra bytes")
	ErrTooLarge = errors.New("the checkpoint is too large")
	ErrMismatch = errors.New("the checkpoint belongs to a different search")
)

// A Header describes a saved search and its progress.
type Header struct {
	Format  int    `json:"format"`  // set by Encode
	Program string `json:"program"` // version that wrote the file
	Saved   string `json:"saved"`   // time of the checkpoint, in RFC 3339 format

	Problem  string `json:"problem"`
	Instance string `json:"instance"` // instance name
	Hash     string `json:"hash"`     // instance hash
	N        int    `json:"n"`

	Algorithm string          `json:"algorithm"`
	Params    json.RawMessage `json:"params"`
	// reason why auto chose the algorithm; nil if it was chosen by name
	Picked json.RawMessage `json:"picked,omitempty"`
	Seed   uint64          `json:"seed"`
	Engine string          `json:"engine"` // may differ when the search is resumed

	Step    int     `json:"step"`
	Elapsed float64 `json:"elapsed"` // in seconds
	Cost    float64 `json:"cost"`

	Payload int64 `json:"payload"` // length in bytes, set by Encode
}

// Encode encodes a checkpoint. It fails if the header cannot be encoded as JSON, because the
// parameters are not JSON or a number is not finite.
func Encode(h Header, payload []byte) ([]byte, error) {
	h.Format, h.Payload = Format, int64(len(payload))
	header, err := json.Marshal(h) // one line for any parameters
	if err != nil {
		return nil, fmt.Errorf("checkpoint header: %w", err)
	}
	if len(header) >= headerLimit {
		return nil, fmt.Errorf("checkpoint header: got %d bytes, expected at most %d", len(header), headerLimit-1)
	}
	var b bytes.Buffer
	b.Grow(len(begin) + len(header) + len(payload) + sha256.Size + 8)
	fmt.Fprintf(&b, "%s%d\n%s\n", begin, Format, header)
	b.Write(payload)
	sum := sha256.Sum256(b.Bytes())
	b.Write(sum[:])
	return b.Bytes(), nil
}
