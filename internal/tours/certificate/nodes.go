package certificate

import "github.com/tourmaline-opt/tourmaline/tsp"

// nodes describes the nodes and edges that a certificate refers to.
type nodes struct {
	in     *tsp.Instance
	cities int32
	dummy  int32 // -1 unless the tours are paths
	twice  bool  // whether departures and arrivals have nodes of their own
	fixed  map[[2]int32]bool
}

func newNodes(in *tsp.Instance) nodes {
	n := nodes{in: in, cities: int32(in.N()), dummy: -1, twice: !in.Symmetric(), fixed: map[[2]int32]bool{}}
	for _, e := range in.FixedEdges() {
		n.fix(e[0], e[1])
	}
	if !in.Open() {
		return n
	}
	n.dummy = n.cities
	n.cities++
	start, end := in.Ends()
	if start >= 0 {
		n.fix(n.dummy, start)
	}
	if end >= 0 {
		n.fix(end, n.dummy)
	}
	return n
}

// fix requires the edge from city a to city b.
func (n *nodes) fix(a, b int32) {
	n.fixed[[2]int32{a, b}] = true
	if !n.twice {
		n.fixed[[2]int32{b, a}] = true
	}
}

func (n *nodes) count() int {
	if n.twice {
		return int(2 * n.cities)
	}
	return int(n.cities)
}

// leg returns the cities from which and to which an edge leads.
func (n *nodes) leg(a, b int32) (from, to int32) {
	if n.twice {
		return min(a, b), max(a, b) - n.cities
	}
	return a, b
}

// joined reports whether an edge joins two nodes. Departures are joined only to arrivals.
func (n *nodes) joined(a, b int32) bool { return !n.twice || (a < n.cities) != (b < n.cities) }

// forces reports whether every tour contains an edge.
func (n *nodes) forces(a, b int32) bool {
	if !n.twice && len(n.fixed) == 0 {
		return false
	}
	from, to := n.leg(a, b)
	return n.twice && from == to || len(n.fixed) > 0 && n.fixed[[2]int32{from, to}]
}

func (n *nodes) dist(a, b int32) int64 {
	from, to := n.leg(a, b)
	if from == to || from == n.dummy || to == n.dummy {
		return 0
	}
	return n.in.Dist(from, to)
}
