package tourmaline

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// The engines that Config.Engine takes.
const (
	EngineAuto   = "auto"
	EngineCPU    = "cpu"
	EngineOpenCL = "opencl"
)

// ErrDevice says that a device was asked for and there is none that can be used, or
// that one has failed.
var ErrDevice = catalog.ErrDevice

// A Launch is how the work-items of a kernel are cut into launches.
type Launch struct {
	Group int // work-items in a group
	Wave  int // work-items in a launch, a multiple of Group
}

// DeviceInfo is what an OpenCL device says about itself.
type DeviceInfo struct {
	Number   int    // for Config.Device
	Name     string // what the result calls it
	Platform string // the driver it belongs to
	Kind     string // "cpu", "gpu", "accelerator" or "other"
	Units    int    // compute units
	Memory   uint64 // bytes
	Double   bool   // has double precision
}

// Devices lists the OpenCL devices of this machine. Without any the error is an
// ErrDevice that says what to install.
func Devices() ([]DeviceInfo, error) {
	all, err := cl.Devices()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDevice, err)
	}
	infos := make([]DeviceInfo, len(all))
	for i, d := range all {
		infos[i] = DeviceInfo{d.Number, d.Name, d.Platform, d.Kind, d.Units, d.Memory, d.Double}
	}
	return infos, nil
}

// host finds what a run is to run on.
func (c *Config) host() (catalog.Host, error) {
	h := catalog.Host{Threads: c.Threads}
	switch c.Engine {
	case "", EngineAuto, EngineCPU:
		if c.Device != 0 || c.Launch != (Launch{}) || c.Exact {
			return h, fmt.Errorf("a device, a launch or exactness was asked for, but not the engine %s", EngineOpenCL)
		}
		return h, nil
	case EngineOpenCL:
		if l := c.Launch; l != (Launch{}) && (l.Group < 1 || l.Wave < 1 || l.Wave%l.Group != 0) {
			return h, fmt.Errorf("waves of %d work-items in groups of %d: expected a whole number of groups", l.Wave, l.Group)
		}
		d, err := catalog.FindDevice(c.Device)
		if err != nil {
			return h, err
		}
		d.Launch, d.Exact = cl.Launch(c.Launch), c.Exact
		h.Device = d
		return h, nil
	}
	return h, fmt.Errorf("unknown engine %q: expected %s, %s or %s", c.Engine, EngineAuto, EngineCPU, EngineOpenCL)
}
