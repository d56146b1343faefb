package lk

import "math"

// A link is what a city is joined to on the tour: its two neighbours, in no
// order, and how far they are. Reversing a path changes the links of its two
// ends only, so that most questions of a search need neither the tour nor a
// distance.
type link struct{ city, dist [2]int32 }

// tied stands in for the distance of an edge that must stay. No gain makes up
// for removing it, and promising candidates are checked for it.
const tied = math.MinInt32

// swap exchanges the two neighbours.
func (l *link) swap() {
	l.city[0], l.city[1] = l.city[1], l.city[0]
	l.dist[0], l.dist[1] = l.dist[1], l.dist[0]
}

// replace puts the city now, at distance d, in the place of the neighbour was.
func (l *link) replace(was, now, d int32) {
	if l.city[0] == was {
		l.city[0], l.dist[0] = now, d
		return
	}
	l.city[1], l.dist[1] = now, d
}

// to is the distance of a neighbour.
func (l *link) to(c int32) int32 {
	if l.city[0] == c {
		return l.dist[0]
	}
	return l.dist[1]
}
