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
	handle  uintptr // zero after Close
	file    string
	kernels map[*Kernel]struct{}
}

// Build compiles a file from sources. It replaces each line #include "x.cl" with the contents of
// that file, from sources or from the shared library (lib), and includes each file at most once. It
// defines HAVE_DOUBLE if the device supports fp64. Errors contain the compiler log, which refers to
// the original files and lines.
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
	p := &Program{device: d, file: file, kernels: map[*Kernel]struct{}{}}
	if err := p.compile(text, d.options()+options); err != nil {
		return nil, err
	}
	d.programs[p] = struct{}{}
	return p, nil
}

func (p *Program) compile(text, options string) error {
	d := p.device
	source := append([]byte(text), 0)
	// The Go compiler does not track an address that is stored as a uintptr in a slice, so source
	// must be pinned.
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(&source[0])
	lines := []uintptr{uintptr(unsafe.Pointer(&source[0]))}
	var code int32
	p.handle = made(create(d.driver.CreateProgramWithSource, d.context, 1, uintptr(unsafe.Pointer(&lines[0])), 0,
		uintptr(unsafe.Pointer(&code))))
	if p.handle == 0 {
		return d.failure("clCreateProgramWithSource", code, p.file)
	}
	terminated := append([]byte(options), 0)
	code = call(d.driver.BuildProgram, p.handle, 1, uintptr(unsafe.Pointer(&d.id)),
		uintptr(unsafe.Pointer(&terminated[0])), 0, 0)
	if code == success {
		return nil
	}
	log := p.log()
	release(d.driver.ReleaseProgram, p.handle)
	p.handle = 0
	return d.failure("clBuildProgram", code, p.file+"\n"+log)
}

func (d *Device) options() string {
	options := buildOptions
	if d.info.Rounded {
		options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	return options
}

// log returns the compiler log.
func (p *Program) log() string {
	text, ok := textOf(func(size uintptr, value, needed unsafe.Pointer) int32 {
		d := p.device
		return call(d.driver.GetProgramBuildInfo, p.handle, d.id, programBuildLog,
			size, uintptr(value), uintptr(needed))
	})
	if !ok {
		return "(the compiler wrote no log)"
	}
	return text
}

// Close releases the program and its kernels. Closing again does nothing.
func (p *Program) Close() error {
	if p == nil || p.device.lock() != nil {
		return nil
	}
	defer p.device.mu.Unlock()
	return p.release()
}

// release releases the program. The device must be locked.
func (p *Program) release() error {
	if p.handle == 0 {
		return nil
	}
	for k := range p.kernels {
		release(p.device.driver.ReleaseKernel, k.handle)
		k.handle = 0
	}
	clear(p.kernels)
	code := release(p.device.driver.ReleaseProgram, p.handle)
	p.handle = 0
	delete(p.device.programs, p)
	return p.device.failure("clReleaseProgram", code, p.file)
}
