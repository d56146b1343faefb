package access

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
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
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: %w; create it with 'tourmaline tokens create'", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	var l *file
	info, err := f.Stat()
	if err == nil {
		err = checkMode(info)
	}
	if err == nil {
		l, err = parse(f)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, info, nil
}

// checkMode rejects a file that other users can read or the group can write. The group may read it,
// because Kubernetes passes secrets in this way to a container that does not run as root. Windows
// has no equivalent permissions.
func checkMode(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("expected a regular file")
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o037 != 0 {
		return fmt.Errorf("other users have access to it (mode %04o): run chmod 600", mode)
	}
	return nil
}

// parse decodes an untrusted token file.
func parse(r io.Reader) (*file, error) {
	data, err := io.ReadAll(budget.New(r, maxBytes))
	if err != nil {
		return nil, err
	}
	l := &file{}
	if err := decodeStrict(data, l); err != nil {
		return nil, fmt.Errorf("not a token file: %s", budget.Message(err.Error()))
	}
	return l, l.check()
}

// decodeStrict decodes JSON and rejects unknown fields and trailing data.
func decodeStrict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("unexpected data after the JSON object")
	}
	return nil
}

// UnmarshalJSON rejects an invalid token immediately, because in memory empty tokens would take
// many times their size in the file.
func (e *entry) UnmarshalJSON(data []byte) error {
	type plain entry
	if err := decodeStrict(data, (*plain)(e)); err != nil {
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
