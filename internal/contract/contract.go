// Package contract checks that a neighbourhood meets the requirements of package moves, for Define
// and for package searchtest.
package contract

import (
	"fmt"
	"math"
	"reflect"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Moves checks the current cost of a neighbourhood and a sample of its moves. The sample contains
// no more moves than most. Moves checks that deltas are numbers, that a possible move leads to a
// different solution that check accepts, and that its delta is the change in cost. Afterwards,
// Moves restores the solution of the neighbourhood.
func Moves[S any](h moves.Neighbourhood[S], most int, cost func(S) float64, check func(S) error) error {
	start := h.Snapshot()
	before := cost(start)
	if !Near(before, h.Cost()) {
		return fmt.Errorf("the neighbourhood states cost %v, but its solution costs %v", h.Cost(), before)
	}
	stride := 1 + (h.Len()-1)/most
	for move := 0; move < h.Len(); move += stride {
		if err := try(h, move, start, before, cost, check); err != nil {
			return fmt.Errorf("move %d of %d %w", move, h.Len(), err)
		}
	}
	return nil
}

func try[S any](h moves.Neighbourhood[S], move int, start S, before float64, cost func(S) float64, check func(S) error) error {
	var delta [1]float64
	h.Deltas(move, delta[:])
	d := delta[0]
	switch {
	case math.IsNaN(d) || math.IsInf(d, -1):
		return fmt.Errorf("has delta %v, expected a finite number or moves.Impossible", d)
	case d == moves.Impossible():
		return nil
	}
	h.Apply(move, d)
	defer h.Reset(start)
	after := h.Snapshot()
	if err := check(after); err != nil {
		return fmt.Errorf("leads to a solution that Check rejects: %w", err)
	}
	// A sample may contain the current solution, because the next sample contains other solutions.
	if _, sampled := h.(moves.Renewer); !sampled && reflect.DeepEqual(after, start) {
		return fmt.Errorf("does not change the solution but has delta %v, expected moves.Impossible", d)
	}
	if found := cost(after) - before; !Near(found, d) {
		return fmt.Errorf("has delta %v but changes the cost by %v", d, found)
	}
	return nil
}

// Near reports whether two costs are equal up to rounding.
func Near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}
