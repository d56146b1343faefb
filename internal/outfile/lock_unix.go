//go:build unix

package outfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock keeps other programs from locking the same file. A lock ends with the program, or
// when the file is closed. If another program holds it, Lock fails.
func Lock(f *os.File) error { return flock(f, unix.LOCK_EX|unix.LOCK_NB) }

// LockWait is Lock, but waits for the other program.
func LockWait(f *os.File) error { return flock(f, unix.LOCK_EX) }

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
