// Package eax is a genetic algorithm with edge assembly crossover, from the ideas of
// Nagata and Kobayashi [NK13].
//
// Where two tours A and B differ, their edges form AB-cycles. A child is A with the
// edges of some AB-cycle exchanged for those of B, and with the resulting subtours
// joined. So nearly all of its edges are those of good tours. The work for a child
// depends on what it changes, not on the number of cities.
//
// The population consists of local optima, such as 100 tours by Lin-Kernighan. In each
// generation every tour is replaced by its best child with another tour, if that is
// shorter. The best child gains most for the diversity that the population loses. When
// no child gains any more, a new and larger population starts.
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
	used    float64 // share of the budget

	pool     pool
	members  []member
	counts   *frequency // of their edges
	breeders []*breeder // one for each thread
	heirs    []heir     // of a step
	order    []int32    // of the members in this generation
	at       progress

	champion tsp.Tour // the best of earlier populations
	length   int64    // of the champion
}

// progress is the progress of the search.
type progress struct {
	epoch      uint32  // the number of the population
	start      float64 // the share of the budget used before it
	stage      stage
	generation uint32
	pairs      int   // completed in this generation
	best       int64 // shortest tour of the population after the last generation
	since      int   // generations since best improved
	children   int   // competing for a place
	total      int64 // length of all members after the last generation
}

// A stage determines how children are made.
type stage int32

// The stages of a population.
const (
	pooling   stage = iota // tours are made
	breeding               // children have a single AB-cycle, or random ones
	finishing              // children have blocks of AB-cycles
)

// New starts a search. The first member is made from the start tour. The lists are
// the neighbours that local search and joints consider. threads changes only the
// speed.
func New(in *tsp.Instance, l *near.Lists, start tsp.Tour, p Params, seed uint64, threads int) (*EAX, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if !in.Symmetric() {
		return nil, fmt.Errorf("%s is asymmetric: edge assembly needs a symmetric instance; use ils instead", in.Name())
	}
	if err := tours.CheckFixed(in, start); err != nil { // local search relies on it, fixed edges included
		return nil, fmt.Errorf("start tour: %w", err)
	}
	s := &EAX{
		in: in, lists: l, space: lk.NewSpace(in), params: p, seed: seed, threads: max(1, threads),
		champion: append(tsp.Tour(nil), start...), length: in.Length(start),
	}
	s.at.best = math.MaxInt64
	return s, nil
}

// Step makes a part of the population, or children of some pairs.
func (s *EAX) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.at.stage == pooling {
		return s.populate(ctx)
	}
	return s.breed(ctx)
}

// Pace sets the share of the budget that is used.
func (s *EAX) Pace(used float64) { s.used = used }

// Stage names the part of the search that the next step belongs to.
func (s *EAX) Stage() string {
	if s.at.stage == pooling {
		return "pool"
	}
	return "search"
}

// Cost returns the cost of the best tour.
func (s *EAX) Cost() float64 {
	length := s.length
	if best := s.shortest(); best >= 0 {
		length = min(length, s.members[best].length)
	}
	if best := s.pool.shortest(); best != nil {
		length = min(length, best.Length())
	}
	return s.in.CostOf(length)
}

// Best returns the best tour.
func (s *EAX) Best() tsp.Tour {
	t, length := s.champion, s.length
	if best := s.shortest(); best >= 0 && s.members[best].length < length {
		t, length = s.members[best].tour(nil), s.members[best].length
	}
	if best := s.pool.shortest(); best != nil && best.Length() < length {
		t = best.Tour(nil)
	}
	return tours.Canonical(s.in, append(tsp.Tour(nil), t...))
}

// shortest returns the best member; -1: there is none.
func (s *EAX) shortest() int {
	best := -1
	for i := range s.members {
		if best < 0 || s.members[i].length < s.members[best].length {
			best = i
		}
	}
	return best
}

// Immigrate adopts a better tour in place of the worst member.
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
