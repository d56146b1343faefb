package near

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Finder finds the nearest remaining city while cities are removed one by one.
type Finder struct {
	in    *tsp.Instance
	slot  []int32 // slot of each city in the tree
	query *query  // nil if there is no geometry and all cities must be examined
	best  *nearest
	gone  []bool
}

// NewFinder returns a finder that contains all cities of in. It fails if ctx is cancelled.
func NewFinder(ctx context.Context, in *tsp.Instance) (*Finder, error) {
	f := &Finder{in: in, gone: make([]bool, in.N())}
	g, ok := geometryOf(in)
	if !ok {
		return f, nil
	}
	t, err := newTree(ctx, g, 1)
	if err != nil {
		return nil, err
	}
	f.slot = make([]int32, in.N())
	for i := range t.items {
		f.slot[t.items[i].id] = int32(i)
	}
	f.best = newNearest(1)
	f.query = &query{t: t, sector: -1, left: make([]int32, len(t.boxes)), gone: f.gone}
	f.count(0, 0, in.N(), 0)
	return f, nil
}

func (f *Finder) count(i, lo, hi, level int) {
	f.query.left[i] = int32(hi - lo)
	if level < f.query.t.depth {
		mid := (lo + hi) / 2
		f.count(2*i+1, lo, mid, level+1)
		f.count(2*i+2, mid, hi, level+1)
	}
}

// Remove removes city c. A city must not be removed twice.
func (f *Finder) Remove(c int32) {
	f.gone[c] = true
	if f.query == nil {
		return
	}
	slot, i, lo, hi := int(f.slot[c]), 0, 0, len(f.slot)
	for level := 0; ; level++ {
		f.query.left[i]--
		if level == f.query.t.depth {
			return
		}
		if mid := (lo + hi) / 2; slot < mid {
			i, hi = 2*i+1, mid
		} else {
			i, lo = 2*i+2, mid
		}
	}
}

// Nearest returns the remaining city nearest to c, or false if no city remains. c may already have
// been removed. Ties are broken arbitrarily but reproducibly.
func (f *Finder) Nearest(c int32) (int32, bool) {
	if f.query == nil {
		return f.scanAll(c)
	}
	q := f.query
	q.p, q.self = q.t.items[f.slot[c]].p, c
	f.best.reset()
	q.around(f.best, int(f.slot[c]))
	if f.best.n == 0 {
		return -1, false
	}
	return q.t.items[f.best.id[0]].id, true
}

func (f *Finder) scanAll(c int32) (int32, bool) {
	best, at := int64(math.MaxInt64), int32(-1)
	for o := range int32(f.in.N()) {
		if f.gone[o] || o == c {
			continue
		}
		if d := f.in.Dist(c, o); d < best {
			best, at = d, o
		}
	}
	return at, at >= 0
}
