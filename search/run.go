package search

import (
	"context"
	"fmt"
	"math"
)

// Result is what a search leaves behind, judged by the referee.
type Result[S any] struct {
	Progress
	Best S
}

// Run drives s to the end and has the answer judged.
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

// A Rounded problem is searched with rounded numbers, for speed. The referee expects
// a searcher to claim the rounded cost, and holds it against the numbers as they were
// given.
type Rounded[S any] interface {
	// Costs returns the cost as a searcher computes it, the cost from the numbers as they
	// were given, and the largest difference that rounding can make.
	Costs(S) (rounded, unrounded, within float64)
}

// Claim is what a searcher should say that a solution costs: Cost, unless the problem
// is Rounded.
func Claim[S any](p Problem[S], solution S) float64 {
	if r, ok := p.(Rounded[S]); ok {
		rounded, _, _ := r.Costs(solution)
		return rounded
	}
	return p.Cost(solution)
}

// Referee has the last word: it checks the solution and costs it from scratch.
// A claimed cost that is off is an error, even if the solution is fine: no
// wrong number leaves the library. The claim may differ by a relative 1e-9, to
// allow for sums in another order.
func Referee[S any](p Problem[S], solution S, claimed float64) (float64, error) {
	if err := p.Check(solution); err != nil {
		return math.NaN(), fmt.Errorf("referee: not a solution: %w", err)
	}
	cost, due := p.Cost(solution), Claim(p, solution)
	if off := math.Abs(due - claimed); !(off <= 1e-9*math.Abs(due)) {
		return cost, fmt.Errorf("referee: the search claims cost %v, the solution costs %v", claimed, due)
	}
	if r, ok := p.(Rounded[S]); ok {
		_, unrounded, within := r.Costs(solution)
		if off := math.Abs(due - unrounded); !(off <= within) {
			return cost, fmt.Errorf("referee: the solution costs %v, without rounding %v: expected a difference of at most %g", due, unrounded, within)
		}
	}
	return cost, nil
}

// SameCost reports whether a cost that a file states is the true one. Whole
// numbers must be equal; others may differ by a relative 1e-12, which is less
// than what a changed digit makes.
func SameCost(stated, cost float64) bool {
	if stated == cost || math.IsInf(cost, 0) {
		return stated == cost
	}
	whole := stated == math.Trunc(stated) && cost == math.Trunc(cost)
	return !whole && math.Abs(stated-cost) <= 1e-12*math.Abs(cost)
}
