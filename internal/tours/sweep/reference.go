package sweep

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Reference is the engine in plain Go. It is the specification of all other engines.
type Reference struct {
	view    *View
	found   []Found
	claims  claims
	threads int
}

// NewReference returns an engine for a symmetric instance. The number of threads affects only the
// speed.
func NewReference(in *tsp.Instance, l *near.Lists, threads int) *Reference {
	return &Reference{view: NewView(in, l), found: make([]Found, in.N()), claims: newClaims(in.N()), threads: max(1, threads)}
}

// Close does nothing.
func (r *Reference) Close() error { return nil }

// Fewest is the minimum number of cities in a tour that a sweep can improve. Smaller tours have too
// many special cases and can be solved in other ways.
const Fewest = 8

// citiesAtOnce is the maximum number of cities between two checks of the context, and movesAtOnce
// the approximate maximum number of moves.
const (
	citiesAtOnce = 1024
	movesAtOnce  = 1 << 16
)

// atOnce returns the number of cities between two checks of the context.
func (v *View) atOnce(r Rule) int {
	pairs := len(v.Lists.City)/int(v.n) + 1
	if r.Kind == ThreeOpt {
		pairs *= pairs
	}
	return min(max(movesAtOnce/pairs, 1), citiesAtOnce)
}

// Sweep implements Engine.
func (r *Reference) Sweep(ctx context.Context, t tsp.Tour, rule Rule, most int, dst []Move) ([]Move, error) {
	v := r.view
	if v.n < Fewest || most < 1 {
		return dst, nil
	}
	v.Order = t
	err := parallel.Ranges(ctx, r.threads, int(v.n), citiesAtOnce, func(_, from, end int) error {
		v.prepareTour(int32(from), int32(end))
		return nil
	})
	if err == nil {
		err = parallel.Do(ctx, r.threads, int(v.n), v.atOnce(rule), func(_, city int) {
			r.found[city] = v.bestOfCity(ctx, rule, int32(city))
		})
	}
	if err == nil && rule.All {
		err = ctx.Err() // bestOfCity may have stopped early
	}
	if err != nil {
		return dst, err
	}
	return v.chooseMoves(r.found, &r.claims, most, dst), nil
}
