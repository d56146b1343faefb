package eax

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
)

// An assembly constructs children of a tour A by exchanging edges of AB-cycles and joining the
// resulting subtours. The work for a child depends on the size of the change, not on the number of
// cities: A is cut into segments at its removed edges, and a segment is a range of places on A.
type assembly struct {
	lk.Space
	lists *near.Lists
	links []link  // links of A, or of the child under construction
	order []int32 // cities of A in tour order
	place []int32 // place of each city in order

	cuts    []int32 // places after which A is cut, ascending
	subtour []int32 // subtour of each segment
	sizes   []int32 // number of cities in each subtour
	changes []change
	stamp   []uint32 // last child that changed each city
	child   uint32
	gain    int64
}

func newAssembly(s lk.Space, l *near.Lists, n int) *assembly {
	return &assembly{
		Space: s, lists: l, links: make([]link, n), order: make([]int32, n), place: make([]int32, n), stamp: make([]uint32, n),
	}
}

// load sets the tour A.
func (a *assembly) load(m *member) {
	copy(a.links, m.links)
	before, c := a.links[0].city[0], int32(0)
	for i := range a.order {
		a.order[i], a.place[c] = c, int32(i)
		before, c = c, a.links[c].other(before)
	}
}

// startChild starts a child, initially identical to A.
func (a *assembly) startChild() {
	a.cuts, a.changes, a.gain = a.cuts[:0], a.changes[:0], 0
	a.child++
	if a.child == 0 { // the counter wraps around after four billion children
		clear(a.stamp)
		a.child = 1
	}
}

// undo restores A.
func (a *assembly) undo() {
	for i := range a.changes {
		c := &a.changes[i]
		a.links[c.city] = c.was
	}
}

// touch records the links of A at a city before they change.
func (a *assembly) touch(city int32) *link {
	if a.stamp[city] != a.child {
		a.stamp[city] = a.child
		a.changes = append(a.changes, change{city: city, was: a.links[city]})
	}
	return &a.links[city]
}

// exchange replaces the edges of A on an AB-cycle by the edges of B.
func (a *assembly) exchange(cycle []int32, gain int64) {
	before := cycle[len(cycle)-1]
	for i := 0; i < len(cycle); i += 2 {
		x, y := cycle[i], cycle[i+1]
		after := cycle[0]
		if i+2 < len(cycle) {
			after = cycle[i+2]
		}
		at := a.place[x]
		if a.following(at) != y {
			at = a.place[y]
		}
		a.cuts = append(a.cuts, at)
		a.replace(x, y, before)
		a.replace(y, x, after)
		before = y
	}
	a.gain += gain
}

// replace replaces a neighbour of a city in the child.
func (a *assembly) replace(city, was, now int32) {
	a.touch(city).replace(was, now, short(a.Dist(city, now)))
}

// following returns the city that follows a place on A.
func (a *assembly) following(at int32) int32 {
	if at++; int(at) < len(a.order) {
		return a.order[at]
	}
	return a.order[0]
}

// segment returns the segment that contains a place. The first segment starts after the last cut
// and wraps around the end of A.
func (a *assembly) segment(at int32) int32 {
	lo, hi := 0, len(a.cuts)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if a.cuts[mid] < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(a.cuts) {
		return 0
	}
	return int32(lo)
}

// ends returns the first and the last place of a segment.
func (a *assembly) ends(s int32) (first, last int32) {
	before := s - 1
	if s == 0 {
		before = int32(len(a.cuts)) - 1
	}
	if first = a.cuts[before] + 1; int(first) == len(a.order) {
		first = 0
	}
	return first, a.cuts[s]
}

// extent returns the first place of a segment and the number of its cities.
func (a *assembly) extent(s int32) (first, size int32) {
	first, last := a.ends(s)
	if last < first {
		last += int32(len(a.order))
	}
	return first, last - first + 1
}

// trace finds the subtours of the child.
func (a *assembly) trace() {
	slices.Sort(a.cuts)
	a.subtour, a.sizes = a.subtour[:0], a.sizes[:0]
	for range a.cuts {
		a.subtour = append(a.subtour, -1)
	}
	for s := range a.subtour {
		if a.subtour[s] < 0 {
			a.follow(int32(s))
		}
	}
}

// follow traces the subtour that contains a segment.
func (a *assembly) follow(s int32) {
	id, size := int32(len(a.sizes)), int32(0)
	first, _ := a.ends(s)
	city := a.order[first]
	from := a.links[city].city[0] // matters only if the segment is a single city
	for a.subtour[s] < 0 {
		a.subtour[s] = id
		_, cities := a.extent(s)
		size += cities
		from, city = a.pass(s, from, city)
		s = a.segment(a.place[city])
	}
	a.sizes = append(a.sizes, size)
}

// pass traverses a segment, starting at the given end city. It returns the city at the other end
// and the next city on the subtour.
func (a *assembly) pass(s, from, city int32) (end, next int32) {
	first, last := a.ends(s)
	switch a.place[city] {
	case first:
		if first == last {
			return city, a.links[city].other(from)
		}
		end = a.order[last]
		return end, a.links[end].other(a.preceding(last))
	default:
		end = a.order[first]
		return end, a.links[end].other(a.following(first))
	}
}

// preceding returns the city that precedes a place on A.
func (a *assembly) preceding(at int32) int32 {
	if at == 0 {
		at = int32(len(a.order))
	}
	return a.order[at-1]
}
