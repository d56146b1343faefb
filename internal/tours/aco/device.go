package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Device is a device.Device that can run a colony.
type Device interface {
	// FitsColony returns why a colony cannot run on the device, because of the
	// instance or for lack of memory, as far as that is known before the device
	// is opened.
	FitsColony(in *tsp.Instance, r Rules) error
}

// An Opener is a device.Opened that makes engines.
type Opener interface {
	// Colony copies a terrain to the device, which must stay open until the
	// engine is closed. The improver does local search if the device cannot,
	// over the same neighbour lists l. Both may be nil without local search.
	Colony(ctx context.Context, in *tsp.Instance, t *Terrain, m *Improver, l *near.Lists, r Rules, seed uint64) (Engine, error)
}
