package cl

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

// A driver holds the addresses of the OpenCL 1.2 functions that this package uses. They are C
// functions to be called with call.
type driver struct {
	getPlatformIDs, getPlatformInfo                         uintptr
	getDeviceIDs, getDeviceInfo                             uintptr
	createContext, releaseContext                           uintptr
	createCommandQueue, releaseCommandQueue, finish         uintptr
	createBuffer, releaseMemObject                          uintptr
	enqueueReadBuffer, enqueueWriteBuffer                   uintptr
	enqueueFill, enqueueCopy                                uintptr
	createProgram, buildProgram, programInfo, releaseProg   uintptr
	createKernel, releaseKernel, kernelInfo, kernelArgInfo  uintptr
	kernelGroupInfo, setKernelArg, enqueueKernel            uintptr
	waitForEvents, eventInfo, eventProfile, releaseEventRef uintptr
}

// symbols pairs each exported name with the field for its address.
func (d *driver) symbols() []symbol {
	return []symbol{
		{"clGetPlatformIDs", &d.getPlatformIDs},
		{"clGetPlatformInfo", &d.getPlatformInfo},
		{"clGetDeviceIDs", &d.getDeviceIDs},
		{"clGetDeviceInfo", &d.getDeviceInfo},
		{"clCreateContext", &d.createContext},
		{"clReleaseContext", &d.releaseContext},
		{"clCreateCommandQueue", &d.createCommandQueue},
		{"clReleaseCommandQueue", &d.releaseCommandQueue},
		{"clFinish", &d.finish},
		{"clCreateBuffer", &d.createBuffer},
		{"clReleaseMemObject", &d.releaseMemObject},
		{"clEnqueueReadBuffer", &d.enqueueReadBuffer},
		{"clEnqueueWriteBuffer", &d.enqueueWriteBuffer},
		{"clEnqueueFillBuffer", &d.enqueueFill},
		{"clEnqueueCopyBuffer", &d.enqueueCopy},
		{"clCreateProgramWithSource", &d.createProgram},
		{"clBuildProgram", &d.buildProgram},
		{"clGetProgramBuildInfo", &d.programInfo},
		{"clReleaseProgram", &d.releaseProg},
		{"clCreateKernel", &d.createKernel},
		{"clReleaseKernel", &d.releaseKernel},
		{"clGetKernelInfo", &d.kernelInfo},
		{"clGetKernelArgInfo", &d.kernelArgInfo},
		{"clGetKernelWorkGroupInfo", &d.kernelGroupInfo},
		{"clSetKernelArg", &d.setKernelArg},
		{"clEnqueueNDRangeKernel", &d.enqueueKernel},
		{"clWaitForEvents", &d.waitForEvents},
		{"clGetEventInfo", &d.eventInfo},
		{"clGetEventProfilingInfo", &d.eventProfile},
		{"clReleaseEvent", &d.releaseEventRef},
	}
}

type symbol struct {
	name    string
	address *uintptr
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
	for _, s := range d.symbols() {
		if *s.address = lookup(s.name); *s.address == 0 {
			missing = append(missing, s.name)
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
