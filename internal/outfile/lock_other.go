//go:build !unix && !windows

package outfile

import (
	"errors"
	"os"
)

// errRemoving is the error of opening a file while another program removes it, which never happens
// on this system.
var errRemoving = errors.New("being removed")

// Lock does nothing on this system. On Unix and Windows, it keeps other programs from locking the
// same file.
func Lock(*os.File) error { return nil }

// LockWait does nothing on this system. On Unix and Windows, it is like Lock, but waits until the
// lock is free.
func LockWait(*os.File) error { return nil }
