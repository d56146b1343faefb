package opencl

import (
	"context"
	"errors"
	"fmt"

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

// A Device is an OpenCL device, and how to use it. Find makes one.
type Device struct {
	info device.Info
	opts Options
}

// Info is what the device says about itself.
func (d *Device) Info() device.Info { return d.info }

// FitsSweeps tells why the tours of an instance cannot be swept over on the device.
func (d *Device) FitsSweeps(in *tsp.Instance) error { return failure(sweeps.Fits(d.info, in)) }

// FitsColony tells why a colony cannot be on the device.
func (d *Device) FitsColony(in *tsp.Instance, r aco.Rules) error {
	return failure(ants.Fits(d.info, in, r))
}

// FitsGenes tells why genes cannot evolve on the device.
func (d *Device) FitsGenes(in *tsp.Instance, p ga.Params) error {
	return failure(genes.Fits(d.info, in, p))
}

// FitsKernels tells why kernels of local search cannot be on the device.
func (d *Device) FitsKernels(sources []moves.KernelSource) error {
	return failure(walks.Fits(d.info, sources))
}

// Open opens the device, tests it, and lets its kernels be launched as they should.
func (d *Device) Open(ctx context.Context) (device.Opened, error) {
	driven, err := cl.Open(d.info.Number)
	if err != nil {
		return nil, failure(err)
	}
	if err := d.trust(ctx, driven); err != nil {
		return nil, failure(errors.Join(err, driven.Close()))
	}
	if d.opts.Launch != (Launch{}) {
		driven.Demand(cl.Launch(d.opts.Launch))
	} else {
		driven.Prefer(d.preferred())
	}
	return &opened{driven}, nil
}

// preferred are the launches that were tuned, as the driver takes them.
func (d *Device) preferred() map[string]cl.Launch {
	all := map[string]cl.Launch{}
	for kernel, l := range d.Tuned() {
		all[kernel] = cl.Launch(l)
	}
	return all
}

// opened is a device at work.
type opened struct{ driven *cl.Device }

// Close gives the device back, and everything on it.
func (o *opened) Close() error { return failure(o.driven.Close()) }

// Sweeps is a sweep.Engine.
func (o *opened) Sweeps(ctx context.Context, in *tsp.Instance, l *near.Lists) (sweep.Engine, error) {
	e, err := sweeps.NewSweep(ctx, o.driven, in, l)
	if err != nil {
		return nil, failure(err)
	}
	return e, nil
}

// Colony is an aco.Engine.
func (o *opened) Colony(ctx context.Context, in *tsp.Instance, t *aco.Terrain, m *aco.Improver, l *near.Lists, r aco.Rules, seed uint64) (aco.Engine, error) {
	e, err := ants.NewColony(ctx, o.driven, in, t, m, l, r, seed)
	if err != nil {
		return nil, failure(err)
	}
	return e, nil
}

// Genes is a ga.Engine.
func (o *opened) Genes(ctx context.Context, in *tsp.Instance, p ga.Params) (ga.Engine, error) {
	e, err := genes.New(ctx, o.driven, in, p)
	if err != nil {
		return nil, failure(err)
	}
	return e, nil
}

// Picks is a local.Picks.
func (o *opened) Picks(ctx context.Context, many int, sources []moves.KernelSource) (local.Picks, error) {
	e, err := walks.New(ctx, o.driven, many, sources)
	if err != nil {
		return nil, failure(err)
	}
	return e, nil
}

// failure makes a device.Err of what is wrong with a device. That somebody broke off is
// not.
func failure(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", device.Err, err)
}
