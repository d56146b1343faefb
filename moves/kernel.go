package moves

import (
	"context"
	"io/fs"
)

// A Kernel is a neighbourhood for a device: the code and data that the device holds, and
// the encoding of a walk's state as ints.
type Kernel[S any] struct {
	KernelSource
	Encode func(h Neighbourhood[S], state []int32)
}

// A KernelSource is the part of a Kernel that does not depend on the type of the
// solutions: one .cl file that scores a move, and the numbers that it reads.
// docs/kernels.md explains how to write one.
type KernelSource struct {
	Sources fs.FS          // holds File and the files that it includes
	File    string         // the problem's side of the template
	Defines map[string]any // constants of the file: numbers, booleans, text that is inserted as it is
	Delta   Delta

	// Inputs returns the arguments that the file calls INPUTS, which do not change. Each
	// is a slice of numbers of a fixed size, such as []int32, which becomes a buffer, or
	// a number of 32 or 64 bits.
	Inputs func(ctx context.Context) ([]any, error)

	State      int // ints in the state of a walk
	Moves      int
	Attributes int // 0: each move is its own attribute
}

// A Delta is the type of the changes that a kernel computes.
type Delta int

// The types of changes. Double needs a device with double precision.
const (
	Int Delta = iota
	Long
	Double
)
