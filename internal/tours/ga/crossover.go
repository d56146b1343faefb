package ga

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Crossover is a rule for building a child.
type Crossover int32

// Crossover rules.
const (
	SCX Crossover = iota // next unvisited city of each parent, up to its end [GA16 §2.1]
	// next and previous unvisited city of each parent, in a circle [GA16 §2.2]
	BCSCX
	ARX // next and previous unvisited city of one parent at a time [GA16 §2.4]
)

var crossovers = []string{"scx", "bcscx", "arx"}

func (c Crossover) String() string { return crossovers[c] }

// A node is a city with its legitimate nodes [GA16 §2.3]: the nearest unvisited cities after and
// before it on each of the two parents.
//
// Deviation: [GA16 eq. 1] stores jumps along the sequence of a parent, and the position of each
// city in the sequence. Nodes store the cities to which the jumps lead. These are the same cities,
// found with one load instead of three.
//
// In the plane, a node also contains the city's coordinates, so that one load fetches everything.
type node struct {
	next, prev [2]int32
	x, y       float64
}

// A crosser builds children, one at a time.
type crosser struct {
	space lk.Space
	nodes []node // indexed by city
	// whether nodes have coordinates and distances are rounded to multiples of 1/scale
	flat  bool
	scale float64 // number of rounding units in a distance of 1

	crossing Crossing
	child    tsp.Tour
	lowest   int32 // for SCX; every city with a lower number is visited
}

func newCrosser(in *tsp.Instance) *crosser {
	x := &crosser{space: lk.NewSpace(in), nodes: make([]node, in.N()), scale: in.Scale()}
	if m := in.Metric(); m == tsp.Euc2D || m == tsp.Euclidean && in.Dims() == 2 {
		x.flat = true
		for i, at := range in.Coords() {
			if n := &x.nodes[i/2]; i%2 == 0 {
				n.x = at
			} else {
				n.y = at
			}
		}
	}
	return x
}

// plane returns the distance between two nodes in the plane. It equals in.Dist, bit for bit.
func (x *crosser) plane(from, to *node) int64 {
	dx, dy := from.x-to.x, from.y-to.y
	return int64(float64(math.Sqrt(float64(dx*dx)+float64(dy*dy))*x.scale) + 0.5)
}

// citiesAtOnce is the number of cities added between two checks of the context.
const citiesAtOnce = 1 << 14

// start prepares a child of two parents.
func (x *crosser) start(c Crossing, a, b, child tsp.Tour) {
	x.link(a, 0)
	x.link(b, 1)
	x.crossing, x.child, x.lowest = c, child, 1
	child[0] = 0
	if c.Crossover != SCX {
		x.visit(0)
	}
}

// build completes the children of two crossers, or of one if the second is nil. It fails if ctx is
// cancelled.
func build(ctx context.Context, x, y *crosser) error {
	for from, n := 1, len(x.child); from < n; from += citiesAtOnce {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		to := min(from+citiesAtOnce, n)
		switch {
		case y != nil && x.crossing.Crossover == BCSCX && y.crossing.Crossover == BCSCX:
			bcscxBoth(x, y, from, to)
		case y != nil && x.crossing.Crossover == ARX && y.crossing.Crossover == ARX:
			arxBoth(x, y, from, to)
		default:
			x.extend(from, to)
			if y != nil {
				y.extend(from, to)
			}
		}
	}
	return nil
}

// extend fills the places [from, to) of the child.
func (x *crosser) extend(from, to int) {
	switch x.crossing.Crossover {
	case SCX:
		x.scx(from, to)
	case BCSCX:
		x.bcscx(from, to)
	case ARX:
		x.arx(from, to)
	}
}

// link joins the cities of a parent into a circle.
func (x *crosser) link(t tsp.Tour, parent int) {
	before := t[len(t)-1]
	for _, c := range t {
		x.nodes[before].next[parent] = c
		x.nodes[c].prev[parent] = before
		before = c
	}
}

// visit removes a city from both circles. The city's node retains the legitimate nodes around it
// [GA16 eq. 1].
func (x *crosser) visit(c int32) {
	n := x.nodes[c]
	x.nodes[n.prev[0]].next[0] = n.next[0]
	x.nodes[n.next[0]].prev[0] = n.prev[0]
	x.nodes[n.prev[1]].next[1] = n.next[1]
	x.nodes[n.next[1]].prev[1] = n.prev[1]
}

