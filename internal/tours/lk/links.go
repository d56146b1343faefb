package lk

import "math"

// A link stores the two neighbours of a city on the tour, in no particular order, and their
// distances. Reversing a path changes only the links at its two ends, so most queries of a search
// need neither the tour nor a distance computation.
type link struct{ city, dist [2]int32 }

// tied is stored as the distance of a fixed edge. No gain compensates for removing a fixed edge,
// and the search also checks promising candidates for tied.
const tied = math.MinInt32

// swap exchanges the two neighbours.
func (l *link) swap() {
	l.city[0], l.city[1] = l.city[1], l.city[0]
	l.dist[0], l.dist[1] = l.dist[1], l.dist[0]
}

// replace replaces the neighbour was with now, at distance d.
func (l *link) replace(was, now, d int32) {
	if l.city[0] == was {
		l.city[0], l.dist[0] = now, d
		return
	}
	l.city[1], l.dist[1] = now, d
}

// to returns the distance to a neighbour.
func (l *link) to(c int32) int32 {
	if l.city[0] == c {
		return l.dist[0]
	}
	return l.dist[1]
}
