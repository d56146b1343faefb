//go:build unix

package cli

import (
	"io/fs"
	"syscall"
)

// umask reads the process's file mode mask, which can only be read by setting
// it; the command line does so while nothing else runs.
func umask() fs.FileMode {
	mask := syscall.Umask(0o022)
	syscall.Umask(mask)
	return fs.FileMode(mask)
}
