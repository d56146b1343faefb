//go:build unix

package outfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// errRemoving is the error of opening a file while another program removes it, which never happens
// on this system.
var errRemoving = errors.New("being removed")

// Lock keeps other programs from locking the same file. The lock is released when the file is
// closed or the program exits. If another program holds the lock, Lock fails.
func Lock(f *os.File) error { return flock(f, unix.LOCK_EX|unix.LOCK_NB) }

// LockWait is like Lock, but waits until the lock is free.
func LockWait(f *os.File) error { return flock(f, unix.LOCK_EX) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
