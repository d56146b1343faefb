package outfile

import (
	"cmp"
	"io"
	"os"
)

// Lines is a file that grows while a search runs. Every Write is a line, which is in the
// file as a whole or, if it fails, not at all.
type Lines struct {
	path string
	file File
	size int64 // of the whole lines; -1 for a device or a pipe
}

// Append opens a file to add lines to. Unless resume, it removes the old lines.
func (s System) Append(path string, resume bool) (*Lines, error) {
	t, err := find(path)
	if err != nil {
		return nil, cannot(path, err)
	}
	flag := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	l := &Lines{path: path}
	switch {
	case t.through():
		flag, l.size = os.O_WRONLY, -1
	case !resume:
		flag |= os.O_TRUNC
	case t.info != nil:
		l.size = t.info.Size()
	}
	if l.file, err = s.Open(t.path, flag, newMode); err != nil {
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
		_ = l.file.Truncate(l.size) // the line is lost either way
	default:
		l.size += int64(n)
	}
	return n, cannot(l.path, err)
}

// Close brings the lines to the disk.
func (l *Lines) Close() error {
	var err error
	if l.size >= 0 {
		err = l.file.Sync()
	}
	return cannot(l.path, cmp.Or(err, l.file.Close()))
}
