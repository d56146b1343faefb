package sweep

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A circle is a tour that stores the two neighbours of each city.
type circle [][2]int32

func circleOf(tour tsp.Tour) circle {
	c, n := make(circle, len(tour)), len(tour)
	for i, city := range tour {
		c[city] = [2]int32{tour[(i+n-1)%n], tour[(i+1)%n]}
	}
	return c
}

// exchange makes a sequential exchange: it removes t1 to t2, t3 to t4, … and adds t2 to t3, …, and
// the edge from the last city to t1. It returns the resulting tour, or nil if the result is not a
// tour.
func (c circle) exchange(t []int32) tsp.Tour {
	after := slices.Clone(c)
	for i := 0; i < len(t); i += 2 {
		if !after.replace(t[i], t[i+1], -1) || !after.replace(t[i+1], t[i], -1) {
			return nil // the edge is absent or was removed twice
		}
	}
	for i := 1; i < len(t); i += 2 {
		a, b := t[i], t[(i+1)%len(t)]
		if !after.replace(a, -1, b) || !after.replace(b, -1, a) {
			return nil // the city would have three edges
		}
	}
	tour := tsp.Tour{0}
	before, at := int32(0), after[0][0]
	for at != 0 && len(tour) < len(c) {
		tour = append(tour, at)
		next := after[at][0]
		if next == before {
			next = after[at][1]
		}
		before, at = at, next
	}
	if at != 0 || permutation.Check(tour, len(c)) != nil {
		return nil
	}
	return tour
}

func (c circle) replace(city, was, now int32) bool {
	at := slices.Index(c[city][:], was)
	if at >= 0 {
		c[city][at] = now
	}
	return at >= 0
}

// search finds sequential exchanges with the simplest method: each step follows an edge of the
// tour, then goes to a neighbour that is not yet adjacent and, unless the rule examines all, is near
// enough to leave a gain. No step removes an edge that must stay.
type search struct {
	*task
	circle
	rule  Rule
	best  int64
	moved []int32 // t1, t2, … of the best move
}

// look finds the best move of city t2 that joins it to t3. On ties the first move wins. Moves come
// first that have the smaller t1, t4 before t3, fewer edges, the nearer t5, and t6 after t5, on the
// path from t2.
func (w *task) look(k Rule, t2, t3 int32) *search {
	s := &search{task: w, circle: circleOf(w.tour), rule: k}
	beside := s.circle[t2]
	for _, t1 := range []int32{min(beside[0], beside[1]), max(beside[0], beside[1])} {
		path := w.from(t2, t1)
		if s.isBeside(t2, t3) || s.Tied(t1, t2) || s.hopeless(t1, t2, t3) {
			continue
		}
		at := slices.Index(path, t3)
		for _, t4 := range []int32{path[at-1], path[at+1]} {
			if t4 == t1 || s.Tied(t3, t4) {
				continue // t1 would lose both of its edges, or the edge must stay
			}
			s.close(t1, t2, t3, t4)
			if k.Kind == ThreeOpt {
				s.deepen(path, t1, t2, t3, t4)
			}
		}
	}
	return s
}

// from returns the tour from t2 to its neighbour t1, the long way round.
func (w *task) from(t2, t1 int32) tsp.Tour {
	at := slices.Index(w.tour, t2)
	path := slices.Concat(w.tour[at:], w.tour[:at])
	if path[len(path)-1] != t1 {
		slices.Reverse(path[1:])
	}
	return path
}

// deepen exchanges one more edge.
func (s *search) deepen(path tsp.Tour, t1, t2, t3, t4 int32) {
	near := t4
	if s.rule.Third == OfT3 {
		near = t3
	}
	for _, t5 := range s.lists.Of(near) {
		if t5 == t4 || s.isBeside(t4, t5) || s.hopeless(t1, t2, t3, t4, t5) {
			continue
		}
		at, n := slices.Index(path, t5), len(path)
		for _, t6 := range []int32{path[(at+1)%n], path[(at+n-1)%n]} {
			if !s.Tied(t5, t6) {
				s.close(t1, t2, t3, t4, t5, t6)
			}
		}
	}
}

// close stores an exchange if it gains more than the best so far and yields a tour.
func (s *search) close(t ...int32) {
	if gain := s.gain(append(t[:len(t):len(t)], t[0])...); gain > s.best && s.exchange(t) != nil {
		s.best, s.moved = gain, t
	}
}

// hopeless reports whether the rule gives up a move after these edges.
func (s *search) hopeless(t ...int32) bool { return !s.rule.All && s.gain(t...) <= 0 }

// gain returns the gain along t1, t2, …, where edges are alternately removed and added.
func (s *search) gain(t ...int32) (sum int64) {
	for i := range t[1:] {
		if d := s.in.Dist(t[i], t[i+1]); i%2 == 0 {
			sum += d
		} else {
			sum -= d
		}
	}
	return sum
}

func (s *search) isBeside(c, other int32) bool { return slices.Contains(s.circle[c][:], other) }

// Find misses no better move at any pair, and BestOfCity misses none at any city. The first of
// several moves with the same gain wins.
func TestNothingIsOverlooked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 30)
		v := w.view()
		for _, k := range allRules {
			for t2 := range int32(w.in.N()) {
				want := Found{}
				for pair := w.lists.First[t2]; pair < w.lists.First[t2+1]; pair++ {
					s, got := w.look(k, t2, w.lists.City[pair]), v.Find(k, t2, pair)
					if got.Gain != s.best || got.Pair != pair || s.best > 0 && !startsWith(v.Decode(t2, got), s.moved) {
						t.Fatalf("%v of %v: %v gains %d, found %v", k, w.tour, s.moved, s.best, v.Decode(t2, got))
					}
					if got.Gain > want.Gain {
						want = got
					}
				}
				if got := v.BestOfCity(k, t2); got != want {
					t.Fatalf("%v of %v: the best of %d is %v, found %v", k, w.tour, t2, want, got)
				}
			}
		}
	})
}

func startsWith(m Move, cities []int32) bool { return slices.Equal(m.T[:len(cities)], cities) }

// noneLeft checks that the tour is a local optimum.
func noneLeft(t failer, w *task, k Rule) {
	t.Helper()
	for t2 := range int32(w.in.N()) {
		for _, t3 := range w.lists.Of(t2) {
			if s := w.look(k, t2, t3); s.best > 0 {
				t.Fatalf("%v of %v: %v gains %d", k, w.tour, s.moved, s.best)
			}
		}
	}
}
