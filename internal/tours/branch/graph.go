package branch

import (
	"math/bits"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A graph is an undirected graph whose Hamiltonian cycles are the tours of a closed instance. If
// the
// instance is asymmetric, each city has a node for departures and one for arrivals, which a forced
// edge joins.
type graph struct {
	in     *tsp.Instance
	cities int
	nodes  int
	scale  int64
	dist   []int64  // scaled distances
	status []status // state of every edge before the search
}

// A status is the state of an edge in a part of the search.
type status uint8

const (
	free status = iota
	in          // every tour of the part contains the edge
	out         // no tour of the part contains the edge
)

func newGraph(instance *tsp.Instance) *graph {
	n := instance.N()
	g := &graph{in: instance, cities: n, nodes: n}
	if !instance.Symmetric() {
		g.nodes *= 2
	}
	g.dist, g.status = make([]int64, g.nodes*g.nodes), make([]status, g.nodes*g.nodes)
	for i := range g.status {
		g.status[i] = out
	}
	mean := g.joinAll()
	g.scale = 1 << max(0, 16-bits.Len64(uint64(mean)))
	for i := range g.dist {
		g.dist[i] *= g.scale
	}
	return g
}

// joinAll adds all edges. It returns the mean distance.
func (g *graph) joinAll() int64 {
	total, count := int64(0), int64(1)
	for i := range int32(g.cities) {
		for j := range int32(g.cities) {
			if i != j {
				d, how := g.leg(i, j)
				g.join(int(i), g.arrival(int(j)), d, how)
				total, count = total+max(d, -d), count+1
			}
		}
		if g.nodes > g.cities {
			g.join(int(i), g.arrival(int(i)), 0, in)
		}
	}
	return total / count
}

// leg returns the distance between two cities. Edges that must be used have their distance as
// given, which is 0 for a dummy.
func (g *graph) leg(i, j int32) (int64, status) {
	p := g.in.Plain()
	switch {
	case p == nil || !p.Tied(i, j):
		return g.in.Dist(i, j), free
	case i == p.Dummy || j == p.Dummy:
		return 0, in
	}
	return p.Base.Dist(i, j), in
}

func (g *graph) arrival(city int) int { return city + g.nodes - g.cities }

func (g *graph) join(a, b int, dist int64, how status) {
	for _, k := range [...]int{a*g.nodes + b, b*g.nodes + a} {
		g.dist[k], g.status[k] = dist, how
	}
}

// tour returns the cities along a cycle of nodes, given the two neighbours of each node.
func (g *graph) tour(next [][2]int32) tsp.Tour {
	t := make(tsp.Tour, 0, g.cities)
	before, at := int32(-1), int32(0)
	if g.nodes > g.cities {
		before = int32(g.arrival(0)) // leave city 0 by its node for departures
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

// length returns the length of a tour of cities. Edges that must be used count with their distance.
func (g *graph) length(t tsp.Tour) (sum int64) {
	for k, c := range t {
		sum += g.dist[int(c)*g.nodes+g.arrival(int(t[(k+1)%len(t)]))]
	}
	return sum / g.scale
}
