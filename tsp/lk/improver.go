// Package lk improves tours by local search. It provides 2-opt, Or-opt, 3-opt and Lin-Kernighan
// over neighbour lists on symmetric instances, and segment exchange on asymmetric ones. It is a
// building block for user-defined algorithms; see [tourmaline.TourAlgorithm].
//
//	m, err := lk.NewImprover(ctx, in, lk.Options{})
//	…
//	err = m.Improve(ctx, tour) // a local optimum
//	err = m.Iterate(ctx, tour, 1000, &random)
//
// [tourmaline.TourAlgorithm]: https://pkg.go.dev/github.com/tourmaline-opt/tourmaline#TourAlgorithm
package lk

import (
	"cmp"
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Options configures an Improver. The zero value means Lin-Kernighan over lists of 10 neighbours.
type Options struct {
	// Moves selects the moves. From fastest to best, these are "2opt", "oropt", "3opt", "3opt-best"
	// and "lk". The empty string means "lk". Moves has no effect on asymmetric instances.
	Moves string
	// Length is the length of the neighbour lists that NewImprover builds. 0 means 10.
	Length int
	// Neighbours returns existing neighbour lists, with the nearest city first, such as
	// TourJob.Neighbours. If it is nil, NewImprover builds the lists.
	Neighbours func(city int32) []int32
	Threads    int // number of threads that build the lists; 0 means 1
}

// An Improver improves one tour after another on a single thread.
type Improver struct {
	in    *tsp.Instance
	inner *lk.Improver
}

// NewImprover returns an improver for tours of a closed instance without fixed edges, or for the
// instance of a TourJob.
func NewImprover(ctx context.Context, in *tsp.Instance, o Options) (*Improver, error) {
	if in.Plain() == nil && (in.Open() || len(in.FixedEdges()) > 0) {
		return nil, fmt.Errorf("lk: %s is a path or has fixed edges: use the instance from a TourJob", in.Name())
	}
	operator, err := lk.ParseOperator(cmp.Or(o.Moves, "lk"))
	if err != nil {
		return nil, fmt.Errorf("lk: %w", err)
	}
	lists, err := o.lists(ctx, in)
	if err != nil {
		return nil, err
	}
	return &Improver{in, lk.NewImprover(in, lists, operator)}, nil
}

// lists copies the existing lists or builds new ones.
func (o Options) lists(ctx context.Context, in *tsp.Instance) (*near.Lists, error) {
	if o.Neighbours == nil {
		return near.Quadrant(ctx, in, 2, cmp.Or(o.Length, 10), max(o.Threads, 1))
	}
	l := &near.Lists{First: make([]int32, 1, in.N()+1)}
	for c := range int32(in.N()) {
		for _, to := range o.Neighbours(c) {
			if to < 0 || int(to) >= in.N() || to == c {
				return nil, fmt.Errorf("lk: city %d cannot be a neighbour of city %d: expected a different city from 0 to %d", to, c, in.N()-1)
			}
			l.City, l.Dist = append(l.City, to), append(l.Dist, int32(in.Dist(c, to)))
		}
		l.First = append(l.First, int32(len(l.City)))
	}
	return l, nil
}

// Improve replaces a tour with a local optimum. If ctx is cancelled, it returns ctx.Err(), and the
// tour is valid but not a local optimum.
func (m *Improver) Improve(ctx context.Context, t tsp.Tour) error {
	if err := tours.CheckFixed(m.in, t); err != nil {
		return fmt.Errorf("lk: %w", err)
	}
	m.inner.Improve(ctx, t, 0, nil)
	return ctx.Err()
}

// kick is a double bridge whose segments have at most 50 cities.
var kick = lk.Kick{Size: 50}

// Kick applies random double bridges to a tour. Each double bridge affects a small part of the
// tour.
func (m *Improver) Kick(ctx context.Context, t tsp.Tour, kicks int, random *rng.Stream) error {
	if err := tours.CheckFixed(m.in, t); err != nil {
		return fmt.Errorf("lk: %w", err)
	}
	m.inner.Kick(ctx, t, kicks, kick, random)
	return ctx.Err()
}

// Iterate runs iterated local search. It improves a tour, repeatedly kicks and improves it again,
// and undoes every kick that makes the tour longer.
func (m *Improver) Iterate(ctx context.Context, t tsp.Tour, kicks int, random *rng.Stream) error {
	if err := m.Improve(ctx, t); err != nil {
		return err
	}
	m.inner.Iterate(ctx, t, kicks, kick, random)
	return ctx.Err()
}
