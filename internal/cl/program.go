package cl

import (
	"fmt"
	"io/fs"
	"runtime"
	"unsafe"
)

const (
	programBuildLog = 0x1183

	// Never add -cl-fast-relaxed-math, because results must be bit-exact.
	buildOptions = "-cl-std=CL1.2 -cl-kernel-arg-info"
)

// A Program is OpenCL C code compiled for a device.
type Program struct {
	device  *Device
	code    *compiled // nil after Close
	file    string
	kernels map[*Kernel]struct{}
}

// Build compiles a file from sources, unless the device has compiled the same code before. It
// replaces each line #include "x.cl" with the contents of that file, from sources or from the
// shared library (lib), and includes each file at most once. It defines HAVE_DOUBLE if the device
// supports fp64. Errors contain the compiler log, which refers to the original files and lines.
func (d *Device) Build(sources fs.FS, file string, defines ...Define) (*Program, error) {
	return d.build(sources, file, "", defines)
}

// build is Build with additional compiler options.
func (d *Device) build(sources fs.FS, file, options string, defines []Define) (*Program, error) {
	p, err := within(compileTime, "compiling "+file, func() (*Program, error) {
		return d.buildNow(sources, file, options, defines)
	})
	return p, d.hangs(err)
}

// buildNow is build without a deadline.
func (d *Device) buildNow(sources fs.FS, file, options string, defines []Define) (*Program, error) {
	if err := d.lock(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer d.mu.Unlock()
	text, err := assemble(sources, file, d.info.Double, defines)
	if err != nil {
		return nil, err
	}
	code, err := d.compiled(file, text, d.options()+options)
	if err != nil {
		return nil, err
	}
	p := &Program{device: d, code: code, file: file, kernels: map[*Kernel]struct{}{}}
	d.programs[p] = struct{}{}
	return p, nil
}

// compile compiles text, which the error refers to by the name of a file.
func (d *Device) compile(file, text, options string) (uintptr, error) {
	source := append([]byte(text), 0)
	// The Go compiler does not track an address that is stored as a uintptr in a slice, so source
	// must be pinned.
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&source[0])
	lines := []uintptr{uintptr(unsafe.Pointer(&source[0]))}
	var code int32
	handle := made(create(d.driver.CreateProgramWithSource, d.context, 1, uintptr(unsafe.Pointer(&lines[0])), 0,
		uintptr(unsafe.Pointer(&code))))
	if handle == 0 {
		d.lost = true
		return 0, d.failure("clCreateProgramWithSource", code, file)
	}
	d.traffic.Programs++
	terminated := append([]byte(options), 0)
	code = call(d.driver.BuildProgram, handle, 1, uintptr(unsafe.Pointer(&d.id)),
		uintptr(unsafe.Pointer(&terminated[0])), 0, 0)
	if code == success {
		return handle, nil
	}
	log := d.log(handle)
	release(d.driver.ReleaseProgram, handle)
	return 0, d.failure("clBuildProgram", code, file+"\n"+log)
}

func (d *Device) options() string { return Options(d.info) }

// Options returns the compiler options for a device.
func Options(info Info) string {
	options := buildOptions
	if info.Rounded {
		options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	return options
}

// log returns the compiler log of a program.
func (d *Device) log(handle uintptr) string {
	text, ok := textOf(func(size uintptr, value, needed unsafe.Pointer) int32 {
		return call(d.driver.GetProgramBuildInfo, handle, d.id, programBuildLog,
			size, uintptr(value), uintptr(needed))
	})
	if !ok {
		return "(the compiler wrote no log)"
	}
	return text
}

// Close releases the kernels of the program. The device keeps the compiled code. Closing again does
// nothing.
func (p *Program) Close() error {
	if p == nil || p.device.lock() != nil {
		return nil
	}
	defer p.device.mu.Unlock()
	p.release()
	return nil
}

// release releases the kernels of the program. The device must be locked.
func (p *Program) release() {
	if p.code == nil {
		return
	}
	for k := range p.kernels {
		p.code.learn(k)
		release(p.device.driver.ReleaseKernel, k.handle)
		k.handle = 0
	}
	clear(p.kernels)
	delete(p.device.programs, p)
	p.code.users--
	p.code = nil
}
