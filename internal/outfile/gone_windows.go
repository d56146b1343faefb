package outfile

import (
	"errors"
	"os"
	"syscall"
)

// invalidParameter is what Windows answers to a number that is no process.
const invalidParameter = syscall.Errno(87)

// gone tells whether there is no such process.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return errors.Is(err, invalidParameter)
	}
	_ = p.Release()
	return false
}
