package bound

import (
	"context"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/tours/certificate"
)

// complete is the minimum spanning tree over all pairs of nodes, by the algorithm of Boruvka: each
// part of the tree, except the largest, receives its cheapest outgoing edge, until one part
// remains.
type complete struct {
	*graph
	pi     []int64
	parts  sets
	part   []int32 // part of each node
	tree   []edge
	sorted *boxes // nil if distances do not follow from coordinates

	near []int32 // cheapest known neighbour in another part, or -1
	low  []int64 // lower bound on the weights of edges to other parts; exact if near is in one
	best []link  // cheapest outgoing edge of each part
}

// A link is an edge that leaves a part.
type link struct {
	weight int64
	a, b   int32
}

const unknown = math.MaxInt64

func (g *graph) complete(ctx context.Context, pi []int64, threads int) (*complete, error) {
	c := &complete{
		graph: g, pi: pi, parts: newSets(g.nodes), part: make([]int32, g.nodes),
		near: slices.Repeat([]int32{-1}, g.nodes), low: slices.Repeat([]int64{math.MinInt64}, g.nodes), best: make([]link, g.nodes),
	}
	c.sorted = newBoxes(g, pi)
	for _, e := range g.forced {
		c.join(e[0], e[1])
	}
	for len(c.tree) < g.nodes-1 {
		if err := c.round(ctx, threads); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *complete) join(a, b int32) {
	if c.parts.join(a, b) {
		c.tree = append(c.tree, edge{a, b, c.dist(a, b) * c.scale})
	}
}

func (c *complete) weight(a, b int32) int64 { return c.dist(a, b)*c.scale + c.pi[a] + c.pi[b] }

// block is the number of nodes that are examined with the same knowledge of cheap edges, so that
// the result does not depend on the number of threads.
const block = 1 << 14

// round adds an edge to each part except the largest.
func (c *complete) round(ctx context.Context, threads int) error {
	largest := c.relabel()
	for i := range c.edges {
		e := &c.edges[i]
		c.offer(link{e.dist + c.pi[e.a] + c.pi[e.b], e.a, e.b})
	}
	for from := 0; from < c.nodes; from += block {
		if err := c.examineAll(ctx, threads, largest, from, min(from+block, c.nodes)); err != nil {
			return err
		}
	}
	for i := range c.best {
		if l := c.best[i]; l.weight < unknown && int32(i) != largest {
			c.join(l.a, l.b)
		}
	}
	return nil
}

// examineAll examines some nodes, except those of the largest part.
func (c *complete) examineAll(ctx context.Context, threads int, largest int32, from, end int) error {
	err := parallel.Ranges(ctx, threads, end-from, 64, func(_, lo, hi int) error {
		for i := from + lo; i < from+hi; i++ {
			if c.part[i] != largest {
				c.examine(int32(i))
			}
		}
		return nil
	})
	for i := from; err == nil && i < end; i++ {
		if j := c.near[i]; j >= 0 {
			c.offer(link{c.low[i], int32(i), j})
		}
	}
	return err
}

// relabel sets the part of each node and returns the largest part.
func (c *complete) relabel() (largest int32) {
	size := make([]int32, c.nodes)
	for i := range c.part {
		c.part[i] = c.parts.root(int32(i))
		c.best[i] = link{weight: unknown}
		size[c.part[i]]++
		if size[c.part[i]] > size[largest] {
			largest = c.part[i]
		}
	}
	if c.sorted != nil {
		c.sorted.label(c.part)
	}
	return largest
}

// offer considers an edge as the cheapest one of the parts of its ends.
func (c *complete) offer(l link) {
	pa, pb := c.part[l.a], c.part[l.b]
	if pa == pb {
		return
	}
	for _, p := range [...]int32{pa, pb} {
		if l.weight < c.best[p].weight {
			c.best[p] = l
		}
	}
}

// examine finds the cheapest edge from a node to another part, if it is cheaper than the best one
// of its part.
func (c *complete) examine(i int32) {
	below := c.best[c.part[i]].weight
	if j := c.near[i]; c.low[i] >= below || j >= 0 && c.part[j] != c.part[i] {
		return
	}
	q := query{c: c, i: i, low: below, near: -1}
	if c.sorted != nil && i != c.dummy {
		q.geometric()
	} else {
		q.scan()
	}
	c.near[i], c.low[i] = q.near, q.low
}

// A query finds the cheapest edge from node i to another part.
type query struct {
	c    *complete
	i    int32
	low  int64 // weight of the best edge so far
	near int32 // other end, or -1
}

func (q *query) try(j int32) {
	if c := q.c; c.part[j] != c.part[q.i] && c.joined(q.i, j) {
		if w := c.weight(q.i, j); w < q.low {
			q.low, q.near = w, j
		}
	}
}

func (q *query) scan() {
	for j := range int32(q.c.nodes) {
		q.try(j)
	}
}

// certify computes the certificate of the weights pi and the length that it proves. It returns the
// edges of the 1-tree.
func (g *graph) certify(ctx context.Context, pi []int64, threads int) (*certificate.Certificate, int64, []edge, error) {
	c, err := g.complete(ctx, pi, threads)
	if err != nil {
		return nil, 0, nil, err
	}
	apart, second := c.close()
	all := append(slices.Clip(c.tree), second)
	sum := int64(0)
	for _, e := range all {
		sum += e.dist + pi[e.a] + pi[e.b]
	}
	cert := &certificate.Certificate{Scale: g.scale, Weights: make([]int64, g.nodes)}
	for i, w := range pi {
		cert.Weights[g.original(int32(i))] = w
		sum -= 2 * w
	}
	cert.Apart = int(g.original(apart))
	return cert, -floor(-sum, g.scale), all, nil
}

// floor returns the quotient rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// original returns the number of a node in the original order of the cities.
func (g *graph) original(node int32) int32 {
	n := int32(g.cities)
	if c := node % n; c != g.dummy {
		return node - c + g.order[c]
	}
	return node
}

// close finds a leaf with a long second edge and returns that edge.
func (c *complete) close() (apart int32, second edge) {
	degree, hub := make([]int32, c.nodes), make([]int32, c.nodes)
	for _, e := range c.tree {
		degree[e.a]++
		degree[e.b]++
		hub[e.a], hub[e.b] = e.b, e.a
	}
	apart = c.leaf(degree, hub)
	least := int64(unknown)
	for j := range int32(c.nodes) {
		if j != apart && j != hub[apart] && c.joined(apart, j) && c.weight(apart, j) < least {
			least, second = c.weight(apart, j), edge{apart, j, c.dist(apart, j) * c.scale}
		}
	}
	return apart, second
}

// leaf returns the leaf whose second edge is longest, judged by the candidates. The hub of a leaf
// is its neighbour.
func (c *complete) leaf(degree, hub []int32) (longest int32) {
	guess := slices.Repeat([]int64{unknown}, c.nodes)
	for _, e := range c.edges {
		if w := e.dist + c.pi[e.a] + c.pi[e.b]; hub[e.a] != e.b && hub[e.b] != e.a {
			guess[e.a], guess[e.b] = min(guess[e.a], w), min(guess[e.b], w)
		}
	}
	most := int64(math.MinInt64)
	for i, w := range guess {
		if degree[i] == 1 && (w > most && w < unknown || most == math.MinInt64) {
			longest, most = int32(i), w
		}
	}
	return longest
}
