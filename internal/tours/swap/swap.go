// Package swap implements a neighbourhood of tours whose moves exchange the cities at two places
// [LSM13 §6.4]. A move replaces two to four edges.
//
// The paper measures this neighbourhood. It is weak: package lk finds much better tours. It serves
// to compare algorithms and devices.
//
// Let d(i,j) be the distance from the city at place i to the city at place j. Exchanging two places
// that are not adjacent changes the length by
//
//	d(i-1,j) + d(j,i+1) + d(j-1,i) + d(i,j+1) - around(i) - around(j)
//
// where around is the length of the two edges at a place. In row order, i = 0, 1, 2 …, each
// distance is computed once and used for four moves. The deltas of adjacent places, including the
// last and the first, are stored in a table.
//
// Lengths are integers and exact, even in float64.
package swap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// maxCities is the maximum number of cities. The longest tour of that many cities is below 2^53, up
// to which float64 represents every integer. (The cost of a tour that omits thousands of fixed
// edges is larger and therefore rounded.) A 32-bit int can number only the moves of fewer cities.
const maxCities = min(1<<53/(tsp.MaxDistance+1), moves.MostInPairs)

// Swap is a moves.Neighbourhood. Package moves numbers its moves.
type Swap struct {
	in     *tsp.Instance
	n      int
	dist   measurers
	places places
	length int64
	around []int64   // length of the two edges at each place
	beside []int64   // delta of exchanging each place with the next
	pool   sync.Pool // pool of *strips
}

// New returns a Swap that starts at a copy of a tour of a closed instance. If ctx is cancelled, the
// Swap has no distance table and is slower.
func New(ctx context.Context, in *tsp.Instance, start tsp.Tour) (*Swap, error) {
	if in.Closed().Instance != in {
		return nil, errors.New("swap: the instance is a path or has fixed edges: use the instance that Closed returns, and call Fit on the tour")
	}
	if in.N() > maxCities {
		return nil, fmt.Errorf("swap: got %d cities, but the limit is %d", in.N(), maxCities)
	}
	return newSwap(in, newMeasurers(ctx, in), start)
}

// From returns a Swap for the same instance that starts at a copy of start. It shares the distance
// table, which uses up to 64 MB, or twice that if the distances are asymmetric.
func (s *Swap) From(start tsp.Tour) (*Swap, error) { return newSwap(s.in, s.dist, start) }

func newSwap(in *tsp.Instance, w measurers, start tsp.Tour) (*Swap, error) {
	if err := in.Check(start); err != nil {
		return nil, fmt.Errorf("swap: start tour: %w", err)
	}
	n := in.N()
	s := &Swap{in: in, n: n, places: newPlaces(n, w), around: make([]int64, n), beside: make([]int64, n), dist: w}
	s.Reset(start)
	return s, nil
}

// Len returns the number of pairs of places.
func (s *Swap) Len() int { return moves.Pairs(s.n) }

// Cost returns the cost of the tour.
func (s *Swap) Cost() float64 { return s.in.CostOf(s.length) }

// Snapshot returns a copy of the tour.
func (s *Swap) Snapshot() tsp.Tour { return slices.Clone(tsp.Tour(s.places.order[:s.n])) }

// Reset replaces the tour.
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
	s.places.set(i, e)
	s.places.set(j, b)
	for k := -2; k < 2; k++ { // the entries of these places depend on i or j
		s.measure(i + k)
		s.measure(j + k)
	}
}

// measure updates the entries of around and beside for a place.
func (s *Swap) measure(place int) {
	dist, at, here := s.in.Dist, s.places.at, s.places.around(place)
	a, b, c, d := at(here-1), at(here), at(here+1), at(here+2)
	ab, bc := dist(a, b), dist(b, c)
	s.around[here] = ab + bc
	if s.n > 2 { // two cities have only one tour
		s.beside[here] = dist(a, c) + dist(c, b) + dist(b, d) - ab - bc - dist(c, d)
	}
}

// delta returns the change of length from exchanging places i < j.
func (s *Swap) delta(i, j int) int64 {
	switch j {
	case i + 1:
		return s.beside[i]
	case i + s.n - 1: // the first and the last place
		return s.beside[j]
	}
	dist, at := s.in.Dist, s.places.at
	b, e := at(i), at(j)
	return dist(at(i-1), e) + dist(e, at(i+1)) + dist(at(j-1), b) + dist(b, at(j+1)) - s.around[i] - s.around[j]
}

// cost converts a change of length to a change of cost. It preserves the order of changes.
func (s *Swap) cost(delta int64) float64 { return float64(delta) / s.in.Scale() }

// Attributes returns the number of cities, which are the attributes. Pairs of a city and its place
// would be more precise, but would need a memory of n² numbers, which is too large: 10 GB for
// 50,000 cities.
func (s *Swap) Attributes() int { return s.n }

// Touched returns the two cities. Each city leaves its place and enters a different one, so a swap
// must wait only if both cities have been moved recently.
func (s *Swap) Touched(move int) moves.Touch {
	i, j := moves.Pair(s.n, move)
	return s.touched(i, j)
}

func (s *Swap) touched(i, j int) moves.Touch {
	both := [3]int32{s.places.order[i], s.places.order[j]}
	return moves.Touch{Enters: both, Leaves: both, Count: 2}
}
