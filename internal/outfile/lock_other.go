//go:build !unix

package outfile

import "os"

// Lock would keep other programs from locking the same file: it needs a Unix.
func Lock(*os.File) error { return nil }

// LockWait is Lock, but would wait for the other program.
func LockWait(*os.File) error { return nil }
