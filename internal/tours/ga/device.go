package ga

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Device is a device.Device that can store genes.
type Device interface {
	// FitsGenes returns an error if genes cannot evolve on the device, because of the instance or
	// for lack of memory, as far as this can be determined before the device is opened.
	FitsGenes(in *tsp.Instance, p Params) error
}

// An Opener is a device.Opened that creates engines.
type Opener interface {
	// Genes creates an engine without genes. The device must stay open until the engine is closed.
	Genes(ctx context.Context, in *tsp.Instance, p Params) (Engine, error)
}
