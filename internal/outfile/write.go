package outfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// newMode is the mode of a new file before the umask.
const newMode fs.FileMode = 0o666

// Write replaces the content of a file with the output of write. After an error the file is
// unchanged, unless only syncing the folder failed: then the file has already been replaced.
func (s System) Write(path string, write func(io.Writer) error) error {
	t, err := find(path)
	switch {
	case err != nil:
	case t.through():
		err = s.through(t, write)
	default:
		err = s.replace(t, write)
	}
	return cannot(path, err)
}

// Check returns an error if a file cannot be written now.
func (s System) Check(path string) error {
	t, err := find(path)
	if err != nil || t.through() {
		return cannot(path, err)
	}
	f, name, err := s.beside(t)
	if err == nil {
		err = cmp.Or(f.Close(), s.Remove(name))
	}
	return cannot(path, err)
}

// cannot returns an error that names the requested file instead of a temporary file.
func cannot(path string, err error) error {
	if err == nil {
		return nil
	}
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	} else if renaming, ok := errors.AsType[*os.LinkError](err); ok {
		err = renaming.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

func (s System) replace(t target, write func(io.Writer) error) error {
	s.sweep(t.path) // first, because left-over files may have filled the disk
	f, name, err := s.beside(t)
	if err != nil {
		return err
	}
	defer func() { _ = s.Remove(name) }() // has no effect after the rename
	if err := fill(f, write, func() error { return keepMode(f, t) }, f.Sync); err != nil {
		return err
	}
	if err := s.Rename(name, t.path); err != nil {
		return err
	}
	return s.SyncFolder(filepath.Dir(t.path))
}

// keepMode gives a file the permissions of the target that it replaces.
func keepMode(f File, t target) error {
	if t.info == nil {
		return nil
	}
	return f.Chmod(t.info.Mode().Perm())
}

// fill writes a file, calls the functions in then, and closes the file.
func fill(f File, write func(io.Writer) error, then ...func() error) error {
	b := bufio.NewWriterSize(f, 1<<16)
	err := write(b)
	if err == nil {
		err = b.Flush()
	}
	for _, do := range then {
		if err == nil {
			err = do()
		}
	}
	return cmp.Or(err, f.Close())
}

// through writes to a device or a pipe.
func (s System) through(t target, write func(io.Writer) error) error {
	f, err := s.Open(t.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return fill(f, write)
}

// mostNames is the maximum number of names to try for a new file.
const mostNames = 1000

// WriteNew writes a new file that only its owner can read, and returns its path. The file name is
// name plus ending, with a number between them if that name is taken. WriteNew renames nothing, so
// it also works where renaming fails.
func (s System) WriteNew(folder, name, ending string, write func(io.Writer) error) (string, error) {
	f, path, err := s.create(folder, name, ending)
	if err != nil {
		return "", cannot(path, err)
	}
	written := false
	defer func() {
		if !written {
			_ = s.Remove(path)
		}
	}()
	if err := fill(f, write, f.Sync, func() error { return s.SyncFolder(folder) }); err != nil {
		return "", cannot(path, err)
	}
	written = true
	return path, nil
}

// create creates a file with a name that is not taken.
func (s System) create(folder, name, ending string) (f File, path string, err error) {
	name = short(name)
	for i := range mostNames {
		number := ""
		if i > 0 {
			number = fmt.Sprintf("-%d", i+1)
		}
		path = filepath.Join(folder, name+number+ending)
		f, err = s.Open(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, path, err
}
