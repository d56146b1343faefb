package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// Load reads a checkpoint from a file.
func Load(path string) (Header, []byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return Header{}, nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return Header{}, nil, fmt.Errorf("%s: %w: it is a folder", path, ErrForeign)
	}
	h, payload, err := Read(f, DefaultLimit)
	if err != nil {
		return Header{}, nil, fmt.Errorf("%s: %w", path, err)
	}
	return h, payload, nil
}

// Save replaces a file as a whole: whenever the program or the machine stops, the
// file is the old or the new one. A link keeps leading to it, and its permissions
// stay. A process that is killed while it saves leaves a file .checkpoint-… beside it.
//
// Written by hand because google/renameio replaces links instead of following them,
// never syncs the folder, and does not exist on Windows.
func Save(path string, data []byte) error {
	return save(path, data, os.Rename)
}

// save has the renaming as a parameter, so that tests can let it fail.
func save(path string, data []byte, rename func(from, to string) error) (err error) {
	path, err = follow(path)
	if err != nil {
		return err
	}
	mode, err := permissions(path)
	if err != nil {
		return err
	}
	temporary, err := writeBeside(path, data, mode)
	if err != nil {
		return fmt.Errorf("cannot save %s: %w", path, err)
	}
	if err := rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return syncFolder(filepath.Dir(path))
}

// follow finds the file that a link leads to, which need not exist yet.
func follow(path string) (string, error) {
	for range 40 { // links may form a ring
		if target, err := filepath.EvalSymlinks(path); err == nil {
			return target, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // no link
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", fmt.Errorf("cannot save %s: too many links", path)
}

// permissions are those of a file that is there, or 0 if there is none.
func permissions(path string) (fs.FileMode, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("cannot save %s: it is there and is not a regular file", path)
	}
	return info.Mode().Perm(), nil
}

// writeBeside writes a file of a new name into the folder of path, down to the disk.
// It has the permissions given, or those of any new file if they are 0.
func writeBeside(path string, data []byte, mode fs.FileMode) (name string, err error) {
	f, err := create(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(data)
	if err == nil && mode != 0 {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	return f.Name(), errors.Join(err, f.Close())
}

// create opens a new file. Unlike os.CreateTemp it leaves the permissions to the umask.
func create(folder string) (*os.File, error) {
	for {
		name := filepath.Join(folder, ".checkpoint-"+strconv.FormatUint(rand.Uint64(), 36))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// syncFolder makes a renaming last, where folders can be synced.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		return nil
	}
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return nil // may be written to, but not listed
	}
	if err != nil {
		return err
	}
	defer folder.Close()
	err = folder.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil // some network file systems
	}
	return err
}
