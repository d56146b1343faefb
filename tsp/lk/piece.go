package lk

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// A Piece is a search on a stretch of a tour: a path through some of the
// cities whose ends stay where they are. Inside, cities are numbered along the
// path, so that all the memory a piece needs lies together however large the
// instance is. It can be loaded again and again without allocating.
type Piece struct {
	Undirected
	all  *near.Lists
	path tsp.Tour // as loaded: what the instance calls our cities
}

// NewPiece makes a piece of an instance with these neighbour lists; Load fills
// it.
func NewPiece(in *tsp.Instance, l *near.Lists) *Piece {
	p := &Piece{all: l}
	p.space = newSpace(in)
	p.lists = &near.Lists{}
	p.maxFlip = maxFlip
	return p
}

// Load takes up a path. at gives the position of every city of the instance
// in the whole tour, and from the position of the first city of the path.
// Nothing is queued: the path is taken to be a local optimum already.
func (p *Piece) Load(path tsp.Tour, at []int32, from int32) {
	n := len(path)
	p.path = append(p.path[:0], path...)
	p.tour, p.pos = resize(p.tour, n), resize(p.pos, n)
	p.ring, p.waiting = resize(p.ring, n), resize(p.waiting, n)
	p.n, p.head, p.size = int32(n), 0, 0
	for i := range p.tour {
		p.tour[i], p.pos[i], p.waiting[i] = int32(i), int32(i), false
	}
	p.locked = [2]int32{0, p.n - 1}
	p.log = p.log[:0]
	p.place(p.path)
	p.localLists(at, from)
	p.length = 0
	for i := int32(1); i < p.n; i++ {
		p.length += p.dist(i-1, i)
	}
}

func resize[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

// localLists keeps the neighbours that lie on the path, by their number on it.
func (p *Piece) localLists(at []int32, from int32) {
	l, out := p.all, p.lists
	out.First = append(out.First[:0], 0)
	out.City, out.Dist = out.City[:0], out.Dist[:0]
	for _, c := range p.path {
		for i := l.First[c]; i < l.First[c+1]; i++ {
			k := at[l.City[i]] - from
			if k < 0 {
				k += int32(len(at))
			}
			if k < p.n {
				out.City = append(out.City, k)
				out.Dist = append(out.Dist, l.Dist[i])
			}
		}
		out.First = append(out.First, int32(len(out.City)))
	}
}

// Store writes the path with its cities in their new order into dst: the same
// ends, read from the same side.
func (p *Piece) Store(dst tsp.Tour) {
	step := int32(1)
	if p.prev(0) != p.n-1 {
		step = -1
	}
	at := p.pos[0]
	for i := range dst {
		dst[i] = p.path[p.tour[at]]
		at = p.wrap(at + step)
	}
}

// Tour appends the path in its new order, as the instance calls its cities.
func (p *Piece) Tour(dst tsp.Tour) tsp.Tour {
	at := len(dst)
	dst = append(dst, p.path...)
	p.Store(dst[at:])
	return dst
}
