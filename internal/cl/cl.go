// Package cl is OpenCL loaded at run time: devices, buffers, programs, kernels.
// No raw handle leaves it.
//
// It needs neither cgo nor an SDK to build, and a machine without an OpenCL
// runtime gets ErrNoRuntime instead of a program that does not start. The build
// tag noopencl leaves the loader out.
//
// A Device, with everything made from it, serves one goroutine at a time; a
// mutex makes other use safe, not fast. Different devices are independent.
package cl

import "errors"

var (
	// ErrNoRuntime says that no OpenCL library could be loaded.
	ErrNoRuntime = errors.New("no OpenCL runtime")

	// ErrNoDevice says that the OpenCL library knows no such device.
	ErrNoDevice = errors.New("no OpenCL device")

	// ErrClosed says that a device, or something made from it, was used after
	// it was closed, or was never made.
	ErrClosed = errors.New("used after it was closed")
)

// Scalar is what a buffer can hold: the integers and floats that are the same
// in Go and in OpenCL C.
type Scalar interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}
