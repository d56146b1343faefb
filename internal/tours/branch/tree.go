package branch

import "math"

// A tree is a minimum 1-tree: a minimum spanning tree of all nodes but node 0, and the two cheapest
// edges of node 0.
type tree struct {
	weight int64 // scaled; a lower bound on the tours of a part
	degree []int32
	parent []int32 // of all nodes but 0 and the root, 1
	order  []int32 // nodes in the order in which they were added
	ends   [2]int32
	second int64 // weight of the second edge of node 0

	key []int64
}

// always is less than the weight of any edge. Edges that a part contains have this weight, so that
// the tree contains them.
const always = math.MinInt64 / 4

func newTree(n int) *tree {
	return &tree{degree: make([]int32, n), parent: make([]int32, n), order: make([]int32, 0, n), key: make([]int64, n)}
}

// span finds the minimum 1-tree of a part with node weights pi. It reports whether there is one.
func (t *tree) span(g *graph, s []status, pi []int64) bool {
	n := g.nodes
	t.weight, t.order = 0, t.order[:0]
	clear(t.degree)
	for i := range t.key {
		t.key[i] = math.MaxInt64
	}
	t.key[1], t.parent[1] = math.MinInt64, -1
	for range n - 1 {
		at := t.nearest()
		if t.key[at] == math.MaxInt64 {
			return false
		}
		t.attach(g, at)
		t.relax(g, s, pi, at)
	}
	if !t.close(g, s, pi) {
		return false
	}
	for i, d := range t.degree {
		t.weight += int64(d-2) * pi[i]
	}
	return true
}

// done marks nodes in the tree. It is a parent of no node.
const done = math.MaxInt64 - 1

// nearest returns the node outside the tree with the cheapest edge.
func (t *tree) nearest() int {
	best := -1
	for i := 1; i < len(t.key); i++ {
		if t.key[i] != done && (best < 0 || t.key[i] < t.key[best]) {
			best = i
		}
	}
	return best
}

func (t *tree) attach(g *graph, at int) {
	t.key[at] = done
	t.order = append(t.order, int32(at))
	if p := t.parent[at]; p >= 0 {
		t.weight += g.dist[int(p)*g.nodes+at]
		t.degree[p]++
		t.degree[at]++
	}
}

func (t *tree) relax(g *graph, s []status, pi []int64, at int) {
	row, states := g.dist[at*g.nodes:(at+1)*g.nodes], s[at*g.nodes:(at+1)*g.nodes]
	for j := 1; j < len(row); j++ {
		if t.key[j] == done || states[j] == out {
			continue
		}
		w := row[j] + pi[at] + pi[j]
		if states[j] == in {
			w = always
		}
		if w < t.key[j] {
			t.key[j], t.parent[j] = w, int32(at)
		}
	}
}

// close adds the two cheapest edges of node 0.
func (t *tree) close(g *graph, s []status, pi []int64) bool {
	first, second := int64(math.MaxInt64), int64(math.MaxInt64)
	t.ends = [2]int32{-1, -1}
	for j := 1; j < g.nodes; j++ {
		if s[j] == out {
			continue
		}
		w := g.dist[j] + pi[0] + pi[j]
		if s[j] == in {
			w = always
		}
		if w < first {
			first, second, t.ends = w, first, [2]int32{int32(j), t.ends[0]}
		} else if w < second {
			second, t.ends[1] = w, int32(j)
		}
	}
	if t.ends[1] < 0 {
		return false
	}
	for _, e := range t.ends {
		t.weight += g.dist[e]
		t.degree[e]++
	}
	t.degree[0], t.second = 2, second
	return true
}

// edges calls do for each edge.
func (t *tree) edges(do func(a, b int32)) {
	for _, c := range t.order[1:] {
		do(t.parent[c], c)
	}
	do(0, t.ends[0])
	do(0, t.ends[1])
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
