//go:build noopencl || !(amd64 || arm64) || !((linux && !android) || (darwin && !ios) || windows)

package cl

import "fmt"

const libraryAdvice = "use a build with OpenCL: for Linux, macOS or Windows on amd64 or arm64, without the build tag noopencl"

// openLibrary always fails because this build excludes OpenCL.
func openLibrary() (func(name string) uintptr, error) {
	return nil, fmt.Errorf("%w: this program was built without OpenCL (build tag noopencl, or a platform other than Linux, macOS and Windows on amd64 and arm64)", ErrNoRuntime)
}

// call always fails. It is never called, because openLibrary always fails.
func call(uintptr, ...uintptr) int32 { return deviceNotFound }

// create always fails. It is never called, because openLibrary always fails.
func create(uintptr, ...uintptr) uintptr { return 0 }

// oneThread does nothing. It is never called, because openLibrary always fails.
func oneThread() {}
