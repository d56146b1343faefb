// Package sweep improves a tour by examining the whole tour in parallel, which suits a device with
// thousands of work-items [LS13 §4]. A sweep finds the best 2-opt or 3-opt move for every pair of a
// city and one of its neighbours. It then makes the best move of all, or as many moves as do not
// conflict.
//
// An [Engine] finds the moves. [Reference] is plain Go and serves as the specification: every other
// engine finds the same moves, bit for bit. A [Chain] makes the moves, so that iterated local
// search can kick and undo.
package sweep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Kind selects the moves that a sweep looks for.
type Kind int

// Kinds of moves.
const (
	TwoOpt   Kind = iota // two edges
	ThreeOpt             // two or three edges, all sequential moves
)

var kinds = [...]string{"2opt", "3opt"}

func (k Kind) String() string { return kinds[k] }

// ParseKind returns the kind with the given name.
func ParseKind(name string) (Kind, error) {
	if i := slices.Index(kinds[:], name); i >= 0 {
		return Kind(i), nil
	}
	return 0, fmt.Errorf("unknown kind of move %q: expected one of %s", name, strings.Join(kinds[:], ", "))
}

// A Rule specifies which moves a sweep examines.
type Rule struct {
	Kind  Kind
	Third Third
	// All examines all pairs and triples. Otherwise a move must gain with each edge that it adds,
	// before it removes the next edge [LK73].
	All bool
}

// Third selects the neighbours among which a 3-opt move looks for t5, the end of its second new
// edge, which starts at t4.
type Third int

// Where t5 comes from.
const (
	OfT4 Third = iota // the neighbours of t4, as in all sequential moves [LK73]
	OfT3              // the neighbours of t3: k is a neighbour of j [LS13 §4.2]
)

// An Engine finds moves over a whole tour. It belongs to one instance and its neighbour lists.
type Engine interface {
	// Sweep appends to dst the best moves of tour t under a rule that can be made together,
	// best first and at most the given number. If it finds no move, the tour is a local optimum.
	Sweep(ctx context.Context, t tsp.Tour, r Rule, most int, dst []Move) ([]Move, error)
	Close() error
}

// A Move is a sequential exchange of two or three edges. T contains t1 to t6 of its pattern; a flat
// move does not use the last two.
type Move struct {
	Gain    int64
	T       [6]int32
	Pattern lk.Pattern
}

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
