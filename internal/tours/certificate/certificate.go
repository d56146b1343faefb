// Package certificate verifies lower bounds on the costs of tours.
//
// A certificate gives a weight to each node: to each city and, for a path, to a dummy that joins
// its ends at distance 0. If the instance is asymmetric, there is one node for departures and one
// for arrivals. The weights of both ends are added to the distance of an edge. This adds twice the
// sum of all weights to every tour, and a tour is never shorter than the minimum 1-tree: a minimum
// spanning tree of all nodes but one, and the two shortest edges of that node [HK70]. Any weights
// therefore prove a bound, and good weights prove a good one.
package certificate

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A Certificate proves a lower bound.
type Certificate struct {
	Scale   int64   `json:"scale"`   // weights are in units of 1/Scale of a distance unit
	Apart   int     `json:"apart"`   // node that is not in the spanning tree, counted from 0
	Weights []int64 `json:"weights"` // weights of the nodes: cities, dummy; for arrivals again
}

// Limits on the numbers of a certificate, so that the sum of a distance and two weights fits an
// int64.
const (
	maxScale  = 1 << 24
	maxWeight = 1 << 58
)

// Check reports why a certificate does not have the form that an instance requires.
func (c *Certificate) Check(in *tsp.Instance) error {
	nodes := newNodes(in)
	switch n := nodes.count(); {
	case in.N() < 3:
		return fmt.Errorf("certificate: the instance has %d cities, expected at least 3", in.N())
	case len(c.Weights) != n:
		return fmt.Errorf("certificate: %d weights, expected %d", len(c.Weights), n)
	case c.Apart < 0 || c.Apart >= n:
		return fmt.Errorf("certificate: the node apart is %d, expected 0 to %d", c.Apart, n-1)
	case c.Scale < 1 || c.Scale > maxScale:
		return fmt.Errorf("certificate: the scale is %d, expected 1 to %d", c.Scale, maxScale)
	}
	if i := slices.IndexFunc(c.Weights, func(w int64) bool { return w > maxWeight || w < -maxWeight }); i >= 0 {
		return fmt.Errorf("certificate: weight %d is %d, expected at most 2^58", i, c.Weights[i])
	}
	return nil
}

// Cost computes the bound from scratch: no tour of the instance has a lower cost. It takes time in
// proportion to the square of the number of cities.
func (c *Certificate) Cost(ctx context.Context, in *tsp.Instance) (float64, error) {
	length, err := c.Length(ctx, in)
	if err != nil {
		return 0, err
	}
	return in.BoundOf(length), nil
}

// Length computes a lower bound on the length of every tour from scratch.
func (c *Certificate) Length(ctx context.Context, in *tsp.Instance) (int64, error) {
	if err := c.Check(in); err != nil {
		return 0, err
	}
	p := prim{nodes: newNodes(in), c: c, sum: new(big.Int)}
	if err := p.run(ctx); err != nil {
		return 0, err
	}
	for _, w := range c.Weights {
		p.add(-2 * w)
	}
	length := p.sum.Div(p.sum.Neg(p.sum), big.NewInt(c.Scale)) // rounded down, so -length is rounded up
	if length.Neg(length); !length.IsInt64() {
		return 0, fmt.Errorf("certificate: the bound %v is out of range", length)
	}
	return length.Int64(), nil
}

// prim is the algorithm of Prim for all pairs of nodes.
type prim struct {
	nodes
	c   *Certificate
	sum *big.Int

	left    []int32 // nodes outside the tree
	nearest []int64 // weight of the cheapest edge from the tree to each node in left
}

// Weights of edges that every tour contains, and of pairs without an edge.
const (
	always = math.MinInt64
	never  = math.MaxInt64
)

// weight returns the weight of an edge, always or never.
func (p *prim) weight(a, b int32) int64 {
	switch {
	case !p.joined(a, b):
		return never
	case p.forces(a, b):
		return always
	}
	return p.dist(a, b)*p.c.Scale + p.c.Weights[a] + p.c.Weights[b]
}

func (p *prim) run(ctx context.Context) error {
	apart := int32(p.c.Apart)
	p.twoEdges(apart)
	for i := range int32(p.count()) {
		if i != apart {
			p.left = append(p.left, i)
		}
	}
	p.nearest = slices.Repeat([]int64{never}, len(p.left))
	from := make([]int32, p.count()) // other end of the cheapest edge, by node
	at := int32(-1)
	for next := 0; len(p.left) > 0; next = p.grow(at, from) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		node, w := p.take(next)
		if at >= 0 {
			if w == never {
				return fmt.Errorf("certificate: the instance is not connected")
			}
			p.pay(node, from[node], w)
		}
		at = node
	}
	return nil
}

// take removes the node at a position from those outside the tree.
func (p *prim) take(at int) (node int32, weight int64) {
	node, weight = p.left[at], p.nearest[at]
	last := len(p.left) - 1
	p.left[at], p.nearest[at] = p.left[last], p.nearest[last]
	p.left, p.nearest = p.left[:last], p.nearest[:last]
	return node, weight
}

// grow considers the edges of the node that the tree received last. It returns the position of the
// nearest node.
func (p *prim) grow(at int32, from []int32) int {
	next := 0
	for k, node := range p.left {
		if w := p.weight(at, node); w < p.nearest[k] {
			p.nearest[k], from[node] = w, at
		}
		if p.nearest[k] < p.nearest[next] {
			next = k
		}
	}
	return next
}

// twoEdges adds the two cheapest edges of a node.
func (p *prim) twoEdges(at int32) {
	var all []int64
	for b := range int32(p.count()) {
		if w := p.weight(at, b); b != at && w < never {
			if w == always {
				p.pay(at, b, w)
			}
			all = append(all, w)
		}
	}
	slices.Sort(all)
	for _, w := range all[:2] {
		if w != always {
			p.add(w)
		}
	}
}

// pay adds the weight of an edge.
func (p *prim) pay(a, b int32, w int64) {
	if w == always {
		w = p.dist(a, b)*p.c.Scale + p.c.Weights[a] + p.c.Weights[b]
	}
	p.add(w)
}

func (p *prim) add(w int64) { p.sum.Add(p.sum, big.NewInt(w)) }
