package bound

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A graph is an undirected graph whose Hamiltonian cycles are the tours of an instance. Its nodes
// are the cities and, for a path, a dummy that joins the ends. If the instance is asymmetric, each
// of them has two nodes, for departures and arrivals. A forced edge joins these two, and all other
// edges join a departure to an arrival.
type graph struct {
	in     *tsp.Instance // with the cities in the order of a space-filling curve
	order  []int32       // original number of each city
	cities int           // number of cities, including the dummy
	dummy  int32         // the city in addition to those of the instance, or -1
	nodes  int
	forced [][2]int32 // edges in every tour

	scale int64  // weights are in units of 1/scale of a distance
	edges []edge // candidates
}

// An edge is a candidate edge with its scaled distance.
type edge struct {
	a, b int32
	dist int64
}

func newGraph(ctx context.Context, in *tsp.Instance, threads int) (*graph, error) {
	order, err := start.Curve(ctx, in)
	if err != nil {
		return nil, err
	}
	g := &graph{in: in.Pick(order), order: order, cities: in.N(), dummy: -1}
	if in.Open() {
		g.dummy = int32(g.cities)
		g.cities++
	}
	g.nodes = g.cities
	if !in.Symmetric() {
		g.nodes *= 2
	}
	g.force()
	return g, g.choose(ctx, threads)
}

// force lists the forced edges.
func (g *graph) force() {
	g.forced = append(g.forced, g.in.FixedEdges()...)
	if start, end := g.in.Ends(); g.dummy >= 0 {
		if start >= 0 {
			g.forced = append(g.forced, [2]int32{g.dummy, g.arrival(start)})
		}
		if end >= 0 {
			g.forced = append(g.forced, [2]int32{end, g.arrival(g.dummy)})
		}
	}
	if g.nodes > g.cities {
		for c := range int32(g.cities) {
			g.forced = append(g.forced, [2]int32{c, g.arrival(c)})
		}
	}
}

// arrival returns the node at which edges arrive at a city.
func (g *graph) arrival(c int32) int32 { return c + int32(g.nodes-g.cities) }

// dist returns the distance of an edge.
func (g *graph) dist(a, b int32) int64 {
	if g.nodes > g.cities {
		if a > b {
			a, b = b, a
		}
		if b -= int32(g.cities); a == b {
			return 0
		}
	}
	if a == g.dummy || b == g.dummy {
		return 0
	}
	return g.in.Dist(a, b)
}

// planar reports whether distances follow from coordinates.
func (g *graph) planar() bool {
	points, _, _ := g.in.Geometry()
	return points != nil && g.nodes == g.cities
}

// joined reports whether there is an edge between two nodes of different cities.
func (g *graph) joined(a, b int32) bool {
	n := int32(g.cities)
	return g.nodes == g.cities || a < n && b >= n && a != b-n || b < n && a >= n && b != a-n
}

// Numbers of candidates of each city.
const (
	neighbours  = 8
	perQuadrant = 2
	priced      = 5    // by their weights
	maxPriced   = 8000 // maximum number of nodes for that
)

// choose chooses the candidate edges and the scale.
func (g *graph) choose(ctx context.Context, threads int) error {
	l, err := near.Quadrant(ctx, g.in, perQuadrant, neighbours, threads)
	if err != nil {
		return err
	}
	g.collect(l, false)
	if !g.in.Symmetric() {
		back, err := tsp.FromFunc(g.in.N(), false, 1, func(i, j int) int64 { return g.in.Dist(int32(j), int32(i)) })
		if err == nil {
			l, err = near.Nearest(ctx, back, neighbours, threads)
		}
		if err != nil {
			return err
		}
		g.collect(l, true)
	}
	for c := range g.dummy {
		g.edges = append(g.edges, edge{a: c, b: g.arrival(g.dummy)})
		if g.nodes > g.cities {
			g.edges = append(g.edges, edge{a: g.dummy, b: g.arrival(c)})
		}
	}
	g.rescale()
	return ctx.Err()
}

// collect adds the edges of neighbour lists. In symmetric lists, it omits an edge that the list of
// the other end contains and has added. With back set, the lists lead to a city.
func (g *graph) collect(l *near.Lists, back bool) {
	for c := range int32(g.in.N()) {
		for k, to := range l.Of(c) {
			directed := g.nodes != g.cities
			if (back || !directed && to < c) && has(l, to, c) {
				continue
			}
			e := edge{c, to, int64(l.Dist[int(l.First[c])+k])}
			if directed && back {
				e.a, e.b = to, g.arrival(c)
			} else if directed {
				e.b = g.arrival(to)
			}
			g.edges = append(g.edges, e)
		}
	}
}

// has reports whether the list of c contains to.
func has(l *near.Lists, c, to int32) bool {
	for _, other := range l.Of(c) {
		if other == to {
			return true
		}
	}
	return false
}

// digits is the number of bits that the scale gives to the mean distance.
const digits = 20

// rescale chooses the scale and multiplies the candidates by it.
func (g *graph) rescale() {
	sum := int64(1)
	for _, e := range g.edges {
		sum += max(e.dist, -e.dist)
	}
	mean := bits.Len64(uint64(sum / int64(len(g.edges)+1)))
	g.scale = 1 << max(0, digits-mean)
	for i := range g.edges {
		g.edges[i].dist *= g.scale
	}
}

// add adds edges to the candidates that they do not contain yet. It returns the number of new ones.
func (g *graph) add(edges []edge) (added int) {
	key := func(e edge) [2]int32 { return [2]int32{min(e.a, e.b), max(e.a, e.b)} }
	missing := map[[2]int32]edge{}
	for _, e := range edges {
		missing[key(e)] = e
	}
	for _, e := range g.edges {
		delete(missing, key(e))
	}
	for _, e := range g.forced {
		delete(missing, key(edge{a: e[0], b: e[1]}))
	}
	for _, e := range edges {
		if _, ok := missing[key(e)]; ok {
			g.edges = append(g.edges, e)
		}
	}
	return len(missing)
}

// cheapest returns the cheapest edges of each node by their weights, if distances do not follow
// from coordinates. Then the neighbour lists may lack most of them.
func (g *graph) cheapest(pi []int64) (found []edge) {
	if g.planar() || g.nodes > maxPriced {
		return nil
	}
	weights := make([]int64, 0, g.nodes)
	for a := range int32(g.nodes) {
		weights = weights[:0]
		for b := range int32(g.nodes) {
			if b != a && g.joined(a, b) {
				weights = append(weights, g.dist(a, b)*g.scale+pi[b])
			}
		}
		slices.Sort(weights)
		limit := weights[min(priced, len(weights))-1]
		for b, count := int32(0), 0; b < int32(g.nodes) && count < priced; b++ {
			if b != a && g.joined(a, b) && g.dist(a, b)*g.scale+pi[b] <= limit {
				found = append(found, edge{a, b, g.dist(a, b) * g.scale})
				count++
			}
		}
	}
	return found
}
