package outfile

import (
	"errors"
	"os"
	"syscall"
)

// invalidParameter is the Windows error for an unknown process id.
const invalidParameter = syscall.Errno(87)

// gone reports whether the process does not exist.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return errors.Is(err, invalidParameter)
	}
	_ = p.Release()
	return false
}
