// Package memory says how much memory there is, so that what cannot fit is refused with a
// figure instead of being killed on the way.
package memory

import (
	"math"
	"runtime/debug"
)

// Unknown is what a machine is taken to have that does not say.
const Unknown = 16 << 30

// Limit is the memory that a process can have: what the Go runtime was limited to, what the
// machine or the container has, and what can be addressed, whichever is least.
func Limit() int64 {
	limit := debug.SetMemoryLimit(-1)
	if have, ok := installed(); ok {
		limit = min(limit, have)
	} else {
		limit = min(limit, Unknown)
	}
	return min(limit, math.MaxInt)
}
