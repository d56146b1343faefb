//go:build unix

package outfile

import (
	"errors"
	"syscall"
)

// gone tells whether there is no such process.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
