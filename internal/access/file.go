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

// mostBytes has room for more than 20,000 tokens.
const maxBytes = 8 << 20

// A ledger is what the file holds.
type file struct {
	Schema  string           `json:"schema"`
	Tenants map[string]Quota `json:"tenants"`
	Tokens  []entry          `json:"tokens"`
}

// An entry is a token as it is stored.
type entry struct {
	Token
	Digest digest `json:"sha256"`
}

func newFile() *file {
	return &file{Schema: schema, Tenants: map[string]Quota{}, Tokens: []entry{}}
}

// read reads the file, and returns what the file system says of it.
func read(path string) (*file, fs.FileInfo, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: %w; 'tourmaline tokens create' makes one", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = checkMode(info)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	l, err := parse(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, info, nil
}

// private refuses a file that is open to all. A group may read it: so does a container that
// is not root get its secrets from Kubernetes. Windows has no such permissions.
func checkMode(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("expected a file")
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o037 != 0 {
		return fmt.Errorf("others have access to it (mode %04o): make it yours alone, chmod 600", mode)
	}
	return nil
}

// parse reads a ledger that nobody vouches for.
func parse(r io.Reader) (*file, error) {
	data, err := io.ReadAll(budget.New(r, maxBytes))
	if err != nil {
		return nil, err
	}
	l := &file{}
	if err := decodeStrict(data, l); err != nil {
		return nil, fmt.Errorf("not a file of tokens: %s", budget.Message(err.Error()))
	}
	return l, l.check()
}

// strictly decodes JSON that has no other fields and nothing after it.
func decodeStrict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after its end")
	}
	return nil
}

// UnmarshalJSON refuses a token at once if something is wrong with it: in memory, empty
// ones would be many times as large as in the file.
func (e *entry) UnmarshalJSON(data []byte) error {
	type plain entry
	if err := decodeStrict(data, (*plain)(e)); err != nil {
		return err
	}
	return e.check()
}

// bytes is a ledger as a file.
func (l *file) encode() ([]byte, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(l, "", "  ")
	if err == nil && len(data) >= maxBytes {
		err = fmt.Errorf("expected at most %s of tokens, found more", humanize.Bytes(maxBytes))
	}
	return append(data, '\n'), err
}
