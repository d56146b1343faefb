//go:build !unix && !windows

package outfile

import "os"

// Lock does nothing on this system. On Unix and Windows, it keeps other programs from locking the
// same file.
func Lock(*os.File) error { return nil }

// LockWait does nothing on this system. On Unix and Windows, it is like Lock, but waits until the
// lock is free.
func LockWait(*os.File) error { return nil }
