package opencl

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/ants"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/genes"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/sweeps"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A clDevice is an OpenCL device and its options. Searches discover its capabilities by type
// assertion.
type clDevice struct {
	info device.Info
	opts Options
}

// Info returns the properties of the device.
func (d *clDevice) Info() device.Info { return d.info }

// FitsSweeps returns an error if the device cannot run sweeps over an instance.
func (d *clDevice) FitsSweeps(in *tsp.Instance) error { return failure(sweeps.Fits(d.info, in)) }

// FitsColony returns an error if the device cannot run a colony.
func (d *clDevice) FitsColony(in *tsp.Instance, r aco.Rules) error {
	return failure(ants.Fits(d.info, in, r))
}

// FitsGenes returns an error if the device cannot run a genetic algorithm.
func (d *clDevice) FitsGenes(in *tsp.Instance, p ga.Params) error {
	return failure(genes.Fits(d.info, in, p))
}

// FitsKernels returns an error if the device cannot run local-search kernels.
func (d *clDevice) FitsKernels(sources []moves.KernelSource) error {
	return failure(walks.Fits(d.info, sources))
}

// Open opens and tests the device.
func (d *clDevice) Open(ctx context.Context) (device.Opened, error) {
	driven, err := d.take()
	if err != nil {
		return nil, failure(err)
	}
	if err := d.trust(ctx, driven); err != nil {
		return nil, failure(errors.Join(err, give(driven)))
	}
	if d.opts.Launch != (Launch{}) {
		driven.Demand(cl.Launch(d.opts.Launch))
	} else {
		driven.Prefer(d.preferred())
	}
	o := &opened{}
	o.driven.Store(driven)
	return o, nil
}

// preferred returns the tuned launches by kernel.
func (d *clDevice) preferred() map[string]cl.Launch {
	all := map[string]cl.Launch{}
	for kernel, l := range d.Tuned() {
		all[kernel] = cl.Launch(l)
	}
	return all
}

// opened is an open OpenCL device. After an error, the engines that its methods return are invalid.
type opened struct{ driven atomic.Pointer[cl.Device] } // nil after Close

// Close releases all objects on the device and makes it available to later searches. Closing again
// does nothing.
func (o *opened) Close() error {
	driven := o.driven.Swap(nil)
	if driven == nil {
		return nil
	}
	return failure(give(driven))
}

// on calls create with the open device.
func on[E any](o *opened, create func(*cl.Device) (E, error)) (engine E, err error) {
	driven := o.driven.Load()
	if driven == nil {
		return engine, failure(fmt.Errorf("OpenCL device: %w", cl.ErrClosed))
	}
	engine, err = create(driven)
	return engine, failure(err)
}

// Sweeps implements sweep.Opener.
func (o *opened) Sweeps(ctx context.Context, in *tsp.Instance, l *near.Lists) (sweep.Engine, error) {
	return on(o, func(d *cl.Device) (sweep.Engine, error) { return sweeps.NewSweep(ctx, d, in, l) })
}

// Colony implements aco.Opener.
func (o *opened) Colony(ctx context.Context, in *tsp.Instance, t *aco.Terrain, m *aco.Improver, l *near.Lists, r aco.Rules, seed uint64) (aco.Engine, error) {
	return on(o, func(d *cl.Device) (aco.Engine, error) { return ants.NewColony(ctx, d, in, t, m, l, r, seed) })
}

// Genes implements ga.Opener.
func (o *opened) Genes(ctx context.Context, in *tsp.Instance, p ga.Params) (ga.Engine, error) {
	return on(o, func(d *cl.Device) (ga.Engine, error) { return genes.New(ctx, d, in, p) })
}

// Picks implements local.KernelOpener.
func (o *opened) Picks(ctx context.Context, many int, readBack bool, sources []moves.KernelSource) (local.Picks, error) {
	open := walks.New
	if readBack {
		open = walks.NewReadBack
	}
	return on(o, func(d *cl.Device) (local.Picks, error) { return open(ctx, d, many, sources) })
}

// TryKernel creates a trial of a single kernel, for searchtest.Kernel.
func (o *opened) TryKernel(ctx context.Context, k moves.KernelSource) (walks.Trial, error) {
	return on(o, func(d *cl.Device) (walks.Trial, error) { return walks.NewTrial(ctx, d, k) })
}

// failure wraps a device error in device.Err, except for cancellation.
func failure(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", device.Err, err)
}
