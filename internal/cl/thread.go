//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ebitengine/purego"
)

// thread, if set, makes all calls from one thread of the operating system. Only
// Oclgrind needs it: its check for uninitialised memory keeps a pool per thread
// and crashes if the next call comes from another one, as with goroutines.
var thread atomic.Pointer[caller]

// oneThread sets thread.
var oneThread = sync.OnceFunc(func() {
	c := &caller{requests: make(chan request)}
	go c.serve()
	thread.Store(c)
})

// A caller makes calls on behalf of others.
type caller struct{ requests chan request }

// A request is a call to make. It holds a copy of the arguments, so that the
// usual direct path through call does not allocate.
type request struct {
	function uintptr
	args     [12]uintptr
	n        int
	result   chan uintptr
}

func (c *caller) serve() {
	runtime.LockOSThread()
	for r := range c.requests {
		result, _, _ := purego.SyscallN(r.function, r.args[:r.n]...)
		r.result <- result
	}
}

func (c *caller) call(function uintptr, args []uintptr) uintptr {
	r := request{function: function, n: len(args), result: make(chan uintptr)}
	copy(r.args[:], args)
	c.requests <- r
	return <-r.result
}
