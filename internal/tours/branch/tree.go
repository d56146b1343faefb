package branch

import "math"

// A tree is a minimum 1-tree: a minimum spanning tree of all nodes but node 0, and the two cheapest
// edges of node 0.
type tree struct {
	*graph
	bound  int64 // scaled lower bound on the tours of a part
	degree []int32
	up     []int32 // edge to the parent of each node but 0 and the root, 1, which have -1
	depth  []int32
	order  []int32  // nodes in the order in which they were added
	ends   [2]int32 // the cheapest edges of node 0, the cheapest one first
	third  int64    // weight of the next edge of node 0

	arcs  []arc   // of the edges that the part may contain, by node
	start []int32 // first arc of each node, and the number of arcs

	reached []int32 // nodes outside the tree with an edge to it
	key     []int64 // weight of their cheapest edge
	where   []int32 // their index in reached, or one of the following
}

// An arc is an edge as seen from one of its nodes.
type arc struct {
	to   int32
	edge int32
	dist int64 // scaled; always if the part contains the edge
}

// Values of tree.where.
const (
	unreached = -1
	added     = -2
)

// always is less than the weight of any edge. Edges that a part contains have this weight, so that
// the tree contains them. never is more than the weight of any edge.
const (
	always = math.MinInt64 / 4
	never  = math.MaxInt64 / 4
)

func newTree(g *graph) *tree {
	n := g.nodes
	return &tree{
		graph: g, arcs: make([]arc, 0, 2*len(g.edges)), start: make([]int32, n+1), degree: make([]int32, n), up: make([]int32, n), depth: make([]int32, n), order: make([]int32, 0, n),
		key: make([]int64, n), where: make([]int32, n), reached: make([]int32, 0, n),
	}
}

// load sets the edges of a part.
func (t *tree) load(s []status) {
	t.arcs = t.arcs[:0]
	for a, around := range t.around {
		t.start[a] = int32(len(t.arcs))
		for _, k := range around {
			e := &t.edges[k]
			switch s[k] {
			case in:
				t.arcs = append(t.arcs, arc{e.other(int32(a)), k, always})
			case free:
				t.arcs = append(t.arcs, arc{e.other(int32(a)), k, e.dist})
			}
		}
	}
	t.start[t.nodes] = int32(len(t.arcs))
}

// of returns the arcs of a node.
func (t *tree) of(node int32) []arc { return t.arcs[t.start[node]:t.start[node+1]] }

// span finds the minimum 1-tree of the part for node weights pi. It reports whether there is one.
func (t *tree) span(pi []int64) bool {
	t.order, t.reached, t.bound = t.order[:0], t.reached[:0], 0
	clear(t.degree)
	for i := range t.where {
		t.where[i] = unreached
	}
	t.up[0], t.up[1], t.where[0] = -1, -1, added
	for at := int32(1); at >= 0; at = t.nearest() {
		t.attach(at)
		t.relax(pi, at)
	}
	if len(t.order) < t.nodes-1 || !t.close(pi) {
		return false
	}
	for i, d := range t.degree {
		t.bound += int64(d-2) * pi[i]
	}
	return true
}

// nearest removes the node with the cheapest edge to the tree from those reached. It returns -1 if
// no node is reached.
func (t *tree) nearest() int32 {
	if len(t.reached) == 0 {
		return -1
	}
	best := 0
	low := t.key[t.reached[0]]
	for i, node := range t.reached {
		if k := t.key[node]; k < low {
			best, low = i, k
		}
	}
	node, end := t.reached[best], len(t.reached)-1
	t.reached[best] = t.reached[end]
	t.where[t.reached[best]] = int32(best)
	t.reached = t.reached[:end]
	return node
}

func (t *tree) attach(at int32) {
	t.where[at] = added
	t.order = append(t.order, at)
	t.depth[at] = 0
	if k := t.up[at]; k >= 0 {
		e := t.edges[k]
		t.use(e)
		t.depth[at] = t.depth[e.other(at)] + 1
	}
}

func (t *tree) use(e edge) {
	t.bound += e.dist
	t.degree[e.a]++
	t.degree[e.b]++
}

func (t *tree) relax(pi []int64, at int32) {
	arcs := t.of(at)
	for i := range arcs {
		c := &arcs[i]
		where := t.where[c.to]
		if where == added {
			continue
		}
		w := c.dist + pi[at] + pi[c.to]
		if where == unreached {
			t.where[c.to] = int32(len(t.reached))
			t.reached = append(t.reached, c.to)
		} else if w >= t.key[c.to] {
			continue
		}
		t.key[c.to], t.up[c.to] = w, c.edge
	}
}

// close adds the two cheapest edges of node 0.
func (t *tree) close(pi []int64) bool {
	first, second := int64(never), int64(never)
	t.ends, t.third = [2]int32{-1, -1}, never
	for _, c := range t.of(0) {
		w, k := c.dist+pi[0]+pi[c.to], c.edge
		switch {
		case w < first:
			t.third, second, first, t.ends = second, first, w, [2]int32{k, t.ends[0]}
		case w < second:
			t.third, second, t.ends[1] = second, w, k
		case w < t.third:
			t.third = w
		}
	}
	if t.ends[1] < 0 {
		return false
	}
	t.use(t.edges[t.ends[0]])
	t.use(t.edges[t.ends[1]])
	return true
}

// each calls do for the number of each edge.
func (t *tree) each(do func(k int32)) {
	for _, c := range t.order[1:] {
		do(t.up[c])
	}
	do(t.ends[0])
	do(t.ends[1])
}

// cycle reports whether every node has two edges. The tree is then a tour.
func (t *tree) cycle() bool {
	for _, d := range t.degree {
		if d != 2 {
			return false
		}
	}
	return true
}

// neighbours returns the two neighbours of each node in a tree that is a cycle.
func (t *tree) neighbours() [][2]int32 {
	next := make([][2]int32, t.nodes)
	have := make([]int, t.nodes)
	t.each(func(k int32) {
		e := t.edges[k]
		next[e.a][have[e.a]], next[e.b][have[e.b]] = e.b, e.a
		have[e.a]++
		have[e.b]++
	})
	return next
}
