//go:build !noopencl && (amd64 || arm64)

package cl

import (
	"fmt"

	"golang.org/x/sys/windows"
)

const libraryAdvice = "install the graphics card driver (NVIDIA, AMD, Intel)"

// openLibrary loads OpenCL.dll from the system folder, never one beside the
// program, and returns a lookup of its symbols. The address of a missing symbol
// is zero.
func openLibrary() (func(name string) uintptr, error) {
	library := windows.NewLazySystemDLL("OpenCL.dll")
	if err := library.Load(); err != nil {
		return nil, fmt.Errorf("%w: %w; %s", ErrNoRuntime, err, libraryAdvice)
	}
	return func(symbol string) uintptr {
		procedure := library.NewProc(symbol)
		if procedure.Find() != nil {
			return 0
		}
		return procedure.Addr()
	}, nil
}
