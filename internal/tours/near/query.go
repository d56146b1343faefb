package near

import (
	"math"
	"slices"
)

// nearest stores the k best cities offered so far, nearest first.
type nearest struct {
	key   []float64
	id    []int32 // cities, or their slots in a tree
	n     int
	worst float64 // upper limit for a new key
}

func newNearest(k int) *nearest {
	b := &nearest{key: make([]float64, k), id: make([]int32, k)}
	b.reset()
	return b
}

func (b *nearest) reset() {
	b.n, b.worst = 0, math.Inf(1)
	if len(b.key) == 0 {
		b.worst = math.Inf(-1)
	}
}

// add inserts a city whose key is below worst.
func (b *nearest) add(key float64, id int32) {
	if b.n < len(b.key) {
		b.n++
	}
	i := b.n - 1
	for ; i > 0 && b.key[i-1] > key; i-- {
		b.key[i], b.id[i] = b.key[i-1], b.id[i-1]
	}
	b.key[i], b.id[i] = key, id
	if b.n == len(b.key) {
		b.worst = b.key[b.n-1]
	}
}

// query is the scratch space of one goroutine's searches in a tree.
type query struct {
	t       *tree
	p       [3]float64
	self    int32
	sectors int // directions to search separately: 1, 4 or 8
	sector  int // sector being searched; -1 for all
	all     *nearest
	towards []int // sector of each city in all
	part    *nearest
	chosen  []int32
	way     []branch

	left []int32 // if set, the number of remaining cities in each subtree
	gone []bool  // if set, the removed cities
}

func newQuery(t *tree, k, perSector int) *query {
	q := &query{t: t, all: newNearest(k), sector: -1}
	if perSector > 0 {
		q.sectors = 1 << t.dims
		// half as many per octant, so about as many neighbours are chosen by direction as in the
		// plane
		if t.dims == 3 {
			perSector = (perSector + 1) / 2
		}
		q.part = newNearest(perSector)
	}
	return q
}

// fill writes the neighbours of the city at slot to dst, starting with those chosen by direction.
func (q *query) fill(slot int, dst []int32) {
	q.p, q.self = q.t.items[slot].p, q.t.items[slot].id
	q.all.reset()
	q.around(q.all, slot)
	q.chosen, q.towards = q.chosen[:0], q.towards[:0]
	if q.sectors > 0 {
		for _, other := range q.all.id[:q.all.n] {
			q.towards = append(q.towards, q.sectorOf(&q.t.items[other]))
		}
	}
	for s := range q.sectors {
		if !q.fromNearest(s) {
			q.part.reset()
			q.sector = s
			q.around(q.part, slot)
			q.sector = -1
		}
		q.chosen = append(q.chosen, q.part.id[:q.part.n]...)
	}
	if len(q.chosen) > len(dst) {
		q.chosen = q.chosen[:len(dst)]
	}
	for _, other := range q.all.id[:q.all.n] {
		if len(q.chosen) == len(dst) {
			break
		}
		if q.sectors == 0 || !slices.Contains(q.chosen, other) {
			q.chosen = append(q.chosen, other)
		}
	}
	for i, other := range q.chosen {
		dst[i] = q.t.items[other].id
	}
}

// fromNearest collects the cities of a sector among the nearest of all cities and reports whether
// there are enough. If there are, no other city of the sector is nearer.
func (q *query) fromNearest(sector int) bool {
	q.part.reset()
	for i, of := range q.towards {
		if of == sector && q.part.n < len(q.part.key) {
			q.part.add(q.all.key[i], q.all.id[i])
		}
	}
	return q.part.n == len(q.part.key)
}

// branch is a subtree that is not on the path from the root to a leaf.
type branch struct{ node, lo, hi int }

// around searches outwards from the leaf of the city at slot. It finds near cities first and never
// visits most of the tree.
func (q *query) around(best *nearest, slot int) {
	i, lo, hi := 0, 0, len(q.t.items)
	q.way = q.way[:0]
	for range q.t.depth {
		mid := (lo + hi) / 2
		if slot < mid {
			q.way = append(q.way, branch{2*i + 2, mid, hi})
			i, hi = 2*i+1, mid
		} else {
			q.way = append(q.way, branch{2*i + 1, lo, mid})
			i, lo = 2*i+2, mid
		}
	}
	q.scan(best, lo, hi)
	for level := len(q.way) - 1; level >= 0; level-- {
		if b := &q.way[level]; q.bound(b.node) < best.worst {
			q.search(best, b.node, b.lo, b.hi, level+1)
		}
	}
}

