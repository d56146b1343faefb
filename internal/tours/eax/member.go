package eax

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A link holds the two neighbours of a city on a tour, the one with the smaller
// number first, and their distances.
type link struct{ city, dist [2]int32 }

// tied represents the distance of a fixed edge. All members have that edge, so it is on
// no AB-cycle.
const tied = math.MinInt32

// short returns a distance as a link stores it.
func short(d int64) int32 { return int32(max(d, tied)) }

// replace replaces the neighbour was by now, at distance d.
func (l *link) replace(was, now, d int32) {
	k := 1
	if l.city[0] == was {
		k = 0
	}
	l.city[k], l.dist[k] = now, d
}

// sorted returns the link with the smaller number first.
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

// A member of the population is a tour, stored by the neighbours of each city.
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

// tour appends the cities in order, from city 0.
func (m *member) tour(dst tsp.Tour) tsp.Tour {
	before, c := m.links[0].city[0], int32(0)
	for range m.links {
		dst = append(dst, c)
		before, c = c, m.links[c].other(before)
	}
	return dst
}

// A change is the change of a city by a child.
type change struct {
	city     int32
	was, now link
}

// apply makes the changes of a child.
func (m *member) apply(all []change, gain int64) {
	for i := range all {
		m.links[all[i].city] = all[i].now
	}
	m.length -= gain
}
