// Package eax implements a genetic algorithm with edge assembly crossover, based on Nagata and
// Kobayashi [NK13].
//
// Where two tours A and B differ, their edges form AB-cycles. To construct a child, the crossover
// takes A, exchanges the edges of some AB-cycles for the edges of B, and joins the resulting
// subtours. Nearly all edges of a child therefore come from good tours. The work for a child
// depends on the size of the change, not on the number of cities.
//
// The population consists of local optima, for example 100 Lin-Kernighan tours. In each generation,
// every tour is paired with another tour, and its best child replaces it if the child is shorter.
// The best child has the largest gain in relation to the diversity that the population loses. When
// no child yields a gain any more, a new and larger population starts.
package eax

import (
	"context"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// EAX is a search.Searcher over plain closed tours of symmetric instances.
type EAX struct {
	in      *tsp.Instance
	lists   *near.Lists
	space   lk.Space
	params  Params
	seed    uint64
	threads int
	used    float64 // used share of the budget

	pool     pool
	members  []member
	counts   *frequency // edge counts of the members
	breeders []*breeder // one per thread
	heirs    []heir     // heirs of one step
	order    []int32    // order of the members in this generation
	at       progress

	champion tsp.Tour // best tour of earlier populations
	length   int64    // length of the champion
}

// progress holds the progress of the search.
type progress struct {
	epoch      uint32  // number of the population
	start      float64 // share of the budget used before this population
	stage      stage
	generation uint32
	pairs      int   // number of pairs completed in this generation
	best       int64 // length of the shortest tour after the last generation
	since      int   // number of generations since best improved
	children   int   // number of children that compete to replace a parent
	total      int64 // total length of all members after the last generation
}

// A stage determines how children are constructed.
type stage int32

// The stages of a population.
const (
	pooling   stage = iota // the initial tours are constructed
	breeding               // children have a single AB-cycle or random AB-cycles
	finishing              // children have blocks of AB-cycles
)

// New starts a search. The first member is derived from the start tour. Local search and joints
// consider the neighbours in l. The number of threads affects only the speed.
func New(in *tsp.Instance, l *near.Lists, start tsp.Tour, p Params, seed uint64, threads int) (*EAX, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: edge assembly needs a symmetric instance; use ils instead", in.Name())
	}
	// Local search requires a valid tour that includes the fixed edges.
	if err := tours.CheckFixed(in, start); err != nil {
		return nil, fmt.Errorf("start tour: %w", err)
	}
	s := &EAX{
		in: in, lists: l, space: lk.NewSpace(in), params: p, seed: seed, threads: max(1, threads),
		champion: append(tsp.Tour(nil), start...), length: in.Length(start),
	}
	s.at.best = math.MaxInt64
	return s, nil
}

// Step constructs a part of the population, or breeds some pairs.
func (s *EAX) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.at.stage == pooling {
		return s.populate(ctx)
	}
	return s.breed(ctx)
}

// Pace sets the used share of the budget.
func (s *EAX) Pace(used float64) { s.used = used }

// Stage returns the name of the stage that the next step belongs to.
func (s *EAX) Stage() string {
	if s.at.stage == pooling {
		return "pool"
	}
	return "search"
}

// Cost returns the cost of the best tour.
func (s *EAX) Cost() float64 {
	length, _ := s.leader()
	return s.in.CostOf(length)
}

// Best returns the best tour.
func (s *EAX) Best() tsp.Tour {
	_, tour := s.leader()
	return tours.Canonical(s.in, tour(nil))
}

// leader returns the length of the best tour, and a function that appends the tour to dst.
func (s *EAX) leader() (length int64, tour func(dst tsp.Tour) tsp.Tour) {
	length, tour = s.length, func(dst tsp.Tour) tsp.Tour { return append(dst, s.champion...) }
	if best := s.shortest(); best >= 0 && s.members[best].length < length {
		length, tour = s.members[best].length, s.members[best].tour
	}
	if best := s.pool.shortest(); best != nil && best.Length() < length {
		length, tour = best.Length(), best.Tour
	}
	return length, tour
}

// shortest returns the index of the shortest member, or -1 if there are no members.
func (s *EAX) shortest() int {
	best := -1
	for i := range s.members {
		if best < 0 || s.members[i].length < s.members[best].length {
			best = i
		}
	}
	return best
}

// Immigrate replaces the worst member with t if t is better than the best tour. While the pool is
// incomplete, t becomes the champion instead.
func (s *EAX) Immigrate(t tsp.Tour) (bool, error) {
	if err := tours.CheckFixed(s.in, t); err != nil {
		return false, err
	}
	if s.in.CostOf(s.in.Length(t)) >= s.Cost() {
		return false, nil
	}
	if s.at.stage == pooling {
		s.champion, s.length = append(s.champion[:0], t...), s.in.Length(t)
		return true, nil
	}
	s.replaceWorst(t)
	return true, nil
}
