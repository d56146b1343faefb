// Package outfile writes files safely. It replaces a file as a whole: whenever the program or the
// machine stops, the disk contains either the old or the new file. Links to the file stay valid,
// and the file keeps its permissions. Devices and pipes, which cannot be replaced, are written
// directly.
//
// The package does not use google/renameio, because that replaces links instead of following them,
// never syncs the folder, leaves the files of killed processes behind, cannot be made to fail in a
// test, and does not support Windows.
package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// A System provides the operations that change a file system. Tests use a System that fails.
type System struct {
	Open       func(name string, flag int, mode fs.FileMode) (File, error)
	Rename     func(from, to string) error
	Remove     func(name string) error
	SyncFolder func(path string) error
}

// A File is a file that is open for writing.
type File interface {
	io.WriteCloser
	Chmod(mode fs.FileMode) error
	Truncate(size int64) error
	Sync() error
}

// OS returns the file system of this machine.
func OS() System {
	return System{Open: open, Rename: os.Rename, Remove: os.Remove, SyncFolder: syncFolder}
}

func open(name string, flag int, mode fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err // avoid a non-nil File that contains a nil *os.File
	}
	return osFile{f}, nil
}

// An osFile ignores Sync on file systems that do not support it.
type osFile struct{ *os.File }

func (f osFile) Sync() error { return unlessUnsupported(f.File.Sync()) }

// syncFolder makes a rename durable, if the system can sync folders.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return nil
	}
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil // the folder can be written but not opened
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	return unlessUnsupported(folder.Sync())
}

// unlessUnsupported drops the errors of network file systems that do not support syncing.
func unlessUnsupported(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
