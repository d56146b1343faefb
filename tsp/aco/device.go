package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// A Device is a device.Device on which ants can walk.
type Device interface {
	// FitsColony tells why a colony cannot be on the device, if that is known before
	// it is opened: because of the instance, or for want of memory.
	FitsColony(in *tsp.Instance, r Rules) error
}

// An Opener is a device.Opened that makes engines.
type Opener interface {
	// Colony puts a terrain on the device, which must stay open until the engine is
	// closed. The improver does local search where the device cannot, over the same
	// neighbour lists l; both may be nil without local search.
	Colony(ctx context.Context, in *tsp.Instance, t *Terrain, m *Improver, l *near.Lists, r Rules, seed uint64) (Engine, error)
}
