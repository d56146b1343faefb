package tourmaline

import (
	"errors"
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

// A Launch is how the work-items of a kernel are cut into launches: Group of them
// in a group, Wave in a launch.
type Launch = cl.Launch

// ErrDevice says that a device was asked for and there is none that can be used, or
// that one has failed.
var ErrDevice = errors.New("the device cannot be used")

// deviceError makes errors of devices known as such.
func deviceError(err error) error {
	var fault *cl.Error
	var mismatch *cl.Mismatch
	if errors.As(err, &fault) || errors.As(err, &mismatch) || errors.Is(err, cl.ErrNoRuntime) || errors.Is(err, cl.ErrNoDevice) {
		return fmt.Errorf("%w: %w", ErrDevice, err)
	}
	return err
}

// host finds what a run is to run on.
func (c *Config) host() (catalog.Host, error) {
	h := catalog.Host{Threads: c.Threads}
	switch c.Engine {
	case "", EngineAuto, EngineCPU:
		return h, nil
	case EngineOpenCL:
		d, err := catalog.FindDevice(c.Device)
		if err != nil {
			return h, deviceError(err)
		}
		d.Launch, d.Exact = c.Launch, c.Exact
		h.Device = d
		return h, nil
	}
	return h, fmt.Errorf("unknown engine %q: expected %s, %s or %s", c.Engine, EngineAuto, EngineCPU, EngineOpenCL)
}
