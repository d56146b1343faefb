package cl

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// A driver holds the addresses of the OpenCL 1.2 functions that this package uses. They are C
// functions to be called with call. Each field has the name of its function without the prefix cl.
type driver struct {
	GetPlatformIDs, GetPlatformInfo                                  uintptr
	GetDeviceIDs, GetDeviceInfo                                      uintptr
	CreateContext, ReleaseContext                                    uintptr
	CreateCommandQueue, ReleaseCommandQueue, Finish                  uintptr
	CreateBuffer, ReleaseMemObject                                   uintptr
	EnqueueReadBuffer, EnqueueWriteBuffer                            uintptr
	EnqueueFillBuffer, EnqueueCopyBuffer                             uintptr
	CreateProgramWithSource, BuildProgram                            uintptr
	GetProgramBuildInfo, ReleaseProgram                              uintptr
	CreateKernel, ReleaseKernel, GetKernelInfo, GetKernelArgInfo     uintptr
	GetKernelWorkGroupInfo, SetKernelArg, EnqueueNDRangeKernel       uintptr
	WaitForEvents, GetEventInfo, GetEventProfilingInfo, ReleaseEvent uintptr
}

// loaded returns the driver of this process. It loads the C library once and never unloads it,
// because drivers leave threads running.
var loaded = sync.OnceValues(func() (*driver, error) {
	lookup, err := openLibrary()
	if err != nil {
		return nil, err
	}
	return newDriver(lookup)
})

// newDriver looks up every symbol. The error names all missing symbols.
func newDriver(lookup func(name string) uintptr) (*driver, error) {
	d := &driver{}
	var missing []string
	for field, address := range reflect.ValueOf(d).Elem().Fields() {
		name := "cl" + field.Name
		address.SetUint(uint64(lookup(name)))
		if address.IsZero() {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: the OpenCL library lacks %s: expected OpenCL 1.2 or later; update the driver",
			ErrNoRuntime, strings.Join(missing, ", "))
	}
	return d, nil
}

// handles counts the OpenCL objects in the process that were created but not released. Tests use it
// to detect leaks.
var handles atomic.Int64

// made counts the handle that a clCreate… call returned, unless it is zero, and returns it.
func made(handle uintptr) uintptr {
	if handle != 0 {
		handles.Add(1)
	}
	return handle
}

// release releases a handle. It ignores a zero handle.
func release(function, handle uintptr) int32 {
	if handle == 0 {
		return success
	}
	handles.Add(-1)
	return call(function, handle)
}
