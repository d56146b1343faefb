package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Sources returns the sources of kernels.
func Sources[S any](kernels []moves.Kernel[S]) []moves.KernelSource {
	all := make([]moves.KernelSource, len(kernels))
	for i, k := range kernels {
		all[i] = k.KernelSource
	}
	return all
}

// A KernelDevice is a device.Device that runs local-search kernels.
type KernelDevice interface {
	// FitsKernels returns an error if the device cannot run the kernels, as far as that is known
	// before the device is opened.
	FitsKernels(sources []moves.KernelSource) error
}

// A KernelOpener is a device.Opened that picks moves.
type KernelOpener interface {
	// Picks loads kernels onto the device for a number of walks. There is one kernel for each
	// neighbourhood that the walks may enter. The device must stay open until Picks is closed. If
	// readBack is set, the device stores the deltas of all moves, and the host selects among them.
	Picks(ctx context.Context, walks int, readBack bool, sources []moves.KernelSource) (Picks, error)
}

// Picks picks moves for all walks together, on a device.
type Picks interface {
	// Pick picks a move for each walk with a rule. For a walk without a rule, the chosen move is
	// -1. turns contains a turn for every walk, always in the same order. Pick records the changes
	// since the last turn even if it fails.
	Pick(ctx context.Context, turns []DeviceTurn, chosen []moves.Choice) error
	Close() error
}

// A DeviceTurn is a walk's request to a device.
type DeviceTurn struct {
	Level   int                 // index of the current neighbourhood of the walk
	Rule    *moves.Rule         // nil if the walk makes no request
	Changed bool                // the solution has changed since the last turn
	Marks   []Mark              // changes to the memory of the rule since the last turn
	Encode  func(state []int32) // writes the state of the walk
	// Touch returns the attributes that a move of the current neighbourhood affects.
	Touch func(move int) moves.Touch
}
