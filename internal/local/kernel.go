package local

import (
	"context"
	"io/fs"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// A Kernel is a neighbourhood for a device: what the device compiles and holds, and how
// the state of a walk is written in ints.
type Kernel[S any] struct {
	KernelSource
	Encode func(h moves.Neighbourhood[S], state []int32)
}

// A KernelSource is what a device needs to know of a neighbourhood: one .cl file that
// says what a move changes, and the numbers that it works on. docs/kernels.md tells how
// to write one.
type KernelSource struct {
	Sources fs.FS          // holds …
	File    string         // … the problem's side of the template
	Defines map[string]any // constants of the file: numbers, truth values, texts that stand for themselves
	Delta   Delta

	// Inputs are what does not change: the arguments that the file calls INPUTS. Each is
	// a slice of numbers of a fixed size, such as []int32, which becomes a buffer, or a
	// number of 32 or 64 bits.
	Inputs func(ctx context.Context) ([]any, error)

	State      int // ints of the state of a walk
	Moves      int
	Attributes int // 0: each move is its own
}

// A Delta is what changes are counted in.
type Delta int

// The types of changes. Double needs a device with double precision.
const (
	Int Delta = iota
	Long
	Double
)

// Sources are what a device needs to know of some kernels.
func Sources[S any](kernels []Kernel[S]) []KernelSource {
	all := make([]KernelSource, len(kernels))
	for i, k := range kernels {
		all[i] = k.KernelSource
	}
	return all
}

// A KernelDevice is a device.Device that runs kernels of local search.
type KernelDevice interface {
	// FitsKernels tells why the kernels cannot be on the device, if that is known
	// before it is opened.
	FitsKernels(sources []KernelSource) error
}

// A KernelOpener is a device.Opened that picks moves.
type KernelOpener interface {
	// Picks puts kernels on the device for so many walks, one for each neighbourhood
	// that the walks may enter. The device must stay open until Picks is closed.
	Picks(ctx context.Context, walks int, sources []KernelSource) (Picks, error)
}

// Picks picks moves for all walks at once, on a device.
type Picks interface {
	// Pick picks a move for each walk that has a rule, and -1 for the others. There is a
	// turn for every walk, always in the same order. What has changed since the last
	// turn is taken down even if Pick fails.
	Pick(ctx context.Context, turns []DeviceTurn, chosen []moves.Choice) error
	Close() error
}

// A DeviceTurn is what a walk asks of a device.
type DeviceTurn struct {
	Level   int                 // which neighbourhood the walk is in
	Rule    *moves.Rule         // nil: the walk asks nothing
	Changed bool                // the solution is another than in the last turn
	Marks   []Mark              // what has changed in the memory of the rule since the last turn
	Encode  func(state []int32) // writes the state of the walk
}
