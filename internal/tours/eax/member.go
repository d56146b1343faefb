package eax

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A link holds the two neighbours of a city on a tour and their distances. The neighbour with the
// smaller number comes first.
type link struct{ city, dist [2]int32 }

// tied replaces the distance of a fixed edge. All members contain every fixed edge, so no AB-cycle
// contains one.
const tied = math.MinInt32

// short converts a distance to the form that a link stores.
func short(d int64) int32 { return int32(max(d, tied)) }

// replace replaces the neighbour was by now, at distance d.
func (l *link) replace(was, now, d int32) {
	k := 1
	if l.city[0] == was {
		k = 0
	}
	l.city[k], l.dist[k] = now, d
}

// sorted returns the link with the smaller city number first.
func (l link) sorted() link {
	if l.city[0] > l.city[1] {
		l.city[0], l.city[1] = l.city[1], l.city[0]
		l.dist[0], l.dist[1] = l.dist[1], l.dist[0]
	}
	return l
}

// other returns the neighbour that is not x.
func (l *link) other(x int32) int32 {
	if l.city[0] == x {
		return l.city[1]
	}
	return l.city[0]
}

// has reports whether x is a neighbour.
func (l *link) has(x int32) bool { return l.city[0] == x || l.city[1] == x }

// A member is a tour of the population, stored as the neighbours of each city.
type member struct {
	links  []link
	length int64
}

// set stores a tour.
func (m *member) set(t tsp.Tour, space *lk.Space) {
	if m.links == nil {
		m.links = make([]link, len(t))
	}
	m.length = 0
	before := t[len(t)-1]
	for _, c := range t {
		d := space.Dist(before, c)
		m.length += d
		m.links[before].city[1], m.links[before].dist[1] = c, short(d)
		m.links[c].city[0], m.links[c].dist[0] = before, short(d)
		before = c
	}
	for c := range m.links {
		m.links[c] = m.links[c].sorted()
	}
}

// tour appends the cities to dst in tour order, starting at city 0.
func (m *member) tour(dst tsp.Tour) tsp.Tour {
	before, c := m.links[0].city[0], int32(0)
	for range m.links {
		dst = append(dst, c)
		before, c = c, m.links[c].other(before)
	}
	return dst
}

// A change holds the links of a city in the parent and in the child.
type change struct {
	city     int32
	was, now link
}

// apply applies the changes of a child.
func (m *member) apply(all []change, gain int64) {
	for i := range all {
		m.links[all[i].city] = all[i].now
	}
	m.length -= gain
}
