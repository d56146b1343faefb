package swap

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A way tells many distances at once: those from place i to the places from first on,
// as many as dst has room for; or back.
type way interface {
	measure(dst []int64, p *places, i, first int)
}

// ways are there and back; the same where distances are symmetric.
type ways struct{ there, back way }

// Up to so many cities a table of all distances is kept in memory. Where they follow
// from coordinates in a plane, a larger table would be no faster: it does not fit a cache.
const (
	tabled      = 4096
	tabledPlane = 2048
)

// newWays chooses the fastest ways.
func newWays(in *tsp.Instance) ways {
	w := computed(in)
	most := tabled
	if _, ok := w.there.(*asked); !ok {
		most = tabledPlane
	}
	if in.N() > most {
		return w
	}
	if t, ok := tables(in); ok {
		return t
	}
	return w
}

// computed are ways that need no memory.
func computed(in *tsp.Instance) ways {
	m := in.Metric()
	there := way(&asked{in.Dist})
	switch {
	case m == tsp.Ceil2D:
		there = &roof{plane{in.Coords(), 1}}
	case m == tsp.Euc2D, m == tsp.Euclidean && in.Dims() == 2:
		there = &plane{in.Coords(), in.Scale()}
	case !in.Symmetric():
		return ways{there, &asked{func(a, b int32) int64 { return in.Dist(b, a) }}}
	}
	return ways{there, there}
}

// A table has all distances.
type table struct {
	n int
	d []int32
}

// tables is false if a distance is out of range, as those of edges that must be used
// are.
func tables(in *tsp.Instance) (ways, bool) {
	n := in.N()
	there := &table{n, make([]int32, n*n)}
	back := there
	if !in.Symmetric() {
		back = &table{n, make([]int32, n*n)}
	}
	for a := range n {
		for b := range n {
			if a == b || b < a && in.Symmetric() {
				continue
			}
			d := in.Dist(int32(a), int32(b))
			if int64(int32(d)) != d {
				return ways{}, false
			}
			there.d[a*n+b], back.d[b*n+a] = int32(d), int32(d)
		}
	}
	return ways{there, back}, true
}

func (t *table) measure(dst []int64, p *places, i, first int) {
	row := t.d[int(p.order[i])*t.n:][:t.n]
	for k, c := range p.order[first:][:len(dst)] {
		dst[k] = int64(row[c])
	}
}

// A plane computes distances from coordinates, in the order of the tour. They equal
// those of the instance, bit for bit.
type plane struct {
	xy    []float64
	scale float64
}

func (q *plane) measure(dst []int64, p *places, i, first int) {
	x, y := p.x[i], p.y[i]
	xs, ys := p.x[first:][:len(dst)], p.y[first:][:len(dst)]
	for k := range dst {
		dx, dy := x-xs[k], y-ys[k]
		dst[k] = int64(float64(math.Sqrt(float64(dx*dx)+float64(dy*dy))*q.scale) + 0.5)
	}
}

// A roof is a plane whose distances are rounded up.
type roof struct{ plane }

func (q *roof) measure(dst []int64, p *places, i, first int) {
	x, y := p.x[i], p.y[i]
	xs, ys := p.x[first:][:len(dst)], p.y[first:][:len(dst)]
	for k := range dst {
		dx, dy := x-xs[k], y-ys[k]
		dst[k] = int64(math.Ceil(math.Sqrt(float64(dx*dx) + float64(dy*dy))))
	}
}

// coords are those of the cities, for places to put them in order.
func (q *plane) coords() []float64 { return q.xy }

// asked asks the instance for each distance.
type asked struct{ dist func(a, b int32) int64 }

func (q *asked) measure(dst []int64, p *places, i, first int) {
	from := p.order[i]
	for k, c := range p.order[first:][:len(dst)] {
		dst[k] = q.dist(from, c)
	}
}
