package catalog

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Host is what a search runs on. It changes the speed, never the result.
type Host struct {
	Threads int
	Device  *Device // nil: the threads do everything
}

// A Device is which OpenCL device to use, and how.
type Device struct {
	cl.Info
	Launch cl.Launch // of all kernels; zero: as tuned, or as thread control finds
	Exact  bool      // refuse a device whose arithmetic differs from the host's in anything
}

// ErrDevice says that a device was asked for and there is none that can be used, or
// that one has failed.
var ErrDevice = errors.New("the device cannot be used")

// FindDevice looks a device up by its number.
func FindDevice(number int) (*Device, error) {
	all, err := cl.Devices()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDevice, err)
	}
	if number < 0 || number >= len(all) {
		return nil, fmt.Errorf("%w: %w number %d: 'tourmaline devices' lists those there are, from 0 to %d", ErrDevice, cl.ErrNoDevice, number, len(all)-1)
	}
	return &Device{Info: all[number]}, nil
}

// onDevice are parameters of an algorithm that has kernels.
type onDevice interface {
	// suits tells why they leave a device nothing to do, or too much.
	suits(d cl.Info, a Algorithm, in *tsp.Instance) error
}

// Suits tells why a device cannot work for an algorithm on an instance, as far as
// that is known before it is tried.
func (d *Device) Suits(a Algorithm, p Params, in *tsp.Instance) error {
	q, ok := p.(onDevice)
	if !ok || a.Improve == nil {
		return fmt.Errorf("algorithm %s has no kernels: use one that has, such as ils, mmas or tabu, or --engine cpu", a.Name)
	}
	return q.suits(d.Info, a, in)
}

// open opens the device, tests it, and lets its kernels be launched as they should.
func (d *Device) open(ctx context.Context) (*cl.Device, error) {
	device, err := cl.Open(d.Number)
	if err != nil {
		return nil, err
	}
	if err := d.trust(ctx, device); err != nil {
		return nil, errors.Join(err, device.Close())
	}
	if d.Launch != (cl.Launch{}) {
		device.Demand(d.Launch)
	} else {
		device.Prefer(Tuned(d.Info))
	}
	return device, nil
}

// tested are the verdicts on devices so far: one test a process is enough. It is no
// state that anyone could see, since a device always gets the same verdict.
var tested sync.Map // cl.Info -> verdict

type verdict struct{ error }

// SelfTest tells what a device computes differently from the host, if anything.
func SelfTest(ctx context.Context, device *cl.Device) error {
	if known, ok := tested.Load(device.Info()); ok {
		return known.(verdict).error
	}
	err := device.SelfTest(ctx)
	var mismatch *cl.Mismatch
	if err == nil || errors.As(err, &mismatch) { // not what may be better next time
		tested.Store(device.Info(), verdict{err})
	}
	return err
}

// onlyRounding tells whether nothing else is wrong than how a device rounds
// floating-point quotients and roots.
func onlyRounding(err error) bool {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return false
	}
	for _, e := range joined.Unwrap() {
		var m *cl.Mismatch
		if !errors.As(e, &m) || m.Check != "divide" && m.Check != "sqrt" {
			return false
		}
	}
	return true
}

// trust refuses a device that gets whole numbers wrong; one that only rounds
// floating-point quotients and roots differently will do unless it must be exact.
func (d *Device) trust(ctx context.Context, device *cl.Device) error {
	err := SelfTest(ctx, device)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if onlyRounding(err) && !d.Exact {
		return nil
	}
	return fmt.Errorf("device %d, %s, fails its self-test: use another --device or --engine cpu: %w", d.Number, d.Name, err)
}
