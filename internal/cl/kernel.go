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

// A Kernel is a function of a program that runs on the device, with its
// arguments. It is closed with its program.
type Kernel struct {
	program   *Program
	device    *Device
	handle    uintptr // zero once closed
	name      string
	arguments []argument
	names     map[string]int // of the arguments that Bind named

	most     int    // work-items in a group, at most
	required int    // work-items in a group, if the source requires a number
	local    uint64 // bytes of local memory that the source itself declares

	fixed     Launch   // as set by Fix or Demand
	preferred Launch   // where thread control begins, if set
	control   *control // nil until the first Run
	jobs      int      // of the largest run so far: work-items or teams
	perJob    float64  // nanoseconds per job when last measured; 0 = unknown
	unwatched int      // launches since then

	// Values that a launch passes by address are stored here, so that launching
	// does not allocate.
	offset, global, group, event uintptr
}

// Kernel returns a kernel of the program by its name.
func (p *Program) Kernel(name string) (*Kernel, error) {
	if p == nil {
		return nil, fmt.Errorf("kernel %s: program: %w", name, ErrClosed)
	}
	d := p.device
	if err := d.lock(); err != nil {
		return nil, fmt.Errorf("kernel %s: %w", name, err)
	}
	defer d.mu.Unlock()
	if p.handle == 0 {
		return nil, fmt.Errorf("kernel %s: program %s: %w", name, p.file, ErrClosed)
	}
	k := &Kernel{program: p, device: d, name: name}
	var code int32
	text := append([]byte(name), 0)
	k.handle = made(create(d.driver.createKernel, p.handle, uintptr(unsafe.Pointer(&text[0])), uintptr(unsafe.Pointer(&code))))
	if k.handle == 0 {
		return nil, k.failure("clCreateKernel", code, "in "+p.file)
	}
	p.kernels[k] = struct{}{}
	k.examine()
	if err := k.arrange(); err != nil {
		return nil, err // the kernel is released with its program
	}
	return k, nil
}

// examine queries the limits and the parameters of a new kernel.
func (k *Kernel) examine() {
	d := k.device
	var count uint32
	call(d.driver.kernelInfo, k.handle, kernelNumArgs, unsafe.Sizeof(count), uintptr(unsafe.Pointer(&count)), 0)
	k.arguments = make([]argument, count)
	for i := range k.arguments {
		k.arguments[i].parameter = k.parameter(i)
	}
	var most uintptr
	call(d.driver.kernelGroupInfo, k.handle, d.id, kernelWorkGroupSize, unsafe.Sizeof(most), uintptr(unsafe.Pointer(&most)), 0)
	k.most = int(most)
	if k.most == 0 {
		k.most = d.info.MaxGroup
	}
	var demanded [3]uintptr
	call(d.driver.kernelGroupInfo, k.handle, d.id, kernelCompileGroupSize, unsafe.Sizeof(demanded), uintptr(unsafe.Pointer(&demanded)), 0)
	k.required = int(demanded[0])
	call(d.driver.kernelGroupInfo, k.handle, d.id, kernelLocalMemSize, unsafe.Sizeof(k.local), uintptr(unsafe.Pointer(&k.local)), 0)
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

// failure returns the error of a call that concerns this kernel, or nil for success.
func (k *Kernel) failure(function string, code int32, detail string) error {
	if code == success {
		return nil
	}
	return &Error{Call: function, Code: code, Device: k.device.info.Name, Kernel: k.name, Detail: detail}
}