// search visits node i, the range items[lo:hi], whose parent passed the bound check.
func (q *query) search(best *nearest, i, lo, hi, level int) {
	if level == q.t.depth {
		q.scan(best, lo, hi)
		return
	}
	mid := (lo + hi) / 2
	left, right := 2*i+1, 2*i+2
	l, r := q.bound(left), q.bound(right)
	if l <= r {
		if l < best.worst {
			q.search(best, left, lo, mid, level+1)
		}
		if r < best.worst {
			q.search(best, right, mid, hi, level+1)
		}
		return
	}
	if r < best.worst {
		q.search(best, right, mid, hi, level+1)
	}
	if l < best.worst {
		q.search(best, left, lo, mid, level+1)
	}
}

// bound returns the key of the nearest point of a node's box, or infinity if no city in the box
// matches the query.
func (q *query) bound(i int) float64 {
	if len(q.left) > 0 && q.left[i] == 0 || q.sector >= 0 && q.outside(i) {
		return math.Inf(1)
	}
	b := &q.t.boxes[i]
	return q.norm(gap(q.p[0], b.lo[0], b.hi[0]), gap(q.p[1], b.lo[1], b.hi[1]), gap(q.p[2], b.lo[2], b.hi[2]))
}

// gap returns the distance of v from the interval [lo, hi], or 0 if v is inside.
func gap(v, lo, hi float64) float64 {
	if v < lo {
		return lo - v
	}
	if v > hi {
		return v - hi
	}
	return 0
}

// outside reports whether a node's box does not touch the sector.
func (q *query) outside(i int) bool {
	b := &q.t.boxes[i]
	for k := range q.t.dims {
		if negative := q.sector>>k&1 == 1; negative && b.lo[k] >= q.p[k] || !negative && b.hi[k] < q.p[k] {
			return true
		}
	}
	return false
}

func (q *query) scan(best *nearest, lo, hi int) {
	if q.t.norm == l2 && q.sector < 0 && len(q.gone) == 0 {
		q.scanPlain(best, lo, hi)
		return
	}
	for i := lo; i < hi; i++ {
		it := &q.t.items[i]
		key := q.norm(it.p[0]-q.p[0], it.p[1]-q.p[1], it.p[2]-q.p[2])
		if key < best.worst && it.id != q.self && q.matches(it) {
			best.add(key, int32(i))
		}
	}
}

// scanPlain does the work of scan for queries without conditions.
func (q *query) scanPlain(best *nearest, lo, hi int) {
	x, y, z := q.p[0], q.p[1], q.p[2]
	for i := range q.t.items[lo:hi] {
		it := &q.t.items[lo+i]
		dx, dy, dz := it.p[0]-x, it.p[1]-y, it.p[2]-z
		key := float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
		if key < best.worst && it.id != q.self {
			best.add(key, int32(lo+i))
		}
	}
}

// matches reports whether a city satisfies the conditions of the query.
func (q *query) matches(it *item) bool {
	return (q.sector < 0 || q.sector == q.sectorOf(it)) && (len(q.gone) == 0 || !q.gone[it.id])
}

// norm returns a key that orders cities by distance. Products are converted before they are added,
// so that no machine fuses them; see package tsp.
func (q *query) norm(dx, dy, dz float64) float64 {
	switch q.t.norm {
	case l1:
		return math.Abs(dx) + math.Abs(dy) + math.Abs(dz)
	case lInf:
		return math.Max(math.Abs(dx), math.Max(math.Abs(dy), math.Abs(dz)))
	}
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

// sectorOf returns the number of a direction: bit k is set if coordinate k decreases. Cities at the
// same place belong to the first sector.
func (q *query) sectorOf(it *item) int {
	s := 0
	for k := range 3 {
		if it.p[k] < q.p[k] {
			s |= 1 << k
		}
	}
	return s
}
