// Package pools stores the public keys of worker pools. A pool is a set of workers with the same
// keys. One file lists the keys of all pools: commands edit it, and servers read it again whenever
// it changes. The file contains no secret.
package pools

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/nats-io/nkeys"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// Names of pools with a special meaning.
const (
	Default = "default" // workers with the worker line of the server's key file
	Local   = "local"   // the worker in the process of a server; its key is never stored
)

const (
	schema   = "tourmaline/pools/v1"
	maxBytes = 1 << 20 // enough for more than 3,000 keys
	maxLabel = 100     // in bytes
)

// A Key is a public key of a pool.
type Key struct {
	ID      string    `json:"id"`
	Pool    string    `json:"pool"`
	Public  string    `json:"public_key"`
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created,omitzero"` // zero if unknown
	Revoked time.Time `json:"revoked,omitzero"` // zero if the key is valid
}

// State returns "valid" or "revoked".
func (k Key) State() string {
	if k.Revoked.IsZero() {
		return "valid"
	}
	return "revoked"
}

// Day returns the day on which a key was created, or "unknown".
func (k Key) Day() string {
	if k.Created.IsZero() {
		return "unknown"
	}
	return k.Created.Format(time.DateOnly)
}

// ID returns the id of a public key.
func ID(public string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(public)))[:8] }

// NewSeed returns a new private key and its public key.
func NewSeed() (seed, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	text, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return string(text), public, err
}

var name = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// CheckName returns an error if the name of a pool is invalid. Names become part of NATS subjects.
func CheckName(pool string) error {
	switch {
	case !name.MatchString(pool):
		return fmt.Errorf("pool: expected 1 to 32 characters from a-z, 0-9 and -, not starting with -, found %s", budget.Quote(pool))
	case pool == Local:
		return fmt.Errorf("pool: the name %q is reserved for the workers in server processes", Local)
	}
	return nil
}

// UnmarshalJSON rejects an invalid key immediately, because in memory empty keys would take many
// times their size in the file.
func (k *Key) UnmarshalJSON(data []byte) error {
	type plain Key
	if err := secretfile.DecodeStrict(data, (*plain)(k)); err != nil {
		return err
	}
	return k.check()
}

func (k Key) check() error {
	if err := CheckName(k.Pool); err != nil {
		return err
	}
	switch {
	case !nkeys.IsValidPublicUserKey(k.Public):
		return fmt.Errorf("public_key: expected a public user key, which begins with U, found %s", budget.Quote(k.Public))
	case k.ID != ID(k.Public):
		return fmt.Errorf("id: expected %s, which belongs to the public key, found %s", ID(k.Public), budget.Quote(k.ID))
	case len(k.Label) > maxLabel || !utf8.ValidString(k.Label):
		return fmt.Errorf("label: expected at most %d bytes of UTF-8, found %s", maxLabel, budget.Quote(k.Label))
	}
	return nil
}

// A file is the content of a pool file.
type file struct {
	Schema string `json:"schema"`
	Keys   []Key  `json:"keys"`
}

// read reads a pool file. A missing file counts as empty, with a nil FileInfo.
func read(path string) (*file, fs.FileInfo, error) {
	l, info, err := secretfile.Read(path, parse)
	if errors.Is(err, fs.ErrNotExist) {
		return &file{Schema: schema, Keys: []Key{}}, nil, nil
	}
	return l, info, err
}

// parse decodes an untrusted pool file.
func parse(r io.Reader) (*file, error) {
	l := &file{}
	if err := secretfile.Parse(r, "pool file", maxBytes, l); err != nil {
		return nil, err
	}
	return l, l.check()
}

func (l *file) check() error {
	if l.Schema != schema {
		return fmt.Errorf("schema: expected %q, found %s", schema, budget.Quote(l.Schema))
	}
	seen := map[string]bool{}
	for i, k := range l.Keys {
		err := k.check()
		if err == nil && seen[k.ID] {
			err = fmt.Errorf("duplicate id %s", k.ID)
		}
		if err != nil {
			return fmt.Errorf("keys[%d]: %w", i, err)
		}
		seen[k.ID] = true
	}
	return nil
}

func (l *file) encode() ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err == nil && len(data) >= maxBytes {
		err = fmt.Errorf("the file would have %d bytes, at most %d are allowed: remove revoked keys", len(data), maxBytes)
	}
	return append(data, '\n'), err
}
