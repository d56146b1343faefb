package search

import (
	"context"
	"fmt"
	"math"
)

// Result is the outcome of a search, checked by the referee.
type Result[S any] struct {
	Progress
	Best S
}

// Run drives s until the search ends and checks the best solution.
func Run[S any](ctx context.Context, p Problem[S], s Searcher[S], stop Stop) (Result[S], error) {
	var last Progress
	for progress, err := range Steps(ctx, s, stop) {
		if err != nil {
			return Result[S]{}, err
		}
		last = progress
	}
	best := s.Best()
	cost, err := Referee(p, best, last.Cost)
	last.Cost = cost
	return Result[S]{Progress: last, Best: best}, err
}

// A Rounded problem is searched with rounded numbers, for speed. The referee expects a searcher to
// claim the rounded cost, and compares it with the cost computed from the original numbers.
type Rounded[S any] interface {
	// Costs returns the cost as a searcher computes it, the cost computed from the original
	// numbers, and the largest difference that rounding can cause.
	Costs(S) (rounded, unrounded, within float64)
}

// Claim returns the cost that a searcher must claim for a solution: Cost, or the rounded cost if
// the problem is Rounded.
func Claim[S any](p Problem[S], solution S) float64 {
	if r, ok := p.(Rounded[S]); ok {
		rounded, _, _ := r.Costs(solution)
		return rounded
	}
	return p.Cost(solution)
}

// Referee checks the solution and computes its cost from scratch. A wrong claim is an error even if
// the solution is valid. The claim may have a relative error of 1e-9, because sums may be computed
// in a different order.
func Referee[S any](p Problem[S], solution S, claimed float64) (float64, error) {
	if err := p.Check(solution); err != nil {
		return math.NaN(), fmt.Errorf("referee: invalid solution: %w", err)
	}
	cost, due := p.Cost(solution), Claim(p, solution)
	if off := math.Abs(due - claimed); !(off <= 1e-9*math.Abs(due)) {
		return cost, fmt.Errorf("referee: the search reports cost %v, but the solution costs %v", claimed, due)
	}
	if r, ok := p.(Rounded[S]); ok {
		_, unrounded, within := r.Costs(solution)
		if off := math.Abs(due - unrounded); !(off <= within) {
			return cost, fmt.Errorf("referee: the solution costs %v, but %v without rounding: expected a difference of at most %g", due, unrounded, within)
		}
	}
	return cost, nil
}

// SameCost reports whether a stated cost is correct. Whole numbers must be equal; other numbers may
// have a relative error of 1e-12, which is less than the effect of a changed digit.
func SameCost(stated, cost float64) bool {
	if stated == cost || math.IsInf(cost, 0) {
		return stated == cost
	}
	whole := stated == math.Trunc(stated) && cost == math.Trunc(cost)
	return !whole && math.Abs(stated-cost) <= 1e-12*math.Abs(cost)
}
