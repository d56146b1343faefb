//go:build unix

package experiment

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock keeps other programs from adding to the same file. A lock ends with the program.
func lock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
