// Package opencl has the OpenCL devices of this machine. A program that imports it loads
// the OpenCL library at run time, and hands what it finds to a search:
//
//	d, err := opencl.Find(0, opencl.Options{})
//	…
//	r, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{Device: d})
//
// A device changes the speed of a search, never its result.
package opencl

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

var (
	// ErrNoRuntime says that no OpenCL library could be loaded.
	ErrNoRuntime = cl.ErrNoRuntime

	// ErrNoDevice says that the OpenCL library knows no such device.
	ErrNoDevice = cl.ErrNoDevice
)

// Options say how a device is used.
type Options struct {
	Launch Launch // of all kernels; zero: as tuned, or found on the way
	Exact  bool   // refuse a device that does not compute exactly as the CPU does, even where it does not matter
}

// A Launch is how the work-items of a kernel are cut into launches.
type Launch struct {
	Group int `json:"group"` // work-items in a group
	Wave  int `json:"wave"`  // work-items in a launch, a multiple of Group
}

// validate tells why nothing can be launched like that.
func (l Launch) validate() error {
	if l != (Launch{}) && (l.Group < 1 || l.Wave < 1 || l.Wave%l.Group != 0) {
		return fmt.Errorf("waves of %d work-items in groups of %d: expected a whole number of groups", l.Wave, l.Group)
	}
	return nil
}

// Devices lists the OpenCL devices of this machine, numbered from 0. Without any the
// error is ErrNoRuntime or ErrNoDevice, and says what to install.
func Devices() ([]device.Info, error) { return cl.Devices() }

// Find looks a device up by its number.
func Find(number int, opts Options) (*Device, error) {
	if err := opts.Launch.validate(); err != nil {
		return nil, err
	}
	all, err := Devices()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.Err, err)
	}
	if number < 0 || number >= len(all) {
		return nil, fmt.Errorf("%w: %w number %d: expected 0 to %d", device.Err, ErrNoDevice, number, len(all)-1)
	}
	return &Device{all[number], opts}, nil
}
