package swap

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A measurer computes many distances in one call. It fills dst with the distances from place i to
// place first and the following places, or with the distances in the opposite direction.
type measurer interface {
	measure(dst []int64, p *places, i, first int)
}

// measurers holds a measurer for each direction. Both are the same if distances are symmetric.
type measurers struct{ forward, backward measurer }

// The maximum numbers of cities at which a table of all distances is stored. With coordinates in
// the plane, a larger table would be no faster, because it would not fit into a cache.
const (
	tabled      = 4096
	tabledPlane = 2048
)

// newMeasurers returns the fastest measurers for an instance. If ctx is cancelled while they store
// a table, it returns measurers without one.
func newMeasurers(ctx context.Context, in *tsp.Instance) measurers {
	w := computed(in)
	most := tabled
	if _, ok := w.forward.(*perPair); !ok {
		most = tabledPlane
	}
	if in.N() > most {
		return w
	}
	if t, ok := tables(ctx, in); ok {
		return t
	}
	return w
}

// computed returns measurers without a table.
func computed(in *tsp.Instance) measurers {
	m := in.Metric()
	forward := measurer(&perPair{in.Dist})
	switch {
	case m == tsp.Ceil2D:
		forward = &ceiled{plane{in.Coords(), 1}}
	case m == tsp.Euc2D, m == tsp.Euclidean && in.Dims() == 2:
		forward = &plane{in.Coords(), in.Scale()}
	case !in.Symmetric():
		return measurers{forward, &perPair{func(a, b int32) int64 { return in.Dist(b, a) }}}
	}
	return measurers{forward, forward}
}

// A table holds all distances.
type table struct {
	n int
	d []int32
}

// tables returns measurers with a table. It returns false if a distance does not fit into the
// table, as with fixed edges, or if ctx is cancelled.
func tables(ctx context.Context, in *tsp.Instance) (measurers, bool) {
	n := in.N()
	forward := &table{n, make([]int32, n*n)}
	backward := forward
	if !in.Symmetric() {
		backward = &table{n, make([]int32, n*n)}
	}
	for a := range n {
		if ctx.Err() != nil {
			return measurers{}, false
		}
		for b := range n {
			if a == b || b < a && in.Symmetric() {
				continue
			}
			d := in.Dist(int32(a), int32(b))
			if int64(int32(d)) != d {
				return measurers{}, false
			}
			forward.d[a*n+b], backward.d[b*n+a] = int32(d), int32(d)
		}
	}
	return measurers{forward, backward}, true
}

func (t *table) measure(dst []int64, p *places, i, first int) {
	row := t.d[int(p.order[i])*t.n:][:t.n]
	for k, c := range p.order[first:][:len(dst)] {
		dst[k] = int64(row[c])
	}
}

// A plane computes distances from coordinates in tour order. The distances equal those of the
// instance bit for bit.
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

// ceiled is a plane whose distances are rounded up.
type ceiled struct{ plane }

func (q *ceiled) measure(dst []int64, p *places, i, first int) {
	x, y := p.x[i], p.y[i]
	xs, ys := p.x[first:][:len(dst)], p.y[first:][:len(dst)]
	for k := range dst {
		dx, dy := x-xs[k], y-ys[k]
		dst[k] = int64(math.Ceil(math.Sqrt(float64(dx*dx) + float64(dy*dy))))
	}
}

// coords returns the coordinates of the cities, which places stores in tour order.
func (q *plane) coords() []float64 { return q.xy }

// perPair calls a function of the instance for each distance.
type perPair struct{ dist func(a, b int32) int64 }

func (q *perPair) measure(dst []int64, p *places, i, first int) {
	from := p.order[i]
	for k, c := range p.order[first:][:len(dst)] {
		dst[k] = q.dist(from, c)
	}
}
