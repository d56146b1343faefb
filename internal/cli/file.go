package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// create writes a file as a whole or not at all; "-" is standard output.
func (s streams) create(path string, write func(io.Writer) error) error {
	if path == "-" {
		return write(s.out)
	}
	return writeFile(path, write)
}

// fileMode is what a new file gets before the umask.
const fileMode fs.FileMode = 0o666

// isFile tells whether path exists and is a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// writeFile writes to a temporary file beside path and renames it, so that
// nobody ever sees half a file. Names ending in .gz or .zst are compressed.
func writeFile(path string, write func(io.Writer) error) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the file behind a link, not the link
	}
	if info, statErr := os.Stat(path); statErr == nil && !info.Mode().IsRegular() {
		return writeThrough(path, write) // a device or a pipe cannot be renamed
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return inputError(fmt.Errorf("cannot write %s: %w", path, reason(err)))
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if err := compressed(f, path, write); err != nil {
		_ = f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), fileMode&^umask()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// canWrite tells before a long search whether a file can be written after it.
func (s streams) canWrite(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return inputError(fmt.Errorf("%s is a folder, expected a file", path))
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".tourmaline.*")
	if err != nil {
		return inputError(fmt.Errorf("cannot write %s: %w", path, reason(err)))
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// reason leaves out the name of the temporary file.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return inputError(err)
	}
	if err := compressed(f, path, write); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// compressed buffers, and compresses as the name asks.
func compressed(w io.Writer, path string, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<20)
	var packer io.WriteCloser
	var err error
	switch filepath.Ext(path) {
	case ".gz":
		packer = gzip.NewWriter(b)
	case ".zst":
		packer, err = zstd.NewWriter(b)
	}
	switch {
	case err != nil:
		return err
	case packer == nil:
		err = write(b)
	default:
		if err = write(packer); err == nil {
			err = packer.Close()
		}
	}
	if err != nil {
		return err
	}
	return b.Flush()
}
