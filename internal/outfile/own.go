package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// ErrOwned means that another program owns a file.
var ErrOwned = errors.New("another program is writing to it")

// Own makes this program the owner of a file until release is called or the program exits. The file
// need not exist. Other calls of Own for the same file fail with ErrOwned. Own locks a hidden file
// in the same folder, because Write replaces the file itself. It does nothing for devices, for
// pipes, and on file systems without locks.
func Own(path string) (release func(), err error) {
	t, err := find(path)
	if err != nil {
		return nil, cannot(path, err)
	}
	if t.through() {
		return func() {}, nil
	}
	name := filepath.Join(filepath.Dir(t.path), temporaryPrefix(t.path)+"lock")
	for range mostNames {
		f, err := lockNamed(name)
		if err != nil {
			return nil, cannot(path, err)
		}
		if isNamed(f, name) {
			return func() { removeLocked(f, name) }, nil
		}
		_ = f.Close() // the previous owner removed the file after it was opened here
	}
	return nil, cannot(path, ErrOwned)
}

// lockNamed opens and locks a file.
func lockNamed(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, newMode)
	if errors.Is(err, errRemoving) {
		return nil, ErrOwned
	}
	if err != nil {
		return nil, err
	}
	if err := unlessUnsupported(Lock(f)); err != nil {
		_ = f.Close()
		return nil, ErrOwned
	}
	return f, nil
}

// isNamed reports whether an open file still has the given name.
func isNamed(f *os.File, name string) bool {
	own, errOwn := f.Stat()
	now, errNow := os.Stat(name)
	return errOwn == nil && errNow == nil && os.SameFile(own, now)
}

// removeLocked removes a file and releases its lock. A program that opens the file before it is
// removed finds out once it has the lock: see isNamed. Windows does not remove open files; there, a
// file that another program has opened in the meantime stays.
func removeLocked(f *os.File, name string) {
	if runtime.GOOS == "windows" {
		_ = f.Close()
		_ = os.Remove(name)
		return
	}
	_ = os.Remove(name) // a file that is left has no effect
	_ = f.Close()
}
