// Package outtest provides a file system that fails at an operation that a test selects.
package outtest

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// An Act is an operation that can fail.
type Act string

// The operations that write a file.
const (
	Open       Act = "open"
	Write      Act = "write" // fails from a given byte on, as on a full disk
	Chmod      Act = "chmod"
	Sync       Act = "sync"
	Close      Act = "close"
	Rename     Act = "rename"
	SyncFolder Act = "sync of the folder"
)

// A Fault describes an operation that fails.
type Fault struct {
	Act  Act
	Byte int64                  // first byte that Write cannot write
	Hits func(path string) bool // selects the files and folders that fail; nil selects all
}

func (f Fault) String() string {
	if f.Act == Write {
		return fmt.Sprintf("write of byte %d", f.Byte)
	}
	return string(f.Act)
}

// Err is the error that every fault causes.
const Err = syscall.ENOSPC

// System returns the file system of this machine, in which the operation of f fails.
func (f Fault) System() outfile.System {
	sound := outfile.OS()
	s := sound
	s.Open = func(name string, flag int, mode fs.FileMode) (outfile.File, error) {
		if err := f.at(Open, name); err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		file, err := sound.Open(name, flag, mode)
		if err != nil {
			return nil, err
		}
		return &failing{File: file, name: name, fault: f}, nil
	}
	s.Rename = func(from, to string) error {
		if err := f.at(Rename, to); err != nil {
			return err
		}
		return sound.Rename(from, to)
	}
	s.SyncFolder = func(path string) error { return f.at(SyncFolder, path) }
	return s
}

// at returns Err if the operation fails for the path, and nil otherwise.
func (f Fault) at(act Act, path string) error {
	if f.Act == act && (f.Hits == nil || f.Hits(path)) {
		return Err
	}
	return nil
}

// A failing is a file whose operations may fail.
type failing struct {
	outfile.File
	name    string
	fault   Fault
	written int64
}

// Write writes as many bytes as there is room for, like a real disk.
func (f *failing) Write(p []byte) (int, error) {
	room := int64(len(p))
	if f.fault.at(Write, f.name) != nil {
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
	if err := f.fault.at(Chmod, f.name); err != nil {
		return err
	}
	return f.File.Chmod(mode)
}

// Sync does not wait for the disk, because no test simulates a power cut.
func (f *failing) Sync() error { return f.fault.at(Sync, f.name) }

// Close closes the file even if it returns an error.
func (f *failing) Close() error {
	err := f.File.Close()
	return cmp.Or(f.fault.at(Close, f.name), err)
}

// Faults returns a fault for each operation. For writes, it returns faults at both ends of a file
// of the given size and around the powers of two, which include all buffer boundaries.
func Faults(size int64) []Fault {
	acts := []Act{Open, Chmod, Sync, Close, Rename, SyncFolder}
	all := list.Map(acts, func(a Act) Fault { return Fault{Act: a} })
	places := []int64{0, max(size-1, 0), size}
	for k := int64(1); k <= size; k *= 2 {
		places = append(places, k-1, k, min(k+1, size))
	}
	slices.Sort(places)
	places = slices.Compact(places)
	return append(all, list.Map(places, func(k int64) Fault { return Fault{Act: Write, Byte: k} })...)
}