// bcscx fills the places [from, to) of a child. Each city is the nearest of four candidates.
func (x *crosser) bcscx(from, to int) {
	at := x.child[from-1]
	for k := from; k < to; k++ {
		at = x.nearest(at)
		x.visit(at)
		x.child[k] = at
	}
}

// bcscxBoth does the work of bcscx for two children, alternating between them. Each city depends on
// the previous one, so the processor can work on one child while it waits for the other.
func bcscxBoth(x, y *crosser, from, to int) {
	a, b := x.child[from-1], y.child[from-1]
	for k := from; k < to; k++ {
		a, b = x.nearest(a), y.nearest(b)
		x.visit(a)
		y.visit(b)
		x.child[k], y.child[k] = a, b
	}
}

// nearest returns the nearest legitimate node of a city. Among equally near nodes it returns the
// last, as nearer does.
func (x *crosser) nearest(from int32) int32 {
	n := &x.nodes[from]
	if !x.flat {
		return x.nearer(from, x.nearer(from, x.nearer(from, n.next[0], n.prev[0]), n.next[1]), n.prev[1])
	}
	best, least := n.next[0], x.plane(n, &x.nodes[n.next[0]])
	if d := x.plane(n, &x.nodes[n.prev[0]]); d <= least {
		best, least = n.prev[0], d
	}
	if d := x.plane(n, &x.nodes[n.next[1]]); d <= least {
		best, least = n.next[1], d
	}
	if x.plane(n, &x.nodes[n.prev[1]]) <= least {
		best = n.prev[1]
	}
	return best
}

// arx fills the places [from, to) of a child. Each city is the nearer of two candidates. It updates
// the circles of both parents.
func (x *crosser) arx(from, to int) {
	at := x.child[from-1]
	for k := from; k < to; k++ {
		at = x.recommended(at, int32(k))
		x.visit(at)
		x.child[k] = at
	}
}

// arxBoth does the work of arx for two children, alternating between them; see bcscxBoth.
func arxBoth(x, y *crosser, from, to int) {
	a, b := x.child[from-1], y.child[from-1]
	for k := from; k < to; k++ {
		a, b = x.recommended(a, int32(k)), y.recommended(b, int32(k))
		x.visit(a)
		y.visit(b)
		x.child[k], y.child[k] = a, b
	}
}

// recommended returns the city that the parent for the given place recommends as the successor of
// from.
func (x *crosser) recommended(from, place int32) int32 {
	n, parent := &x.nodes[from], x.crossing.recommends(place)
	return x.nearer(from, n.next[parent], n.prev[parent])
}

// recommends returns the parent that recommends the city for a place [GA16 Fig. 2].
func (c *Crossing) recommends(place int32) int32 {
	if c.Switch[0] <= place && place < c.Switch[1] {
		return 1 - c.First
	}
	return c.First
}

// scx fills the places [from, to) of a child. Each city is the nearer of two candidates. City 0
// stays in the circles. If a parent leads to city 0, it has no unvisited city after the current
// one, and the unvisited city with the lowest number is the legitimate node instead.
//
// Deviation: the template is the numerical order, as in the paper, but package prepare numbers
// cities along a space-filling curve, which is a better template than the order in the file.
func (x *crosser) scx(from, to int) {
	at := x.child[from-1]
	for k := from; k < to; k++ {
		n := x.nodes[at]
		x.nodes[at].prev[0] = left
		a, b := n.next[0], n.next[1]
		if a == 0 {
			a = x.template()
		}
		if b == 0 {
			b = x.template()
		}
		at = x.nearer(at, a, b)
		x.visit(at)
		x.child[k] = at
	}
}

// left replaces prev[0] in the node of a city that SCX has left.
const left = -1

// template returns the unvisited city with the lowest number.
func (x *crosser) template() int32 {
	for x.nodes[x.lowest].prev[0] == left {
		x.lowest++
	}
	return x.lowest
}

// nearer returns a if a is nearer to from than b is, and otherwise b [GA16 §2.1, step 3].
func (x *crosser) nearer(from, a, b int32) int32 {
	var first, second int64
	if x.flat {
		n := &x.nodes[from]
		first, second = x.plane(n, &x.nodes[a]), x.plane(n, &x.nodes[b])
	} else {
		first, second = x.space.Dist(from, a), x.space.Dist(from, b)
	}
	if first < second {
		return a
	}
	return b
}
