// Package lk improves tours by local search: 2-opt and Or-opt over neighbour
// lists with a work queue on an array, for symmetric instances ([Undirected])
// and, without reversing anything, for asymmetric ones ([Directed]).
//
// Both are made for iterated local search: kick, descend from the few cities
// that the kick touched, then keep the result or undo it from a log. Nothing
// is allocated on the way.
package lk

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// array is a tour as an array of cities with the position of each.
type array struct {
	tour, pos []int32
	n         int32
}

func newArray(t tsp.Tour) array {
	a := array{tour: make([]int32, len(t)), pos: make([]int32, len(t)), n: int32(len(t))}
	a.set(t)
	return a
}

func (a *array) set(t tsp.Tour) {
	copy(a.tour, t)
	for i, c := range a.tour {
		a.pos[c] = int32(i)
	}
}

func (a *array) next(c int32) int32 {
	if p := a.pos[c] + 1; p < a.n {
		return a.tour[p]
	}
	return a.tour[0]
}

func (a *array) prev(c int32) int32 {
	if p := a.pos[c] - 1; p >= 0 {
		return a.tour[p]
	}
	return a.tour[a.n-1]
}

// wrap brings a position back into the array from at most n outside.
func (a *array) wrap(p int32) int32 {
	if p >= a.n {
		return p - a.n
	}
	if p < 0 {
		return p + a.n
	}
	return p
}

// span is the number of positions from i to j, both included, going forward.
func (a *array) span(i, j int32) int32 {
	if j >= i {
		return j - i + 1
	}
	return j - i + 1 + a.n
}

// reverse turns the positions from i to j around, going forward over the end
// if need be. Doing it twice undoes it.
func (a *array) reverse(i, j int32) {
	tour, pos := a.tour, a.pos
	swaps := a.span(i, j) / 2
	if i <= j {
		for ; i < j; i, j = i+1, j-1 {
			x, y := tour[i], tour[j]
			tour[i], tour[j] = y, x
			pos[y], pos[x] = i, j
		}
		return
	}
	for ; swaps > 0; swaps-- {
		x, y := tour[i], tour[j]
		tour[i], tour[j] = y, x
		pos[y], pos[x] = i, j
		if i++; i == a.n {
			i = 0
		}
		if j--; j < 0 {
			j = a.n - 1
		}
	}
}

// space is where cities get their distances from: coordinates at hand for the
// common metrics, the instance for all others.
type space struct {
	in    *tsp.Instance
	xy    []float64 // nil: ask the instance
	scale float64
	ceil  bool
	names []int32 // what the instance calls our cities; nil: the same
}

func newSpace(in *tsp.Instance) space {
	s := space{in: in, scale: in.Scale()}
	switch m := in.Metric(); {
	case m == tsp.Ceil2D:
		s.ceil = true
	case m != tsp.Euc2D && (m != tsp.Euclidean || in.Dims() != 2):
		return s
	}
	s.xy = in.Coords()
	return s
}

// place makes the space one of some cities only, numbered in that order.
func (s *space) place(names []int32) {
	if s.xy == nil {
		s.names = names
		return
	}
	if s.names == nil { // still the instance's own coordinates
		s.names, s.xy = names, make([]float64, 0, 2*len(names))
	}
	s.xy = s.xy[:0]
	for _, c := range names {
		s.xy = append(s.xy, s.in.Coords()[2*c], s.in.Coords()[2*c+1])
	}
}

// dist equals in.Dist, bit for bit.
func (s *space) dist(a, b int32) int64 {
	if s.xy == nil {
		return s.ask(a, b)
	}
	dx, dy := s.xy[2*a]-s.xy[2*b], s.xy[2*a+1]-s.xy[2*b+1]
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if s.ceil {
		return int64(math.Ceil(d))
	}
	return int64(float64(d*s.scale) + 0.5)
}

func (s *space) ask(a, b int32) int64 {
	if s.names != nil {
		a, b = s.names[a], s.names[b]
	}
	return s.in.Dist(a, b)
}

// queue holds the cities worth looking at, each at most once: the work list
// that takes the place of don't-look bits [BE92].
type queue struct {
	ring       []int32
	waiting    []bool
	head, size int32
}

func newQueue(n int32) queue {
	return queue{ring: make([]int32, n), waiting: make([]bool, n)}
}

func (q *queue) push(c int32) {
	if q.waiting[c] {
		return
	}
	q.waiting[c] = true
	at := q.head + q.size
	if at >= int32(len(q.ring)) {
		at -= int32(len(q.ring))
	}
	q.ring[at] = c
	q.size++
}

func (q *queue) pop() int32 {
	c := q.ring[q.head]
	if q.head++; q.head == int32(len(q.ring)) {
		q.head = 0
	}
	q.size--
	q.waiting[c] = false
	return c
}

// core is what both searches share.
type core struct {
	array
	space
	queue
	lists  *near.Lists
	length int64
}

func newCore(in *tsp.Instance, l *near.Lists, t tsp.Tour) core {
	c := core{array: newArray(t), space: newSpace(in), queue: newQueue(int32(len(t))), lists: l}
	c.length = in.Length(t)
	c.Wake()
	return c
}

// Wake queues all cities, in the order of the tour.
func (c *core) Wake() {
	for _, city := range c.tour {
		c.push(city)
	}
}

// Length is the length of the tour in units of the instance.
func (c *core) Length() int64 { return c.length }

// Tour appends the tour to dst.
func (c *core) Tour(dst tsp.Tour) tsp.Tour { return append(dst, c.tour...) }
