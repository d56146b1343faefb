package lk

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
)

// An edge is long if it exceeds beyondLists times the reach of the lists of its ends, and
// beyondMean times the mean edge length. The second test only saves time: few edges pass it.
const (
	beyondLists = 2
	beyondMean  = 4
)

// mostEdges is the maximum number of long edges that Mend considers.
const mostEdges = 1000

// Mend implements Peer.
func (u *common) Mend(ctx context.Context) (moved int) {
	edges := u.longEdges()
	if len(edges) > 0 && u.mender == nil {
		u.mender = newMender(u)
	}
	for i := 0; i < len(edges) && ctx.Err() == nil; i++ {
		moved += u.mender.mend(edges[i])
	}
	return moved
}

// longEdges returns the mostEdges longest of the long edges, longest first.
func (u *common) longEdges() (edges []longEdge) {
	mean := u.length / int64(len(u.links))
	for a := range int32(len(u.links)) {
		l := &u.links[a]
		for k, b := range l.city {
			if d := int64(l.dist[k]); d > beyondMean*mean && a < b && d > beyondLists*max(reach(u.lists, a), reach(u.lists, b)) {
				edges = append(edges, longEdge{d, a, b})
			}
		}
	}
	slices.SortFunc(edges, func(e, f longEdge) int {
		return cmp.Or(cmp.Compare(f.dist, e.dist), cmp.Compare(e.a, f.a), cmp.Compare(e.b, f.b))
	})
	return edges[:min(len(edges), mostEdges)]
}

// reach returns the distance to the farthest city in the neighbour list of a city.
func reach(l *near.Lists, c int32) int64 {
	if l.First[c] == l.First[c+1] {
		return math.MaxInt32
	}
	return int64(l.Dist[l.First[c+1]-1])
}

type longEdge struct {
	dist int64
	a, b int32
}

// A mender moves cities into long edges.
type mender struct {
	*common
	balls      []ball // heap order: children of i are 2i+1 and 2i+2
	depth      int    // depth of the tree; level depth holds the leaves
	edge       longEdge
	candidates []candidate
}

// A ball contains cities with consecutive numbers. Hardly any of them is farther from the middle
// city than radius. If cities are numbered along a curve, balls are small, and most of the tree is
// too far from an edge to be visited.
type ball struct {
	middle int32
	radius int64
}

// A candidate is a city that may lie near an edge, with its distance from the start of the edge.
type candidate struct {
	dist int64
	city int32
}

// leafSize is the maximum number of cities in a leaf. Only every fourth of these cities is used to
// compute the radius of the leaf.
const leafSize = 32

func newMender(u *common) *mender {
	m := &mender{common: u, depth: bits.Len(uint((u.Size() - 1) / leafSize))}
	m.balls = make([]ball, 2<<m.depth-1)
	m.enclose(0, 0, int32(u.Size()), 0)
	return m
}

// enclose computes the ball of the cities from lo to hi-1, and the balls inside it.
func (m *mender) enclose(i int, lo, hi int32, level int) {
	mid := lo + (hi-lo)/2
	b := ball{middle: mid}
	if level == m.depth {
		for c := lo; c < hi; c += 4 {
			b.radius = max(b.radius, m.Dist(mid, c))
		}
	} else {
		m.enclose(2*i+1, lo, mid, level+1)
		m.enclose(2*i+2, mid, hi, level+1)
		for _, inner := range m.balls[2*i+1 : 2*i+3] {
			b.radius = max(b.radius, m.Dist(mid, inner.middle)+inner.radius)
		}
	}
	m.balls[i] = b
}

// mend moves cities into an edge if the edge is still on the tour. It moves one city after another,
// in the order from a to b.
func (m *mender) mend(e longEdge) (moved int) {
	if before, after := m.Beside(e.a); before != e.b && after != e.b {
		return 0
	}
	m.edge, m.candidates = e, m.candidates[:0]
	m.collect(0, 0, int32(m.Size()), 0)
	slices.SortFunc(m.candidates, func(s, t candidate) int {
		return cmp.Or(cmp.Compare(s.dist, t.dist), cmp.Compare(s.city, t.city))
	})
	last := e.a
	for _, s := range m.candidates {
		if m.detour(last, s.city, e.b) < m.saved(s.city) && m.Relocate(s.city, 0, 1, last, e.b) {
			last = s.city
			moved++
		}
	}
	return moved
}

// collect finds the cities whose move into the edge shortens the tour. The detour via any city of a
// ball is at least the detour via its middle minus twice the radius, and removing a city rarely
// saves more than the width of the ball.
func (m *mender) collect(i int, lo, hi int32, level int) {
	b := &m.balls[i]
	if m.detour(m.edge.a, b.middle, m.edge.b) > 4*b.radius {
		return
	}
	if level < m.depth {
		mid := lo + (hi-lo)/2
		m.collect(2*i+1, lo, mid, level+1)
		m.collect(2*i+2, mid, hi, level+1)
		return
	}
	for c := lo; c < hi; c++ {
		if c != m.edge.a && c != m.edge.b && m.detour(m.edge.a, c, m.edge.b) < m.saved(c) {
			m.candidates = append(m.candidates, candidate{m.Dist(m.edge.a, c), c})
		}
	}
}

// detour returns by how much a path from a to b via c is longer than the direct edge.
func (m *mender) detour(a, c, b int32) int64 { return m.Dist(a, c) + m.Dist(c, b) - m.Dist(a, b) }

// saved returns the length that removing a city from the tour saves.
func (m *mender) saved(c int32) int64 {
	before, after := m.Beside(c)
	return m.detour(before, c, after)
}
