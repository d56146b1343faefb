package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// The values of --engine.
const (
	engineAuto   = "auto"
	engineCPU    = "cpu"
	engineOpenCL = "opencl"
)

// engine holds the flags that select and configure the engine.
type engine struct {
	name   string
	number int
	launch string
	exact  bool
}

func (e *engine) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.name, "engine", engineAuto, "cpu, opencl (a graphics card or other OpenCL device) or auto (currently the CPU); affects the speed, never the result")
	f.IntVar(&e.number, "device", 0, "number of the OpenCL device; 'tourmaline devices' lists the devices")
	f.StringVar(&e.launch, "launch", "", "work-items per group and per wave, such as 64x65536; 64xall puts all work-items of a run into one launch, which may fail (default: as tuned, or measured during the run)")
	f.BoolVar(&e.exact, "exact", false, "reject a device that rounds differently from the CPU, even if the result is the same")
}

// device returns the selected device, or nil for the CPU.
func (e *engine) device() (device.Device, error) {
	switch e.name {
	case engineAuto, engineCPU:
		if e.number != 0 || e.launch != "" || e.exact {
			return nil, usageError("--device, --launch and --exact need --engine %s", engineOpenCL)
		}
		return nil, nil
	case engineOpenCL:
		return e.openCL()
	}
	return nil, usageError("--engine %s: expected %s, %s or %s", e.name, engineAuto, engineCPU, engineOpenCL)
}

func (e *engine) openCL() (device.Device, error) {
	launch, err := parseLaunch(e.launch)
	if err != nil {
		return nil, err
	}
	return opencl.Find(e.number, opencl.Options{Launch: launch, Exact: e.exact})
}

// wholeRun, in the place of the wave size, puts all work-items of a run into one launch.
const wholeRun = "all"

// parseLaunch parses GROUPxWAVE. An empty text yields the zero Launch.
func parseLaunch(text string) (l opencl.Launch, err error) {
	if text == "" {
		return l, nil
	}
	group, wave, _ := strings.Cut(text, "x")
	var faults [2]error
	l.Group, faults[0] = strconv.Atoi(group)
	if wave == wholeRun && l.Group > 0 {
		l.Wave = math.MaxInt / 2 / l.Group * l.Group
	} else {
		l.Wave, faults[1] = strconv.Atoi(wave)
	}
	if faults != [2]error{} || l.Group < 1 || l.Wave < 1 || l.Wave%l.Group != 0 {
		return l, usageError("--launch %s: expected GROUPxWAVE such as 64x65536, with WAVE a multiple of GROUP, or %s", text, wholeRun)
	}
	return l, nil
}

// deviceHint returns a hint for a device error, or "".
func deviceHint(err error) string {
	switch {
	case errors.Is(err, opencl.ErrNoDevice):
		return "'tourmaline devices' lists the available devices. Without --engine opencl, the search runs on the CPU with the same result.\n"
	case errors.Is(err, device.Err), errors.Is(err, device.ErrNoKernels):
		return "Without --engine opencl, the search runs on the CPU with the same result.\n"
	}
	return ""
}
