package catalog

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Host is what a search runs on. It changes the speed, never the result.
type Host struct {
	Threads int
	Device  device.Device // nil: the threads do everything
}

// onDevice are parameters of an algorithm that has kernels.
type onDevice interface {
	// suits tells why they leave a device nothing to do, or too much.
	suits(d device.Device, a Algorithm, in *tsp.Instance) error
}

// suits tells why a device cannot work for an algorithm on an instance, as far as that
// is known before it is tried.
func suits(d device.Device, a Algorithm, p Params, in *tsp.Instance) error {
	q, ok := p.(onDevice)
	if !ok || a.Improve == nil {
		return fmt.Errorf("algorithm %s has %w: use one that has, such as ils, mmas or tabu, or the CPU", a.Name, device.ErrNoKernels)
	}
	return q.suits(d, a, in)
}

// able is a device, or what was opened, as the contract that some work needs.
func able[T any](d any, work string) (T, error) {
	t, ok := d.(T)
	if !ok {
		return t, fmt.Errorf("%w: it cannot %s", device.Err, work)
	}
	return t, nil
}

// The work that devices are asked for.
const (
	toSweep = "sweep over tours"
	toWalk  = "let ants walk"
	toPick  = "pick moves of local search"
)

// fitsKernels tells why a device cannot pick by kernels.
func fitsKernels[S any](d device.Device, kernels []local.Kernel[S]) error {
	k, err := able[local.KernelDevice](d, toPick)
	if err != nil {
		return err
	}
	return k.FitsKernels(local.Sources(kernels))
}

// pickOn lets a device pick for so many walks.
func pickOn[S any](ctx context.Context, d device.Opened, walks int, kernels []local.Kernel[S]) (local.Engine[S], error) {
	o, err := able[local.KernelOpener](d, toPick)
	if err != nil {
		return nil, err
	}
	p, err := o.Picks(ctx, walks, local.Sources(kernels))
	if err != nil {
		return nil, err
	}
	return local.OnDevice(p, kernels), nil
}

// failed makes a device.Err of what goes wrong where a device is at work. That the
// search ends, or that somebody breaks off, is none.
func (h Host) failed(ctx context.Context, err error) error {
	if err == nil || h.Device == nil || ctx.Err() != nil || errors.Is(err, device.Err) ||
		errors.Is(err, search.ErrOptimal) || errors.Is(err, search.ErrExhausted) {
		return err
	}
	return fmt.Errorf("%w: %w", device.Err, err)
}
