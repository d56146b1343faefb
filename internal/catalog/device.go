package catalog

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// able returns d, which is a device or an open device, as the interface that a kind of work needs.
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

// engineOn returns the engine that an open device creates, or the one for threads if there is no
// device.
func engineOn[O, E any](
	d device.Opened, work string, threads func() E, open func(O) (E, error),
) (e E, err error) {
	if d == nil {
		return threads(), nil
	}
	o, err := able[O](d, work)
	if err != nil {
		return e, err
	}
	return open(o)
}

// walkEngine returns an engine that picks moves on the device, or on threads if d is nil.
func walkEngine[S any](
	ctx context.Context, d device.Opened, threads int, p local.Params, kernels []moves.Kernel[S],
) (local.Engine[S], error) {
	return engineOn(d, toPick, func() local.Engine[S] {
		return local.Threads[S]{Count: threads}
	}, func(o local.KernelOpener) (local.Engine[S], error) {
		walks, _ := p.Extent()
		picks, err := o.Picks(ctx, walks, p.ReadsBack(), local.Sources(kernels))
		if err != nil {
			return nil, err
		}
		return local.OnDevice(picks, kernels), nil
	})
}
