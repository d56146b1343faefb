// Package sweep improves a tour by looking at all of it at once, as a device with
// thousands of work-items likes it [LS13 §4]: every pair of a city and one of its
// neighbours is looked at for the best 2-opt or 3-opt move there, and then the best
// one of all is made, or as many as do not get in each other's way.
//
// An [Engine] does the looking. [Reference] is plain Go and the specification:
// whatever does the same work elsewhere finds the same moves, bit for bit. A
// [Chain] makes the moves, so that iterated local search can kick and undo.
package sweep

import (
	"context"
	"fmt"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// A Kind says which moves a sweep looks for.
type Kind int

// The kinds.
const (
	TwoOpt   Kind = iota // two edges
	ThreeOpt             // two or three edges, all sequential ways
)

var kinds = [...]string{"2opt", "3opt"}

func (k Kind) String() string { return kinds[k] }

// ParseKind finds a kind by its name.
func ParseKind(name string) (Kind, error) {
	for i, s := range kinds {
		if s == name {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("expected one of %s, found %q", strings.Join(kinds[:], ", "), name)
}

// An Engine finds the moves of a whole tour. It belongs to one instance and its
// neighbour lists.
type Engine interface {
	// Sweep appends to dst the best moves of tour t that can be made together,
	// best first, but no more than most. Without any, the tour is a local optimum.
	Sweep(ctx context.Context, t tsp.Tour, k Kind, most int, dst []Move) ([]Move, error)
	Close() error
}

// A Move is a sequential exchange of two or three edges; T holds t1 to t6 of its
// pattern, the last two unused by a flat one.
type Move struct {
	Gain    int64
	T       [6]int32
	Pattern lk.Pattern
}
