//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/ebitengine/purego"
)

// thread, if set, makes all OpenCL calls from one operating system thread. Only Oclgrind needs it:
// its check for uninitialised memory uses a pool per thread and crashes if the next call comes from
// a different thread, as happens with goroutines.
var thread atomic.Pointer[caller]

// oneThread makes all further OpenCL calls run on one operating system thread.
var oneThread = sync.OnceFunc(func() {
	c := &caller{requests: make(chan request)}
	go c.serve()
	thread.Store(c)
})

// A caller makes OpenCL calls for other goroutines.
type caller struct{ requests chan request }

// A request describes a call to make. It holds a copy of the arguments, so that the usual direct
// path through call does not allocate.
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
