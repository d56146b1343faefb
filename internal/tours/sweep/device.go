package sweep

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Device is a device.Device that can sweep over tours.
type Device interface {
	// FitsSweeps returns an error if the tours of an instance cannot be swept on the device, as far
	// as this can be determined before the device is opened.
	FitsSweeps(in *tsp.Instance) error
}

// An Opener is a device.Opened that creates engines.
type Opener interface {
	// Sweeps copies an instance and its neighbour lists to the device and returns an engine. The
	// device must stay open until the engine is closed.
	Sweeps(ctx context.Context, in *tsp.Instance, l *near.Lists) (Engine, error)
}
