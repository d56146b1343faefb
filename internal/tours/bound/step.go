package bound

import (
	"context"
	"math"
)

// A plan is a sequence of ascents. After each one, a certificate is computed, and the edges of its
// 1-tree become candidates.
type plan struct {
	rounds     int // maximum number of ascents
	iterations int // number of iterations of the first ascent
	later      int // number of iterations of the other ascents
	first      float64
}

// plan returns the plan for a graph. Without coordinates, the first candidates are a poor guide, so
// that short steps are taken until the important edges are known.
func (g *graph) plan() plan {
	most := int(min(max(8e6/float64(g.nodes), 100), 1000))
	switch {
	case g.nodes > g.cities: // the weights of the assignment problem have their own certificate
		return plan{rounds: 8, iterations: 0, later: most / 4, first: 0.3}
	case !g.planar():
		return plan{rounds: 12, iterations: most / 8, later: most / 8, first: 0.5}
	}
	// long steps move whole clusters, and need many iterations to settle
	return plan{rounds: 4, iterations: most, later: most / 3, first: float64(most) / 40}
}

// Step performs an iteration of an ascent or computes a certificate. It reports whether the bound
// is complete. An interrupted step has no effect.
func (b *Bound) Step(ctx context.Context) (done bool, err error) {
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case b.rounds >= b.plan.rounds || b.used >= 1 && b.cert != nil:
		return true, nil
	case b.left > 0 && b.used < 1:
		return false, b.ascend(ctx)
	}
	return b.certify(ctx)
}

// certify computes the certificate of the best weights and adds candidates. The next ascent starts
// at the weights with the best certificate.
func (b *Bound) certify(ctx context.Context) (done bool, err error) {
	cert, length, used, err := b.g.certify(ctx, b.best, b.threads)
	if err != nil {
		return false, err
	}
	used = append(used, b.g.cheapest(b.best)...)
	if b.cert == nil || length > b.proven {
		b.cert, b.proven = cert, length
		copy(b.base, b.best)
	}
	if b.rounds++; b.g.add(used) == 0 && b.rounds > 1 {
		b.rounds = b.plan.rounds
	}
	copy(b.pi, b.base)
	b.top = math.MinInt64
	b.start(b.plan.later)
	return b.rounds >= b.plan.rounds, nil
}
