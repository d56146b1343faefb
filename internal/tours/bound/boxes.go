package bound

import "math"

// leaf is the number of cities in a leaf of the tree of boxes.
const leaf = 8

// boxes is a tree of bounding boxes over the cities in the order of a space-filling curve. Box i
// has the children 2i+1 and 2i+2. The last level contains leaf cities per box.
type boxes struct {
	points []float64
	dims   int
	norm   float64
	leaves int       // number of leaves, a power of two
	side   []float64 // lowest and highest coordinates of each box
	least  []int64   // least weight of a city in each box
	part   []int32   // part of all cities in each box, -1 if they differ, -2 if there are none
}

func newBoxes(g *graph, pi []int64) *boxes {
	points, dims, norm := g.in.Geometry()
	if points == nil || g.nodes > g.cities {
		return nil
	}
	b := &boxes{points: points, dims: dims, norm: norm, leaves: 1}
	for b.leaves*leaf < g.in.N() {
		b.leaves *= 2
	}
	total := 2*b.leaves - 1
	b.side, b.least, b.part = make([]float64, total*2*dims), make([]int64, total), make([]int32, total)
	for i := total - 1; i >= 0; i-- {
		b.measure(i, pi, g.in.N())
	}
	return b
}

// box returns the sides of a box: the lowest coordinates, then the highest.
func (b *boxes) box(i int) (lo, hi []float64) {
	s := b.side[i*2*b.dims : (i+1)*2*b.dims]
	return s[:b.dims], s[b.dims:]
}

// cities returns the cities in a leaf box.
func (b *boxes) cities(i, n int) (from, end int) {
	from = (i - b.leaves + 1) * leaf
	return min(from, n), min(from+leaf, n)
}

func (b *boxes) measure(i int, pi []int64, n int) {
	b.reset(i)
	if i >= b.leaves-1 {
		from, end := b.cities(i, n)
		for c := from; c < end; c++ {
			b.include(i, b.points[c*b.dims:(c+1)*b.dims], pi[c])
		}
		return
	}
	for _, child := range [...]int{2*i + 1, 2*i + 2} {
		if b.least[child] < unknown {
			l, h := b.box(child)
			b.include(i, l, b.least[child])
			b.include(i, h, b.least[child])
		}
	}
}

// reset makes a box empty.
func (b *boxes) reset(i int) {
	lo, hi := b.box(i)
	for k := range lo {
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
	}
	b.least[i] = unknown
}

func (b *boxes) include(i int, point []float64, weight int64) {
	lo, hi := b.box(i)
	for k, x := range point {
		lo[k], hi[k] = math.Min(lo[k], x), math.Max(hi[k], x)
	}
	b.least[i] = min(b.least[i], weight)
}

// label sets the part of each box.
func (b *boxes) label(part []int32) {
	n := len(b.points) / b.dims
	for i := len(b.part) - 1; i >= 0; i-- {
		if i < b.leaves-1 {
			b.part[i] = merge(b.part[2*i+1], b.part[2*i+2])
			continue
		}
		b.part[i] = -2
		from, end := b.cities(i, n)
		for c := from; c < end; c++ {
			b.part[i] = merge(b.part[i], part[c])
		}
	}
}

func merge(a, b int32) int32 {
	switch {
	case a == b || b == -2:
		return a
	case a == -2:
		return b
	}
	return -1
}

// distance returns the distance between a point and the nearest point of a box.
func (b *boxes) distance(point []float64, i int) float64 {
	lo, hi := b.box(i)
	sum, most := 0.0, 0.0
	for k, x := range point {
		d := max(lo[k]-x, x-hi[k], 0)
		most = max(most, d)
		if b.norm == 1 {
			sum += d
		} else {
			sum += float64(d * d)
		}
	}
	switch b.norm {
	case 1:
		return sum
	case 2:
		return math.Sqrt(sum)
	}
	return most
}

// geometric searches the boxes for the cheapest edge.
func (q *query) geometric() {
	if d := q.c.dummy; d >= 0 {
		q.try(d)
	}
	b := q.c.sorted
	q.visit(0, b.points[int(q.i)*b.dims:(int(q.i)+1)*b.dims])
}

// lowest returns a lower bound on the weights of edges to a box.
func (q *query) lowest(i int, point []float64) int64 {
	b := q.c.sorted
	if b.part[i] == -2 || b.part[i] == q.c.part[q.i] {
		return unknown
	}
	return q.c.in.AtLeast(b.distance(point, i))*q.c.scale + q.c.pi[q.i] + b.least[i]
}

func (q *query) visitLeaf(i int) {
	from, end := q.c.sorted.cities(i, q.c.in.N())
	for c := from; c < end; c++ {
		q.try(int32(c))
	}
}

func (q *query) visit(i int, point []float64) {
	b := q.c.sorted
	if i >= b.leaves-1 {
		q.visitLeaf(i)
		return
	}
	first, second := 2*i+1, 2*i+2
	one, two := q.lowest(first, point), q.lowest(second, point)
	if two < one {
		first, second, one, two = second, first, two, one
	}
	if one < q.low {
		q.visit(first, point)
	}
	if two < q.low {
		q.visit(second, point)
	}
}
