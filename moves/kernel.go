package moves

import (
	"context"
	"io/fs"
)

// A Kernel is a neighbourhood for a device: the code and data on the device, and the encoding of a
// walk's state as ints.
type Kernel[S any] struct {
	KernelSource
	Encode func(h Neighbourhood[S], state []int32)
}

// A KernelSource is the part of a Kernel that does not depend on the solution type: one .cl file
// that scores a move, and the numbers that it reads. docs/kernels.md explains how to write one.
type KernelSource struct {
	Sources fs.FS  // contains File and the files that it includes
	File    string // problem-specific part of the template
	// constants for the file: numbers, booleans, or text that is inserted verbatim
	Defines map[string]any
	Delta   Delta

	// Inputs returns the arguments that the file calls INPUTS, which do not change. Each is either
	// a slice of fixed-size numbers, such as []int32, which becomes a buffer, or a number of 32 or
	// 64 bits.
	Inputs func(ctx context.Context) ([]any, error)

	State      int // number of ints in the state of a walk
	Moves      int
	Attributes int // number of attributes; 0 if each move is its own attribute

	// whether File defines apply_move, with which a device makes the moves itself, so that tabu
	// search needs the host only once in many turns
	Applies bool
}

// A Delta is the type of the cost changes that a kernel computes.
type Delta int

// The delta types. Double needs a device with double precision.
const (
	Int Delta = iota
	Long
	Double
)
