package branch

import (
	"math"
	"math/bits"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A graph is an undirected graph whose Hamiltonian cycles are the tours of a closed instance. If
// the instance is asymmetric, each city has a node for departures and one for arrivals, which a
// forced edge joins.
type graph struct {
	in     *tsp.Instance
	cities int
	nodes  int
	scale  int64
	edges  []edge
	around [][]int32 // numbers of the edges of each node
}

// An edge joins two nodes, the smaller one first.
type edge struct {
	a, b   int32
	dist   int64 // scaled
	forced bool  // whether every tour contains the edge
	number int32 // among all edges
}

// other returns the other end of an edge.
func (e edge) other(node int32) int32 { return e.a + e.b - node }

// newGraph returns the graph with all edges.
func newGraph(instance *tsp.Instance) *graph {
	n := instance.N()
	g := &graph{in: instance, cities: n, nodes: n}
	if !instance.Symmetric() {
		g.nodes *= 2
	}
	g.joinAll()
	mean := int64(0)
	for _, e := range g.edges {
		mean += max(e.dist, -e.dist)
	}
	mean /= int64(len(g.edges))
	g.scale = 1 << max(0, 16-bits.Len64(uint64(mean)))
	for i := range g.edges {
		g.edges[i].dist *= g.scale
		g.edges[i].number = int32(i)
	}
	g.index()
	return g
}

// joinAll adds all edges, ordered by their ends.
func (g *graph) joinAll() {
	for i := range int32(g.cities) {
		if g.nodes > g.cities {
			g.joinCity(i)
			continue
		}
		for j := i + 1; j < int32(g.cities); j++ {
			g.join(i, j, j)
		}
	}
}

// joinCity adds the edges from a city of an asymmetric instance.
func (g *graph) joinCity(i int32) {
	for j := range int32(g.cities) {
		if i == j {
			g.edges = append(g.edges, edge{a: i, b: g.arrival(i), forced: true})
		} else {
			g.join(i, j, g.arrival(j))
		}
	}
}

// join adds the edge from city i to node b, which belongs to city j.
func (g *graph) join(i, j, b int32) {
	dist, forced := g.leg(i, j)
	g.edges = append(g.edges, edge{a: i, b: b, dist: dist, forced: forced})
}

// leg returns the distance between two cities, and whether every tour contains the edge. Such an
// edge has its distance as given, which is 0 for a dummy.
func (g *graph) leg(i, j int32) (dist int64, forced bool) {
	p := g.in.Plain()
	switch {
	case p == nil || !p.Tied(i, j):
		return g.in.Dist(i, j), false
	case i == p.Dummy || j == p.Dummy:
		return 0, true
	}
	return p.Base.Dist(i, j), true
}

func (g *graph) arrival(city int32) int32 { return city + int32(g.nodes-g.cities) }

// index sets the edges of each node.
func (g *graph) index() {
	g.around = make([][]int32, g.nodes)
	for k, e := range g.edges {
		g.around[e.a] = append(g.around[e.a], int32(k))
		g.around[e.b] = append(g.around[e.b], int32(k))
	}
}

// whole returns the part that contains all tours.
func (g *graph) whole() part {
	p := part{s: make([]status, len(g.edges)), pi: make([]int64, g.nodes), low: math.MinInt64}
	for k, e := range g.edges {
		if e.forced {
			p.s[k] = in
		}
	}
	return p
}

// only returns the graph with some of the edges.
func (g *graph) only(used []bool) *graph {
	fewer := *g
	fewer.edges = kept(g.edges, used)
	fewer.index()
	return &fewer
}

// kept returns the elements of a list that are used.
func kept[E any](all []E, used []bool) (some []E) {
	for i, e := range all {
		if used[i] {
			some = append(some, e)
		}
	}
	return some
}

// tour returns the cities along a cycle of nodes, given the two neighbours of each node.
func (g *graph) tour(next [][2]int32) tsp.Tour {
	t := make(tsp.Tour, 0, g.cities)
	before, at := int32(-1), int32(0)
	if g.nodes > g.cities {
		before = g.arrival(0) // leave city 0 by its node for departures
	}
	for range g.nodes {
		if int(at) < g.cities {
			t = append(t, at)
		}
		to := next[at][0]
		if to == before {
			to = next[at][1]
		}
		before, at = at, to
	}
	return t
}

// length returns the length of a tour of cities, as the sum of the distances of edges.
func (g *graph) length(t tsp.Tour) (sum int64) {
	for k, c := range t {
		d, _ := g.leg(c, t[(k+1)%len(t)])
		sum += d
	}
	return sum
}
