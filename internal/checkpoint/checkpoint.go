// Package checkpoint is the file format of a saved search. It depends on no problem and no
// algorithm: a header describes the search, and the state itself is opaque.
//
//	tourmaline checkpoint 1          the format, a line
//	{"format":1,"program":…}         the header, a line of JSON
//	…                                the payload, as many bytes as the header says
//	…                                SHA-256 of all bytes before it, 32 bytes
//
// head -n 2 shows the header.
package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// Format is the number of the layout that this package writes and reads.
const Format = 1

// begin is the start of files of all formats; the number of the format and a line feed
// follow.
const begin = "tourmaline checkpoint "

// A Header describes a saved search and its progress.
type Header struct {
	Format  int    `json:"format"`  // set by Encode
	Program string `json:"program"` // the version that wrote the file
	Saved   string `json:"saved"`   // when, as RFC 3339 has it

	Problem  string `json:"problem"`
	Instance string `json:"instance"` // its name
	Hash     string `json:"hash"`     // of the instance
	N        int    `json:"n"`

	Algorithm string          `json:"algorithm"`
	Params    json.RawMessage `json:"params"`
	Picked    json.RawMessage `json:"picked,omitempty"` // why auto chose the algorithm; nil if it was chosen by name
	Seed      uint64          `json:"seed"`
	Engine    string          `json:"engine"` // may differ when the search goes on

	Step    int     `json:"step"`
	Elapsed float64 `json:"elapsed"` // seconds
	Cost    float64 `json:"cost"`

	Payload int64 `json:"payload"` // its bytes, set by Encode
}

// Encode encodes a checkpoint. It fails if the header cannot be written as JSON, because
// the parameters are not JSON or a number is not finite.
func Encode(h Header, payload []byte) ([]byte, error) {
	h.Format, h.Payload = Format, int64(len(payload))
	header, err := json.Marshal(h) // in one line, whatever the parameters look like
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
