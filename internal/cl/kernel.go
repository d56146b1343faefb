package cl

import (
	"fmt"
	"unsafe"
)

const (
	kernelNumArgs          = 0x1191
	kernelWorkGroupSize    = 0x11B0
	kernelCompileGroupSize = 0x11B1
	kernelLocalMemSize     = 0x11B2
)

// A Kernel is a program function that runs on the device, with its arguments. Closing the program
// also closes the kernel.
type Kernel struct {
	program   *Program
	device    *Device
	handle    uintptr // zero after Close
	name      string
	arguments []argument
	names     map[string]int // indices of the named arguments

	most     int    // maximum number of work-items in a group
	required int    // number of work-items in a group that the source requires, or 0
	local    uint64 // bytes of local memory that the source declares

	fixed     Launch   // launch set by Fix or Demand
	preferred Launch   // first launch that thread control tries, if set
	control   *control // nil until the first Run
	shape     shape    // shape for which control was created
	jobs      int      // number of jobs in the largest run so far
	perJob    float64  // nanoseconds per job in the last measurement; 0 if unknown
	unwatched int      // number of launches since the last measurement

	// Values that a launch passes by address are stored here to avoid allocations.
	offset, global, group, event uintptr
}

// Kernel returns the kernel with the given name.
func (p *Program) Kernel(name string) (*Kernel, error) {
	if p == nil {
		return nil, fmt.Errorf("kernel %s: program: %w", name, ErrClosed)
	}
	d := p.device
	if err := d.lock(); err != nil {
		return nil, fmt.Errorf("kernel %s: %w", name, err)
	}
	defer d.mu.Unlock()
	if p.code == nil {
		return nil, fmt.Errorf("kernel %s: program %s: %w", name, p.file, ErrClosed)
	}
	k := &Kernel{program: p, device: d, name: name}
	var code int32
	text := append([]byte(name), 0)
	k.handle = made(create(d.driver.CreateKernel, p.code.handle, uintptr(unsafe.Pointer(&text[0])), uintptr(unsafe.Pointer(&code))))
	if k.handle == 0 {
		d.lost = true
		return nil, k.failure("clCreateKernel", code, "in "+p.file)
	}
	p.kernels[k] = struct{}{}
	k.examine()
	if err := k.arrange(); err != nil {
		return nil, err // releasing the program also releases the kernel
	}
	return k, nil
}

// examine queries the limits and the parameters of a new kernel.
func (k *Kernel) examine() {
	d := k.device
	var count uint32
	call(d.driver.GetKernelInfo, k.handle, kernelNumArgs, unsafe.Sizeof(count), uintptr(unsafe.Pointer(&count)), 0)
	k.arguments = make([]argument, count)
	for i := range k.arguments {
		k.arguments[i].parameter = k.parameter(i)
	}
	var most uintptr
	call(d.driver.GetKernelWorkGroupInfo, k.handle, d.id, kernelWorkGroupSize, unsafe.Sizeof(most), uintptr(unsafe.Pointer(&most)), 0)
	k.most = int(most)
	if k.most == 0 {
		k.most = d.info.MaxGroup
	}
	var demanded [3]uintptr
	call(d.driver.GetKernelWorkGroupInfo, k.handle, d.id, kernelCompileGroupSize, unsafe.Sizeof(demanded), uintptr(unsafe.Pointer(&demanded)), 0)
	k.required = int(demanded[0])
	call(d.driver.GetKernelWorkGroupInfo, k.handle, d.id, kernelLocalMemSize, unsafe.Sizeof(k.local), uintptr(unsafe.Pointer(&k.local)), 0)
}

// lock locks the device of an open kernel.
func (k *Kernel) lock() error {
	if k == nil {
		return fmt.Errorf("OpenCL kernel: %w", ErrClosed)
	}
	if err := k.device.lock(); err != nil {
		return fmt.Errorf("kernel %s: %w", k.name, err)
	}
	if k.handle == 0 {
		k.device.mu.Unlock()
		return fmt.Errorf("kernel %s of %s: %w", k.name, k.program.file, ErrClosed)
	}
	return nil
}

// failure returns the error of a call that involves this kernel, or nil on success.
func (k *Kernel) failure(function string, code int32, detail string) error {
	if code == success {
		return nil
	}
	return &Error{Call: function, Code: code, Device: k.device.info.Name, Kernel: k.name, Detail: detail}
}
