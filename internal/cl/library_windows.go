//go:build !noopencl && (amd64 || arm64)

package cl

import (
	"fmt"

	"golang.org/x/sys/windows"
)

const libraryAdvice = "install the driver of the graphics card (NVIDIA, AMD, Intel)"

// openLibrary loads OpenCL.dll and returns a function that looks up symbols. It loads the DLL only
// from the system folder, never from the program's folder. The function returns zero for a missing
// symbol.
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
