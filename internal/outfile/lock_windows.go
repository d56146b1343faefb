package outfile

import (
	"os"

	"golang.org/x/sys/windows"
)

// errRemoving is the error of opening a file while another program removes it.
const errRemoving = windows.ERROR_SHARING_VIOLATION

// Lock keeps other programs from locking the same file. The lock is released when the file is
// closed or the program exits. If another program holds the lock, Lock fails.
func Lock(f *os.File) error {
	return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
}

// LockWait is like Lock, but waits until the lock is free.
func LockWait(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// lockFile locks the last possible byte of a file. Windows keeps other programs from reading the
// bytes that are locked, and a log must be readable while it grows.
func lockFile(f *os.File, flags uint32) error {
	last := &windows.Overlapped{Offset: ^uint32(0) - 1, OffsetHigh: 1<<31 - 1}
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, last)
}
