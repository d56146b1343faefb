// Package gauge measures devices: whether every family of kernels computes what the CPU computes,
// what launches and transfers cost, what a step needs of them, and how long the work takes for
// which the papers state a time.
package gauge

import (
	"context"
	"errors"
	"iter"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/opencl"
)

// Schema identifies the JSON format of a report, which docs/devices.schema.json defines.
const Schema = "tourmaline/devices/v1"

// A Report holds what was measured on the devices of a machine.
type Report struct {
	Schema  string   `json:"schema"`
	Version string   `json:"version"`
	OS      string   `json:"os"`
	Arch    string   `json:"arch"`
	Threads int      `json:"threads"` // number of threads of the figures for the CPU
	Seconds float64  `json:"seconds"`
	Ended   Ended    `json:"ended"`
	Devices []Device `json:"devices"`
}

// Ended is the reason why a report ended.
type Ended string

// The reasons why a report ends. Only a complete report holds all measurements.
const (
	Complete    Ended = "complete"
	Interrupted Ended = "interrupted"
	TimeLimit   Ended = "time limit"
)

// A Device holds what was measured on a device.
type Device struct {
	device.Info
	SelfTest  string                   `json:"self_test"` // Passed, the error message, or "" if it has not ended
	Speed     *Speed                   `json:"speed,omitempty"`
	Families  []Row                    `json:"families"`  // one for every family of kernels
	Headlines []Row                    `json:"headlines"` // work for which the papers state a time
	Launches  map[string]opencl.Launch `json:"launches"`  // by kernel
	Error     string                   `json:"error,omitempty"`
}

// Passed is the result of the self-test of a device that computes exactly what the CPU computes.
const Passed = "passed"

// Speed is the time of the smallest pieces of work, and the transfer rates.
type Speed struct {
	Launch   float64 `json:"launch_us"`         // a launch among many, in microseconds
	Wait     float64 `json:"wait_us"`           // a launch that the host waits for
	Read     float64 `json:"read_us"`           // reading four bytes
	Sent     float64 `json:"sent_gb_per_s"`     // in large transfers
	Received float64 `json:"received_gb_per_s"` // in large transfers
}

// A measurable device is an OpenCL device of package opencl.
type measurable interface {
	device.Device
	SelfTest(ctx context.Context) error
	Speed(ctx context.Context) (cl.Speed, error)
	Traffic() (cl.Traffic, error)
	Learned() (map[string]opencl.Launch, error)
}

// Measure measures devices of package opencl, and yields the report so far after every measurement.
// It ends early if ctx ends.
func Measure(ctx context.Context, devices []device.Device) iter.Seq[Report] {
	return measure(ctx, devices, families(), headlines())
}

func measure(ctx context.Context, devices []device.Device, families, headlines []work) iter.Seq[Report] {
	return func(yield func(Report) bool) {
		began, r := time.Now(), New()
		show := func() bool {
			r.Seconds = time.Since(began).Seconds()
			return yield(r.clone()) && ctx.Err() == nil
		}
		for _, d := range devices {
			r.Devices = append(r.Devices, Device{Info: d.Info(), Families: []Row{}, Headlines: []Row{}})
			g := gauge{ctx: ctx, device: d.(measurable), found: &r.Devices[len(r.Devices)-1], show: show}
			if !g.all(families, headlines) {
				return
			}
		}
		r.Ended = Complete
		show()
	}
}

// New returns a report without measurements.
func New() Report {
	return Report{
		Schema: Schema, Version: tourmaline.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Threads: runtime.GOMAXPROCS(0), Ended: Interrupted, Devices: []Device{},
	}
}

// End states why a report that is not complete has ended.
func (r *Report) End(ctx context.Context) {
	if r.Ended != Complete && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		r.Ended = TimeLimit
	}
}

// clone returns a copy that later measurements do not change.
func (r Report) clone() Report {
	r.Devices = slices.Clone(r.Devices)
	for i := range r.Devices {
		d := &r.Devices[i]
		d.Families, d.Headlines, d.Launches = slices.Clone(d.Families), slices.Clone(d.Headlines), maps.Clone(d.Launches)
	}
	return r
}

// A gauge measures one device.
type gauge struct {
	ctx    context.Context
	device measurable
	found  *Device
	show   func() bool
}

// all makes all measurements. It returns false if the measurements must end.
func (g *gauge) all(families, headlines []work) bool {
	if !g.show() {
		return false
	}
	if !g.test() {
		return g.show()
	}
	return g.speed() && g.rows(families, &g.found.Families) && g.rows(headlines, &g.found.Headlines)
}

// test reports whether the device can be used.
func (g *gauge) test() bool {
	verdict := g.device.SelfTest(g.ctx)
	opened, err := g.device.Open(g.ctx)
	if err == nil {
		err = opened.Close()
	}
	switch {
	case g.ctx.Err() != nil:
	case verdict != nil:
		g.found.SelfTest = verdict.Error()
	default:
		g.found.SelfTest = Passed
	}
	return g.noted(err)
}

// noted records an error that is not due to the end of the measurements, and returns true if there
// is no error.
func (g *gauge) noted(err error) bool {
	if err != nil && g.ctx.Err() == nil {
		g.found.Error = err.Error()
	}
	return err == nil
}

func (g *gauge) speed() bool {
	s, err := g.device.Speed(g.ctx)
	if !g.noted(err) {
		return g.show()
	}
	const giga = 1e9
	g.found.Speed = &Speed{micros(s.Launch), micros(s.Wait), micros(s.Read), s.Sent / giga, s.Received / giga}
	return g.show()
}

// rows adds a row for each piece of work. A single piece of work takes at most a third of the
// remaining time.
func (g *gauge) rows(all []work, rows *[]Row) bool {
	for _, w := range all {
		ctx, cancel := share(g.ctx)
		row := w.row(ctx, g.device)
		cancel()
		if g.ctx.Err() != nil {
			return false
		}
		*rows = append(*rows, row)
		g.found.Launches, _ = g.device.Learned() // a device that has failed has no launches
		if !g.show() {
			return false
		}
	}
	return true
}

// share returns a context that ends after a third of the remaining time.
func share(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)/3)
}

func micros(d time.Duration) float64 { return float64(d) / 1e3 }
