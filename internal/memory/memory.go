// Package memory determines the available memory, so that a program can reject input that does not
// fit instead of being killed.
package memory

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
)

// ErrExceeded is wrapped by the errors for work that does not fit in memory.
var ErrExceeded = errors.New("not enough memory")

// exceeded is an error that wraps ErrExceeded and has its own message.
type exceeded string

func (e exceeded) Error() string { return string(e) }

func (exceeded) Unwrap() error { return ErrExceeded }

// Errorf returns an error that wraps ErrExceeded.
func Errorf(format string, args ...any) error { return exceeded(fmt.Sprintf(format, args...)) }

// assumed is the memory size used for a machine that does not report it.
const assumed = 16 << 30

// Limit returns the memory that the process may use: the minimum of the Go runtime's memory limit,
// the memory of the machine or container, and the address space.
func Limit() int64 {
	limit := debug.SetMemoryLimit(-1)
	if have, ok := installed(); ok {
		limit = min(limit, have)
	} else {
		limit = min(limit, assumed)
	}
	return min(limit, math.MaxInt)
}

// LimitRuntime makes the garbage collector keep the heap below the memory of the machine or
// container, with a fifth to spare for everything else. It does nothing if the runtime already has
// a limit, for example by the variable GOMEMLIMIT.
func LimitRuntime() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(Limit() / 5 * 4)
	}
}
