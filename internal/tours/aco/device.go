package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Device is a device.Device that can run a colony.
type Device interface {
	// FitsColony returns an error if a colony cannot run on the device, because of the instance or
	// for lack of memory, as far as this is known before the device is opened.
	FitsColony(in *tsp.Instance, r Rules) error
}

// An Opener is a device.Opened that creates engines.
type Opener interface {
	// Colony copies a terrain to the device, which must stay open until the engine is closed. If
	// the device cannot run local search, the improver m runs it over the same neighbour lists l.
	// Both m and l may be nil without local search.
	Colony(ctx context.Context, in *tsp.Instance, t *Terrain, m *Improver, l *near.Lists, r Rules, seed uint64) (Engine, error)
}
