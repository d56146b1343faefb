// Package near finds the cities worth looking at: k-nearest and quadrant
// candidate lists, in time that hardly depends on how the cities lie.
package near

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Lists holds a list of candidate neighbours for each city, nearest first, in
// two flat arrays: the neighbours of c are City[First[c]:First[c+1]], and Dist
// has their distances beside them.
type Lists struct {
	First []int32
	City  []int32
	Dist  []int32
}

// Of returns the neighbours of city c.
func (l *Lists) Of(c int32) []int32 { return l.City[l.First[c]:l.First[c+1]] }

// uniform allocates lists of k places for each of n cities.
func uniform(n, k int) *Lists {
	l := &Lists{First: make([]int32, n+1), City: make([]int32, n*k), Dist: make([]int32, n*k)}
	for i := range l.First {
		l.First[i] = int32(i * k)
	}
	return l
}

// measure fills in the distances and puts each list into order.
func (l *Lists) measure(in *tsp.Instance, c int32) {
	lo, hi := l.First[c], l.First[c+1]
	city, dist := l.City[lo:hi], l.Dist[lo:hi]
	for i, to := range city {
		dist[i] = int32(in.Dist(c, to))
	}
	// Insertion: the lists come nearest first, so that only rounding and ties
	// are out of order.
	for i := 1; i < len(city); i++ {
		for j := i; j > 0 && (dist[j] < dist[j-1] || dist[j] == dist[j-1] && city[j] < city[j-1]); j-- {
			dist[j], dist[j-1] = dist[j-1], dist[j]
			city[j], city[j-1] = city[j-1], city[j]
		}
	}
}

// Nearest lists the k nearest cities of each city, or all others where there
// are fewer. The result does not depend on threads. Among cities at the same
// distance at the end of a list the choice is free but always the same.
func Nearest(in *tsp.Instance, k, threads int) *Lists {
	return build(in, k, 0, threads)
}

// Quadrant lists, for each city, the nearest perQuadrant cities of each of the
// four quadrants around it, filled up with the nearest others to k
// [LS13 §2.1]. On clustered cities this keeps the links between clusters
// in sight. In space there are eight octants; without coordinates, where there
// are no directions, the lists are the k nearest.
func Quadrant(in *tsp.Instance, perQuadrant, k, threads int) *Lists {
	return build(in, k, perQuadrant, threads)
}

func build(in *tsp.Instance, k, perSector, threads int) *Lists {
	if p := in.Plain(); p != nil {
		return withDummy(p, build(p.Base(), k, perSector, threads))
	}
	n := in.N()
	k = min(k, n-1, math.MaxInt32/n)
	l := uniform(n, k)
	if k == 0 {
		return l
	}
	g, ok := in.Geometry()
	if !ok {
		parallel(n, threads, func(from, to int) { bruteForce(in, l, k, from, to) })
		return l
	}
	t := newTree(g, threads)
	parallel(n, threads, func(from, to int) {
		q := newQuery(t, k, perSector)
		for slot := from; slot < to; slot++ {
			c := t.items[slot].id
			q.fill(slot, l.Of(c))
			l.measure(in, c)
		}
	})
	return l
}

// bruteForce looks at all cities: right for matrices, where each distance is
// one load, and for metrics without a geometry.
func bruteForce(in *tsp.Instance, l *Lists, k, from, to int) {
	best := newNearest(k)
	for c := int32(from); c < int32(to); c++ {
		best.reset()
		for other := range int32(in.N()) {
			if d := float64(in.Dist(c, other)); other != c && d < best.worst {
				best.add(d, other)
			}
		}
		copy(l.Of(c), best.id[:k])
		l.measure(in, c)
	}
}

// withDummy puts the dummy of a path in front of every list, since it is next
// to everybody. Its own list is empty: whatever moves it can be seen from the
// other side.
func withDummy(p *tsp.Plain, l *Lists) *Lists {
	in, dummy := p.Instance, p.Dummy()
	if dummy < 0 {
		for c := range int32(in.N()) {
			l.measure(in, c)
		}
		return l
	}
	out := &Lists{First: make([]int32, 0, len(l.First)+1)}
	out.City = make([]int32, 0, len(l.City)+int(dummy))
	for c := range dummy {
		out.First = append(out.First, int32(len(out.City)))
		out.City = append(append(out.City, dummy), l.Of(c)...)
	}
	out.First = append(out.First, int32(len(out.City)), int32(len(out.City)))
	out.Dist = make([]int32, len(out.City))
	for c := range dummy {
		out.measure(in, c)
	}
	return out
}

// Symmetric makes the lists mutual: whoever is a neighbour of c has c as a
// neighbour, too. Lists grow as long as that needs.
func (l *Lists) Symmetric(in *tsp.Instance) *Lists {
	n := len(l.First) - 1
	extra := make([][]int32, n)
	for c := range int32(n) {
		for _, to := range l.Of(c) {
			if !slices.Contains(l.Of(to), c) {
				extra[to] = append(extra[to], c)
			}
		}
	}
	out := &Lists{First: make([]int32, 0, n+1), City: make([]int32, 0, len(l.City)*5/4)}
	for c := range int32(n) {
		out.First = append(out.First, int32(len(out.City)))
		out.City = append(append(out.City, l.Of(c)...), extra[c]...)
	}
	out.First = append(out.First, int32(len(out.City)))
	out.Dist = make([]int32, len(out.City))
	for c := range int32(n) {
		out.measure(in, c)
	}
	return out
}
