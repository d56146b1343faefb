package qap

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// general is the board for instances without a symmetric form. It computes each delta from scratch
// in O(n).
type general struct {
	n    int
	a, b []int64 // b is permuted by the assignment
	from []int64 // b of the instance
}

func newGeneral(in *Instance) *general {
	return &general{n: in.n, a: in.a, b: make([]int64, in.n*in.n), from: in.b}
}

func (g *general) reset(p Assignment) {
	for i, at := range p {
		row, from := g.b[i*g.n:], g.from[int(at)*g.n:]
		for j, other := range p {
			row[j] = from[other]
		}
	}
}

func (g *general) exchange(_ Assignment, r, s int) {
	n := g.n
	for k := range n {
		g.b[r*n+k], g.b[s*n+k] = g.b[s*n+k], g.b[r*n+k]
	}
	for k := range n {
		g.b[k*n+r], g.b[k*n+s] = g.b[k*n+s], g.b[k*n+r]
	}
}

// delta implements [TAI91 eq. (1)] for arbitrary matrices.
func (g *general) delta(i, j int) int64 {
	n, a, b := g.n, g.a, g.b
	ai, aj, bi, bj := a[i*n:][:n], a[j*n:][:n], b[i*n:][:n], b[j*n:][:n]
	sum := (ai[i]-aj[j])*(bj[j]-bi[i]) + (ai[j]-aj[i])*(bj[i]-bi[j])
	for k := range n {
		if k != i && k != j {
			sum += (ai[k]-aj[k])*(bj[k]-bi[k]) + (a[k*n+i]-a[k*n+j])*(b[k*n+j]-b[k*n+i])
		}
	}
	return sum
}

// weight returns the time in nanoseconds to score an exchange, which reads two rows and two columns
// that are rarely in the cache.
func (g *general) weight() int { return 10 * g.n }

func (g *general) pick(ctx context.Context, p Assignment, r *moves.Rule) (bestI, bestJ int, best int64, err error) {
	class := moves.Forbidden
	bestI = -1
	n := int32(g.n)
	t := moves.Touch{Count: 2}
	// number of exchanges that are scored in about a millisecond
	since, often := 0, 1_000_000/g.weight()
	for i := range g.n {
		for j := i + 1; j < g.n; j++ {
			if since++; since > often {
				if since = 0; ctx.Err() != nil {
					return -1, -1, 0, ctx.Err()
				}
			}
			delta := g.delta(i, j)
			t.Enters = [3]int32{int32(i)*n + p[j], int32(j)*n + p[i]}
			if c := r.Class(float64(delta), &t); c < class || c == class && c != moves.Forbidden && delta < best {
				class, bestI, bestJ, best = c, i, j, delta
			}
		}
	}
	return bestI, bestJ, best, nil
}
