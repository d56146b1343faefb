// Package secretfile reads, compares and edits files that only their owner may read. Commands edit
// such a file while a server reads it again whenever it has changed.
package secretfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// A WriteError reports that a file could not be locked or written.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return e.Err.Error() }
func (e *WriteError) Unwrap() error { return e.Err }

// Open opens a file and checks its permissions. The caller closes the file.
func Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkMode(info)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return f, info, nil
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

// Unchanged reports whether a file was neither replaced nor changed between two calls of Stat. A
// nil FileInfo means that the file did not exist.
func Unchanged(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size() && a.Mode() == b.Mode()
}

// DecodeStrict decodes JSON and rejects unknown fields and trailing data.
func DecodeStrict(data []byte, v any) error {
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

// Read opens a file, checks its permissions and parses it. Its errors contain the path.
func Read[T any](path string, parse func(io.Reader) (T, error)) (content T, info fs.FileInfo, err error) {
	f, info, err := Open(path)
	if err != nil {
		return content, nil, err
	}
	defer f.Close()
	if content, err = parse(f); err != nil {
		return content, nil, fmt.Errorf("%s: %w", path, err)
	}
	return content, info, nil
}

// Parse decodes an untrusted JSON file of at most most bytes strictly. kind names the file in
// errors.
func Parse(r io.Reader, kind string, most int64, into any) error {
	data, err := budget.ReadAll(r, most)
	if err != nil {
		return err
	}
	if err := DecodeStrict(data, into); err != nil {
		return fmt.Errorf("not a %s: %s", kind, budget.Message(budget.PlainJSON(err).Error()))
	}
	return nil
}

// Change reads, changes and writes a file under a lock.
func Change[T any](files outfile.System, path string, read func() (T, error), do func(T) error, encode func(T) ([]byte, error)) error {
	return Edit(files, path, func() ([]byte, error) {
		content, err := read()
		if err == nil {
			err = do(content)
		}
		if err != nil {
			return nil, err
		}
		data, err := encode(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return data, nil
	})
}

// Edit replaces the content of a file with the result of change, under a lock that other editors of
// the file respect. If change returns an error, the file stays as it is.
func Edit(files outfile.System, path string, change func() ([]byte, error)) error {
	unlock, err := lock(path)
	if err != nil {
		return &WriteError{err}
	}
	defer unlock()
	data, err := change()
	if err != nil {
		return err
	}
	return Write(files, path, data)
}

// Private returns a file system that creates files which only their owner can read.
func Private(files outfile.System) outfile.System {
	private := files
	private.Open = func(name string, flag int, _ fs.FileMode) (outfile.File, error) {
		return files.Open(name, flag, 0o600)
	}
	return private
}

// Write atomically writes a file that only its owner can read.
func Write(files outfile.System, path string, data []byte) error {
	err := Private(files).Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return &WriteError{err}
	}
	return nil
}

// lock waits for exclusive access to a file. It locks a second file, which is never removed,
// because writing replaces the first file.
func lock(path string) (unlock func(), err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // links to the same file share a lock
	}
	f, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := outfile.LockWait(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}
