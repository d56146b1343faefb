package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// able returns a device, open or not, as the interface that a kind of work needs.
func able[T any](d any, work string) (T, error) {
	t, ok := d.(T)
	if !ok {
		return t, fmt.Errorf("%w: it does not support %s", device.Err, work)
	}
	return t, nil
}

// Kinds of work, for error messages.
const (
	toSweep = "sweeps over tours"
	toWalk  = "ant colonies"
	toBreed = "genetic algorithms"
	toPick  = "local search"
)

// fitsKernels returns an error if a device cannot pick moves with the kernels.
func fitsKernels[S any](d device.Device, kernels []moves.Kernel[S]) error {
	k, err := able[local.KernelDevice](d, toPick)
	if err != nil {
		return err
	}
	return k.FitsKernels(local.Sources(kernels))
}

// pickOn returns an engine that picks moves on a device for the given number of walks.
func pickOn[S any](ctx context.Context, d device.Opened, walks int, kernels []moves.Kernel[S]) (local.Engine[S], error) {
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
