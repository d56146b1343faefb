package access

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

const schema = "tourmaline/access/v1"

// maxBytes is the maximum size of a token file. It is enough for more than 20,000 tokens.
const maxBytes = 8 << 20

// A file is the content of a token file.
type file struct {
	Schema  string           `json:"schema"`
	Tenants map[string]Quota `json:"tenants"`
	Tokens  []entry          `json:"tokens"`
}

type entry struct {
	Token
	Digest digest `json:"sha256"`
}

func newFile() *file {
	return &file{Schema: schema, Tenants: map[string]Quota{}, Tokens: []entry{}}
}

// read reads a token file and returns its content and FileInfo.
func read(path string) (*file, fs.FileInfo, error) {
	l, info, err := secretfile.Read(path, parse)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: %w; create it with 'tourmaline tokens create'", path, fs.ErrNotExist)
	}
	return l, info, err
}

// parse decodes an untrusted token file.
func parse(r io.Reader) (*file, error) {
	l := &file{}
	if err := secretfile.Parse(r, "token file", maxBytes, l); err != nil {
		return nil, err
	}
	return l, l.check()
}

// UnmarshalJSON rejects an invalid token immediately, because in memory empty tokens would take
// many times their size in the file.
func (e *entry) UnmarshalJSON(data []byte) error {
	type plain entry
	if err := secretfile.DecodeStrict(data, (*plain)(e)); err != nil {
		return err
	}
	return e.check()
}

func (l *file) encode() ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err == nil && len(data) >= maxBytes {
		err = fmt.Errorf("expected a token file of at most %s", humanize.Bytes(maxBytes))
	}
	return append(data, '\n'), err
}
