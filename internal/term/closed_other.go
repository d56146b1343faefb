//go:build !unix

package term

import "io"

// MayBeClosed returns false, because writing to a closed standard stream fails on this system.
func MayBeClosed(io.Writer) bool { return false }
