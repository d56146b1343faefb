// Package outtest is a file system that fails where a test wants it to.
package outtest

import (
	"fmt"
	"io/fs"
	"syscall"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// An Act is an operation that can fail.
type Act string

// The operations of writing a file.
const (
	Open       Act = "open"
	Write      Act = "write" // from some byte on: the disk is full
	Chmod      Act = "chmod"
	Sync       Act = "sync"
	Close      Act = "close"
	Rename     Act = "rename"
	SyncFolder Act = "sync of the folder"
)

// A Fault is an operation that fails.
type Fault struct {
	Act  Act
	Byte int64                  // that Write cannot write any more
	Hits func(path string) bool // which files and folders fail; nil: all
}

func (f Fault) String() string {
	if f.Act == Write {
		return fmt.Sprintf("write of byte %d", f.Byte)
	}
	return string(f.Act)
}

// Err is the error of every fault.
const Err = syscall.ENOSPC

// System returns the file system of this machine with a fault.
func (f Fault) System() outfile.System {
	sound := outfile.OS()
	s := sound
	s.Open = func(name string, flag int, mode fs.FileMode) (outfile.File, error) {
		if f.is(Open, name) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: Err}
		}
		file, err := sound.Open(name, flag, mode)
		if err != nil {
			return nil, err
		}
		return &failing{File: file, name: name, fault: f}, nil
	}
	s.Rename = func(from, to string) error {
		if f.is(Rename, to) {
			return Err
		}
		return sound.Rename(from, to)
	}
	s.SyncFolder = func(path string) error {
		if f.is(SyncFolder, path) {
			return Err
		}
		return nil
	}
	return s
}

func (f Fault) is(act Act, path string) bool {
	return f.Act == act && (f.Hits == nil || f.Hits(path))
}

// A failing file may fail.
type failing struct {
	outfile.File
	name    string
	fault   Fault
	written int64
}

// Write writes as much as there is room for, as a disk does.
func (f *failing) Write(p []byte) (int, error) {
	room := int64(len(p))
	if f.fault.is(Write, f.name) {
		room = min(room, max(0, f.fault.Byte-f.written))
	}
	n, err := f.File.Write(p[:room])
	f.written += int64(n)
	if err == nil && n < len(p) {
		err = Err
	}
	return n, err
}

func (f *failing) Chmod(mode fs.FileMode) error {
	if f.fault.is(Chmod, f.name) {
		return Err
	}
	return f.File.Chmod(mode)
}

// Sync does not wait for the disk: no test takes the power away.
func (f *failing) Sync() error {
	if f.fault.is(Sync, f.name) {
		return Err
	}
	return nil
}

// Close closes the file even if it fails.
func (f *failing) Close() error {
	err := f.File.Close()
	if f.fault.is(Close, f.name) {
		return Err
	}
	return err
}

// Faults returns a fault for each operation, and for writes at the boundaries of a file of the
// given size: at both ends and around the powers of two, and so around every buffer.
func Faults(size int64) []Fault {
	var all []Fault
	for _, act := range []Act{Open, Chmod, Sync, Close, Rename, SyncFolder} {
		all = append(all, Fault{Act: act})
	}
	seen := map[int64]bool{}
	at := func(k int64) {
		if k >= 0 && k <= size && !seen[k] {
			seen[k] = true
			all = append(all, Fault{Act: Write, Byte: k})
		}
	}
	at(0)
	for k := int64(1); k <= size; k *= 2 {
		at(k - 1)
		at(k)
		at(k + 1)
	}
	at(size - 1)
	at(size)
	return all
}
