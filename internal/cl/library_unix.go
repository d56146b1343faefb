//go:build !noopencl && (amd64 || arm64) && ((linux && !android) || (darwin && !ios))

package cl

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// openLibrary loads the OpenCL library and returns a function that looks up symbols. The function
// returns zero for a missing symbol.
func openLibrary() (func(name string) uintptr, error) {
	var first error
	for _, name := range libraryNames {
		library, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
		if err == nil {
			return func(symbol string) uintptr {
				address, err := purego.Dlsym(library, symbol)
				if err != nil {
					return 0
				}
				return address
			}, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, fmt.Errorf("%w: %w; %s", ErrNoRuntime, first, libraryAdvice)
}
