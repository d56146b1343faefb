package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/anneal"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A worker changes a tour for the ants of a focused colony, one after the other. It restores the
// tour after each ant.
type worker struct {
	*trails
	peer      lk.Peer
	visitedBy []int32 // stamp of the last ant that visited each city
	stamp     int32   // number of the current ant of this worker, starting at 1
	longest   int     // maximum length of a stretch that an ant moves
	found     []finding
	judge     anneal.Judge

	cities  []int32 // cities to choose among
	weights []uint32
}

// A finding is an accepted change made by an ant.
type finding struct {
	ant     int
	gain    int64
	journal lk.Journal
}

func newWorker(r *trails, peer lk.Peer, longest int) *worker {
	return &worker{trails: r, peer: peer, longest: longest, visitedBy: make([]int32, peer.Size())}
}

// explore lets an ant change the tour, starting at city, until enough edges are new and local
// search is done. It records the ant's changes if they are accepted.
func (s *worker) explore(ctx context.Context, ant int, city int32, edges int, random *rng.Stream) {
	before := s.peer.Length()
	s.wander(city, edges, random)
	for done := false; !done && ctx.Err() == nil; {
		done, _ = s.peer.Descend(ctx, citiesAtOnce) // returns an error only on a device
	}
	if gain := before - s.peer.Length(); s.judge.Accepts(float64(-gain), random) && gain != 0 {
		s.found = append(s.found, finding{ant: ant, gain: gain})
		s.peer.Note(&s.found[len(s.found)-1].journal)
	}
	s.peer.Undo()
	if ctx.Err() != nil {
		s.peer.ClearQueue()
	}
}

// A walk holds the position of an ant on a tour and the two adjacent cities.
type walk struct{ behind, at, ahead int32 }

// newEdges is the number of new edges after a stretch has moved.
const newEdges = 3

// relocate inserts a stretch of random length, starting with the city to, at the ant's position. It
// reports whether the move was possible.
func (s *worker) relocate(to int32, w walk, random *rng.Stream) bool {
	r := random.Uint32()
	return s.peer.Relocate(to, int(r&1), int32(1+(r>>1)%uint32(s.longest)), w.at, w.ahead)
}

// farthest is the maximum number of steps that an ant takes per new edge.
const farthest = 20

// wander lets an ant follow the tour and moves stretches that start with the cities it chooses to
// its position.
func (s *worker) wander(city int32, edges int, random *rng.Stream) {
	s.stamp++
	w := walk{at: city}
	w.behind, w.ahead = s.peer.Beside(city)
	if random.Uint32()&1 != 0 {
		w.behind, w.ahead = w.ahead, w.behind
	}
	for steps := farthest * edges; edges > 0 && steps > 0; steps-- {
		s.visitedBy[w.at] = s.stamp
		to := s.next(w.at, random.Uint32())
		switch {
		case to == w.behind: // the ant reverses its direction
			w.behind, w.ahead = w.ahead, w.behind
		case to != none && to != w.ahead && s.relocate(to, w, random):
			edges -= newEdges
			w.ahead = to
		}
		if s.visitedBy[w.ahead] == s.stamp {
			return
		}
		w = s.onward(w)
	}
}

// onward takes one step along the tour.
func (s *worker) onward(w walk) walk {
	a, b := s.peer.Beside(w.ahead)
	if a == w.at {
		a = b
	}
	return walk{w.at, w.ahead, a}
}

// next chooses among the candidates that the ant has not visited, in proportion to trails and
// distances. It returns none at the dummy of a path, or if all candidates are visited.
func (s *worker) next(from int32, draw uint32) int32 {
	if int(from) >= s.N { // from is the dummy of a path
		return none
	}
	row := s.choice[int(from)*s.Width:][:s.Candidates]
	s.cities, s.weights = s.cities[:0], s.weights[:0]
	for k, c := range s.City[int(from)*s.Width:][:s.Candidates] {
		if s.visitedBy[c] != s.stamp {
			s.cities, s.weights = append(s.cities, c), append(s.weights, row[k])
		}
	}
	if len(s.cities) == 0 {
		return none
	}
	return s.cities[roulette(s.weights, draw)]
}
