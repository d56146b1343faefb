// Package opencl finds the OpenCL devices of this machine. A program that imports it loads the
// OpenCL library at run time and passes a device to a search:
//
//	d, err := opencl.Find(0, opencl.Options{})
//	…
//	r, err := tourmaline.Solve(ctx, tourmaline.Tours(in), tourmaline.Config{Device: d})
//
// A device changes the speed of a search, but never its result.
package opencl

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

var (
	// ErrNoRuntime indicates that no OpenCL library could be loaded.
	ErrNoRuntime = cl.ErrNoRuntime

	// ErrNoDevice indicates that OpenCL has no device, or no device with the requested number.
	ErrNoDevice = cl.ErrNoDevice
)

// Options configure a device.
type Options struct {
	// launch of all kernels; if zero, the tuned launch or the launch found during the search
	Launch Launch
	// Exact rejects a device that rounds differently from the CPU, even if results do not depend on
	// the rounding.
	Exact bool
}

// A Launch specifies how the work-items of a kernel are divided into groups and launches.
type Launch struct {
	Group int `json:"group"` // work-items per group
	Wave  int `json:"wave"`  // work-items per launch, a multiple of Group
}

// validate returns an error unless l is zero or Wave is a positive multiple of Group.
func (l Launch) validate() error {
	if l != (Launch{}) && (l.Group < 1 || l.Wave < 1 || l.Wave%l.Group != 0) {
		return fmt.Errorf("waves of %d work-items in groups of %d: expected a wave size that is a multiple of the group size", l.Wave, l.Group)
	}
	return nil
}

// Devices lists the OpenCL devices of this machine, numbered from 0. If there are no devices, it
// returns ErrNoRuntime or ErrNoDevice with advice on what to install. A driver that does not answer
// within half a minute is an error.
func Devices() ([]device.Info, error) { return cl.Devices() }

// Find returns the device with the given number, counted from 0.
func Find(number int, opts Options) (device.Device, error) {
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
	return &clDevice{all[number], opts}, nil
}
