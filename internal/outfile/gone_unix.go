//go:build unix

package outfile

import (
	"errors"
	"syscall"
)

// gone reports whether the process does not exist.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
