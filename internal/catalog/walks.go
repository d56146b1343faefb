package catalog

import (
	"context"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Walks is a search over neighbourhoods, on threads or on a device that is opened during the
// preparation.
type Walks[S any] struct {
	*local.Search[S]
	begin  func(local.Engine[S]) (*local.Search[S], error)
	open   func(ctx context.Context) (local.Engine[S], error) // nil if the search is on threads
	device device.Opened
}

// A WalkOrder is the input of a search over neighbourhoods.
type WalkOrder[S any] struct {
	Landscape local.Landscape[S]
	Size      Size
	Kernels   func() ([]moves.Kernel[S], error) // nil if there are no kernels
	Seed      uint64
	Threads   int
	Device    device.Device // nil if the threads do all the work
}

// BeginWalks creates the search for a moves row other than islands.
func BeginWalks[S any](r Row, knobs params.Validator, o WalkOrder[S]) (*Walks[S], error) {
	p := knobs.(local.Params)
	if err := affordWalks(p, o.Size); err != nil {
		return nil, err
	}
	w := &Walks[S]{begin: func(e local.Engine[S]) (*local.Search[S], error) {
		return local.New(o.Landscape, p, o.Seed, e)
	}}
	if o.Device != nil {
		kernels, err := entered(r, p, o)
		if err != nil {
			return nil, err
		}
		w.open = func(ctx context.Context) (e local.Engine[S], err error) {
			if w.device == nil {
				if w.device, err = o.Device.Open(ctx); err != nil {
					return nil, err
				}
			}
			return walkEngine(ctx, w.device, o.Threads, p, kernels)
		}
	}
	var err error
	if w.Search, err = w.begin(local.Threads[S]{Count: o.Threads}); err != nil {
		return nil, err
	}
	// the parameters of the neighbourhood may have changed the number of attributes
	return w, affordWalks(p, Size{o.Size.N, max(o.Size.Attributes, w.Attributes())})
}

// entered returns the kernels of the neighbourhoods that the walks may use, if a device can run
// them. Compiling the other kernels would take seconds.
func entered[S any](r Row, p local.Params, o WalkOrder[S]) ([]moves.Kernel[S], error) {
	if o.Kernels == nil || !slices.Contains(r.Engines, o.Device.Info().Engine) {
		return nil, fmt.Errorf("algorithm %s has %w for this problem: use the CPU", r.Name, device.ErrNoKernels)
	}
	if err := asksDevice(p); err != nil {
		return nil, err
	}
	kernels, err := o.Kernels()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", device.Err, err)
	}
	_, levels := p.Extent()
	kernels = kernels[:min(len(kernels), levels)]
	return kernels, fitsKernels(o.Device, kernels)
}

// asksDevice returns an error if a device would have no work with these parameters, because a
// result must not name a device that did nothing.
func asksDevice(p local.Params) error {
	if p.OnEngine() {
		return nil
	}
	return fmt.Errorf("improvement = first has %w: use improvement = best or the CPU", device.ErrNoKernels)
}

// Prepare opens the device.
func (w *Walks[S]) Prepare(ctx context.Context) (bool, error) {
	if w.open == nil {
		return true, ctx.Err()
	}
	engine, err := w.open(ctx)
	if err != nil {
		return false, err
	}
	s, err := w.begin(engine)
	if err != nil {
		return false, err
	}
	if w.Cost() < s.Cost() { // a better solution has arrived in the meantime
		if _, err := s.Immigrate(w.Best()); err != nil {
			return false, err
		}
	}
	w.Search, w.open = s, nil
	return true, nil
}

// Close releases the device and everything on it.
func (w *Walks[S]) Close() error {
	if w.device == nil {
		return nil
	}
	return w.device.Close()
}

// Prepared reports whether the search is ready for steps.
func (w *Walks[S]) Prepared() bool { return w.open == nil }

// Preparing returns the name of the work that Prepare does, or "" if it is done.
func (w *Walks[S]) Preparing() string {
	if w.Prepared() {
		return ""
	}
	return "device"
}
