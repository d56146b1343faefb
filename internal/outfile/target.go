package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// A target is a file to write, behind all links that lead to it.
type target struct {
	path string
	info fs.FileInfo // nil: it does not exist yet
}

// through tells whether it is a device or a pipe.
func (t target) through() bool { return t.info != nil && !t.info.Mode().IsRegular() }

var errFolder = errors.New("it is a folder, expected a file")

func find(path string) (target, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return target{}, errFolder
	case err == nil && !info.Mode().IsRegular():
		return target{path, info}, nil // /dev/stdout leads to a name that is no path
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return target{}, err
	}
	path, err = follow(path)
	return target{path, info}, err
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
	return "", errors.New("too many links")
}

// Same tells whether two paths are the same regular file, or will be once they are
// written.
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
