// Package cl loads OpenCL at run time and provides devices, buffers, programs and kernels. It does
// not expose raw handles.
//
// It needs neither cgo nor an SDK to build. On a machine without an OpenCL runtime, its functions
// return ErrNoRuntime, and the program still starts. The build tag noopencl excludes the loader.
//
// A Device and all objects created from it are meant for use by one goroutine at a time. A mutex
// makes concurrent use safe but not fast. Different devices are independent.
package cl

import "errors"

var (
	// ErrNoRuntime means that no OpenCL library could be loaded.
	ErrNoRuntime = errors.New("no OpenCL runtime")

	// ErrNoDevice means that the OpenCL library has no device with the given number.
	ErrNoDevice = errors.New("no OpenCL device")

	// ErrClosed means that a device or an object created from it was used after it was closed, or
	// was never created.
	ErrClosed = errors.New("used after it was closed")
)

// Scalar lists the possible element types of a buffer: the integers and floats that have the same
// representation in Go and in OpenCL C.
type Scalar interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}
