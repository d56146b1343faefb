package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Sources returns the sources of some kernels.
func Sources[S any](kernels []moves.Kernel[S]) []moves.KernelSource {
	all := make([]moves.KernelSource, len(kernels))
	for i, k := range kernels {
		all[i] = k.KernelSource
	}
	return all
}

// A KernelDevice is a device.Device that runs kernels of local search.
type KernelDevice interface {
	// FitsKernels returns why the device cannot run the kernels, as far as that is known
	// before it is opened.
	FitsKernels(sources []moves.KernelSource) error
}

// A KernelOpener is a device.Opened that picks moves.
type KernelOpener interface {
	// Picks puts kernels on the device for a number of walks, one for each neighbourhood
	// that the walks may enter. The device must stay open until Picks is closed.
	Picks(ctx context.Context, walks int, sources []moves.KernelSource) (Picks, error)
}

// Picks picks moves for all walks at once, on a device.
type Picks interface {
	// Pick picks a move for each walk that has a rule, and -1 for the others. There is a
	// turn for every walk, always in the same order. It records
	// what has changed since the last turn even if it fails.
	Pick(ctx context.Context, turns []DeviceTurn, chosen []moves.Choice) error
	Close() error
}

// A DeviceTurn is the request of a walk to a device.
type DeviceTurn struct {
	Level   int                 // which neighbourhood the walk is in
	Rule    *moves.Rule         // nil: no request
	Changed bool                // the solution has changed since the last turn
	Marks   []Mark              // changes in the memory of the rule since the last turn
	Encode  func(state []int32) // writes the state of the walk
}
