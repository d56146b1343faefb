package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A target is a file to write, with links resolved.
type target struct {
	path string
	info fs.FileInfo // nil if the file does not exist yet
}

// through reports whether the target is a device or a pipe.
func (t target) through() bool { return t.info != nil && !t.info.Mode().IsRegular() }

var errFolder = errors.New("it is a folder, expected a file")

func find(path string) (target, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return target{}, errFolder
	case err == nil && !info.Mode().IsRegular():
		return target{path, info}, nil // /dev/stdout may link to a name that is not a path
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return target{}, err
	}
	path, err = follow(path)
	return target{path, info}, err
}

// follow resolves a link. The target of the link need not exist.
func follow(path string) (string, error) {
	for range 40 { // links may form a cycle
		if target, err := filepath.EvalSymlinks(path); err == nil {
			return target, nil
		}
		link, err := os.Readlink(path)
		if err != nil {
			return path, nil // not a link
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", errors.New("too many links")
}

// Same reports whether two paths refer, or will refer, to the same regular file.
func Same(a, b string) bool {
	x, errX := find(a)
	y, errY := find(b)
	switch {
	case errX != nil || errY != nil || x.through() || y.through():
		return false
	case x.info != nil && y.info != nil:
		return os.SameFile(x.info, y.info)
	}
	return x.info == nil && y.info == nil && filepath.Base(x.path) == filepath.Base(y.path) &&
		sameFolder(filepath.Dir(x.path), filepath.Dir(y.path))
}

func sameFolder(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Canonical returns the same absolute path for all paths of a file.
func Canonical(path string) string {
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		path = followed
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
