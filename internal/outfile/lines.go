package outfile

import (
	"cmp"
	"io"
	"os"
)

// Lines is a file that grows while a search runs. Every Write adds a line. If a Write fails, it
// adds nothing. The program owns the file until Close.
type Lines struct {
	path    string
	file    File
	size    int64 // size of the complete lines; -1 for a device or a pipe
	release func()
}

// Append opens a file for adding lines. Unless resume is true, it removes the existing lines. If
// another program adds lines to the file, Append fails with ErrOwned.
func (s System) Append(path string, resume bool) (*Lines, error) {
	t, err := find(path)
	if err != nil {
		return nil, cannot(path, err)
	}
	release, err := Own(path)
	if err != nil {
		return nil, err
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	l := &Lines{path: path, release: release}
	switch {
	case t.through():
		flag, l.size = os.O_WRONLY, -1
	case !resume:
		flag |= os.O_TRUNC
	case t.info != nil:
		l.size = t.info.Size()
	}
	if l.file, err = s.Open(t.path, flag, newMode); err != nil {
		release()
		return nil, cannot(path, err)
	}
	return l, nil
}

func (l *Lines) Write(line []byte) (int, error) {
	n, err := l.file.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	switch {
	case l.size < 0:
	case err != nil:
		_ = l.file.Truncate(l.size) // if this fails too, there is nothing more to do
	default:
		l.size += int64(n)
	}
	return n, cannot(l.path, err)
}

// Close syncs the lines to disk and closes the file.
func (l *Lines) Close() error {
	defer l.release()
	var err error
	if l.size >= 0 {
		err = l.file.Sync()
	}
	return cannot(l.path, cmp.Or(err, l.file.Close()))
}
