//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios) || windows)

package cl

import "github.com/ebitengine/purego"

// call calls a C function that returns a cl_int.
//
// Pointers are passed as uintptr(unsafe.Pointer(p)) in the argument list itself:
// the directive then keeps what they point to alive, and on the heap, where it
// does not move, until the call has returned.
//
//go:uintptrescapes
func call(function uintptr, args ...uintptr) int32 {
	if c := thread.Load(); c != nil {
		return int32(c.call(function, args))
	}
	result, _, _ := purego.SyscallN(function, args...)
	return int32(result)
}

// create calls a C function that returns a handle, under the same rule.
//
//go:uintptrescapes
func create(function uintptr, args ...uintptr) uintptr {
	if c := thread.Load(); c != nil {
		return c.call(function, args)
	}
	result, _, _ := purego.SyscallN(function, args...)
	return result
}
