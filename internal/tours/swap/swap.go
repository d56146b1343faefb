// Package swap is a tour and all exchanges of the cities at two of its places
// [LSM13 §6.4]. A move replaces two to four edges.
//
// It is the neighbourhood that the paper measures, and a weak one: package lk finds
// much better tours. What it is good for is to compare algorithms and devices.
//
// Let d(i,j) be the distance from the city at place i to that at place j. Exchanging
// two places that do not lie beside each other changes the length by
//
//	d(i-1,j) + d(j,i+1) + d(j-1,i) + d(i,j+1) - around(i) - around(j)
//
// where around is the length of the two edges at a place. Row by row, i = 0, 1, 2 …,
// each distance is computed once and serves four moves. What is beside each other,
// the last place and the first among them, is known beforehand.
//
// Lengths are whole numbers and exact, in float64 too.
package swap

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Largest is the most cities. The longest tour of so many is below 2^53, up to which
// float64 has all whole numbers. (A tour that leaves out thousands of edges that must be
// used is beyond that, and its cost rounded.) Where an int has 32 bits, it numbers the
// moves of fewer.
const Largest = min(1<<53/(tsp.MaxDistance+1), moves.MostInPairs)

// Swap is a moves.Neighbourhood; its moves are numbered by package moves.
type Swap struct {
	in     *tsp.Instance
	n      int
	ways   ways
	places places
	length int64
	around []int64 // of each place: the edges to it and from it
	beside []int64 // of each place: what exchanging it and the next one changes
	strips shelf
}

// New begins at a tour of a closed instance, of which it takes a copy.
func New(in *tsp.Instance, start tsp.Tour) (*Swap, error) {
	if in.Closed().Instance != in {
		return nil, errors.New("swap: the instance asks for a path or for fixed edges, expected plain closed tours: take what its Closed makes, and Fit the tour")
	}
	if in.N() > Largest {
		return nil, fmt.Errorf("swap: %d cities, the limit is %d", in.N(), Largest)
	}
	if err := in.Check(start); err != nil {
		return nil, fmt.Errorf("swap: start tour: %w", err)
	}
	return begin(in, newWays(in), start), nil
}

// From begins at another tour of the same instance and shares the distances in memory:
// up to 64 MB, twice that if they are not symmetric.
func (s *Swap) From(start tsp.Tour) (*Swap, error) {
	if err := s.in.Check(start); err != nil {
		return nil, fmt.Errorf("swap: start tour: %w", err)
	}
	return begin(s.in, s.ways, start), nil
}

func begin(in *tsp.Instance, w ways, start tsp.Tour) *Swap {
	n := in.N()
	s := &Swap{in: in, n: n, places: newPlaces(n, w), around: make([]int64, n), beside: make([]int64, n), ways: w}
	s.Reset(start)
	return s
}

// Len is the number of pairs of places.
func (s *Swap) Len() int { return moves.Pairs(s.n) }

// Cost is the cost of the tour.
func (s *Swap) Cost() float64 { return s.in.CostOf(s.length) }

// Snapshot is a copy of the tour.
func (s *Swap) Snapshot() tsp.Tour { return slices.Clone(tsp.Tour(s.places.order[:s.n])) }

// Reset goes on from another tour.
func (s *Swap) Reset(t tsp.Tour) {
	if err := s.in.Check(t); err != nil {
		panic(fmt.Sprintf("swap: Reset: %v", err))
	}
	s.places.reset(t)
	s.length = s.in.Length(t)
	for k := range s.n {
		s.measure(k)
	}
}

// Apply exchanges the cities at two places.
func (s *Swap) Apply(move int, _ float64) {
	i, j := moves.Pair(s.n, move)
	s.length += s.delta(i, j)
	b, e := s.places.at(i), s.places.at(j)
	s.places.put(i, e)
	s.places.put(j, b)
	for k := -2; k < 2; k++ { // so far can be seen from a place
		s.measure(i + k)
		s.measure(j + k)
	}
}

// measure finds out what is around a place and beside it.
func (s *Swap) measure(place int) {
	dist, at, here := s.in.Dist, s.places.at, s.places.around(place)
	a, b, c, d := at(here-1), at(here), at(here+1), at(here+2)
	ab, bc := dist(a, b), dist(b, c)
	s.around[here] = ab + bc
	if s.n > 2 { // two cities make the same tour either way
		s.beside[here] = dist(a, c) + dist(c, b) + dist(b, d) - ab - bc - dist(c, d)
	}
}

// delta is what exchanging places i < j changes.
func (s *Swap) delta(i, j int) int64 {
	switch j {
	case i + 1:
		return s.beside[i]
	case i + s.n - 1: // the first and the last
		return s.beside[j]
	}
	dist, at := s.in.Dist, s.places.at
	b, e := at(i), at(j)
	return dist(at(i-1), e) + dist(e, at(i+1)) + dist(at(j-1), b) + dist(b, at(j+1)) - s.around[i] - s.around[j]
}

// cost is a change of length as a change of cost. Smaller changes stay smaller.
func (s *Swap) cost(delta int64) float64 { return float64(delta) / s.in.Scale() }

// Attributes are the cities.
//
// A city with its place would say more, but a memory of n² numbers is too large for the
// tours that are meant here: 10 GB for 50,000 cities.
func (s *Swap) Attributes() int { return s.n }

// Touched are the two cities. They leave where they are and enter elsewhere, so that a
// swap must wait only if both have been moved lately.
func (s *Swap) Touched(move int) moves.Touch {
	i, j := moves.Pair(s.n, move)
	return s.touched(i, j)
}

func (s *Swap) touched(i, j int) moves.Touch {
	both := [3]int32{s.places.order[i], s.places.order[j]}
	return moves.Touch{Enters: both, Leaves: both, Count: 2}
}
