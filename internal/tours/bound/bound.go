// Package bound finds lower bounds on the lengths of tours by the method of Held and Karp [HK70,
// HK71].
//
// A minimum 1-tree is never longer than a tour. Weights of nodes that are added to the distances of
// their edges lengthen every tour by the same amount, and they lengthen some 1-trees more. The
// ascent changes the weights until the nodes of the 1-tree have two edges, as in a tour. It uses
// few candidate edges. For the final weights, the 1-tree over all pairs of nodes gives a bound that
// is true for all tours. All numbers are integers, so the bound is exact.
package bound

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/certificate"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Bound is an ascent in progress. It improves the weights step by step.
type Bound struct {
	g       *graph
	t       *tree
	threads int

	plan       plan
	pi         []int64 // current weights
	best, base []int64 // best weights of the current ascent; weights of the best certificate
	last       []int32 // degrees in the previous 1-tree, minus 2
	top        int64   // bound by best, if tours were limited to the candidates
	mean       float64 // mean edge length of the first 1-tree
	all, left  int     // number of iterations of the current ascent: all of them, and the rest
	used       float64 // used share of the time
	rounds     int     // number of completed ascents
	cert       *certificate.Certificate
	proven     int64 // lower bound on the length by cert
}

// ErrTiny reports an instance without a bound.
var ErrTiny = errors.New("a bound needs at least three cities")

// New prepares an ascent. The number of threads does not affect the bound.
func New(ctx context.Context, in *tsp.Instance, threads int) (*Bound, error) {
	if in.N() < 3 {
		return nil, ErrTiny
	}
	g, err := newGraph(ctx, in, threads)
	if err != nil {
		return nil, err
	}
	n := g.nodes
	b := &Bound{
		g: g, t: newTree(g), threads: threads, plan: g.plan(), top: math.MinInt64,
		pi: make([]int64, n), best: make([]int64, n), base: make([]int64, n), last: make([]int32, n),
	}
	b.start(b.plan.iterations)
	if g.nodes > g.cities && g.nodes <= maxPriced {
		b.pi, err = g.assignment(ctx)
		g.add(g.cheapest(b.pi))
	}
	copy(b.best, b.pi)
	return b, err
}

// Certificate returns the certificate of the best bound so far, or nil if there is none yet.
func (b *Bound) Certificate() *certificate.Certificate {
	if b.cert == nil {
		return nil
	}
	c := *b.cert
	c.Weights = slices.Clone(c.Weights)
	return &c
}

// Length returns a lower bound on the length of every tour. It requires a certificate.
func (b *Bound) Length() int64 { return b.proven }

// Cost returns a lower bound on the cost of every tour. It requires a certificate.
func (b *Bound) Cost() float64 { return b.g.in.BoundOf(b.proven) }
