// Package exact solves tiny instances to proven optimality by dynamic programming over subsets
// [HK62].
package exact

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MaxCities is the maximum number of cities that New accepts. Time and memory slightly more than
// double with each city. Sixteen cities take tens of milliseconds.
const MaxCities = 16

// Exact is a search.Searcher that finds the optimum in its first step. It compares tours by the
// given distances, before rounding.
type Exact struct {
	in     *tsp.Instance
	tour   tsp.Tour
	length int64
}

// New returns a search. t is the best tour until the first step.
func New(in *tsp.Instance, t tsp.Tour) (*Exact, error) {
	if in.N() > MaxCities {
		return nil, fmt.Errorf("%d cities: the exact algorithm accepts at most %d: use a different algorithm", in.N(), MaxCities)
	}
	return &Exact{in: in, tour: append(tsp.Tour(nil), t...), length: in.Length(t)}, nil
}

// Cost returns the cost of Best.
func (e *Exact) Cost() float64 { return e.in.CostOf(e.length) }

// Best returns the optimum after the first step, and the given tour before it.
func (e *Exact) Best() tsp.Tour { return append(tsp.Tour(nil), e.tour...) }

// Save writes the tour.
func (e *Exact) Save(w *state.Writer) { state.List(w, "tour", e.tour) }

// Restore reads a saved tour.
func (e *Exact) Restore(r *state.Reader) error {
	t := tsp.Tour(state.ReadList[int32](r, "tour", e.in.N()))
	if r.Err() == nil {
		r.Fail(e.in.Check(t))
	}
	if r.Err() == nil {
		e.tour, e.length = t, e.in.Length(t)
	}
	return r.Err()
}

// Step finds the optimum. It claims no proof if the distances have more digits than it compares.
func (e *Exact) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := NewLengths(e.in)
	if t := l.shortest(); l.Shorter(t, e.tour) {
		e.tour, e.length = t, e.in.Length(t)
	}
	if l.exact {
		return search.ErrOptimal
	}
	return search.ErrExhausted
}
