package branch

import (
	"math"
	"slices"
)

// A part is a set of tours: those that contain some edges and avoid others. A positive decision k+1
// requires edge k, and a negative one excludes it.
type part struct {
	decisions []int32
	pi        []int64 // weights of the best 1-tree of the part from which this part was split
}

// A judge bounds parts. It retains no state between two calls of examine.
type judge struct {
	*graph
	s    []status
	t    *tree
	pi   []int64
	best []int64
	last []int32
	beta []int64 // largest weight on the path between two nodes of the tree
}

func newJudge(g *graph) *judge {
	n := g.nodes
	return &judge{
		graph: g, s: make([]status, n*n), t: newTree(n),
		pi: make([]int64, n), best: make([]int64, n), last: make([]int32, n), beta: make([]int64, n*n),
	}
}

// examine bounds a part. It returns the parts into which the tours shorter than upper are split, or
// a tour that is the shortest of the part, or neither if no tour is shorter.
func (j *judge) examine(p part, upper int64, iterations int) (children []part, cycle [][2]int32) {
	copy(j.s, j.status)
	for _, d := range p.decisions {
		j.set(int(max(d, -d))-1, d > 0)
	}
	if !j.propagate() {
		return nil, nil
	}
	limit := (upper - 1) * j.scale // a part with a higher bound contains no shorter tour
	low, ok := j.ascend(p.pi, limit, iterations)
	switch {
	case !ok:
		return nil, nil
	case j.t.cycle():
		return nil, j.neighbours()
	}
	kept := j.eliminate(p.decisions, limit-low)
	if !j.propagate() {
		return nil, nil
	}
	return j.split(kept), nil
}

// set sets the status of an edge.
func (j *judge) set(k int, contained bool) {
	how := out
	if contained {
		how = in
	}
	a, b := k/j.nodes, k%j.nodes
	j.s[k], j.s[b*j.nodes+a] = how, how
}

// ascend improves the bound of the part, starting at weights pi. It returns the best bound, with
// its tree, or false if the part contains no tour with a length up to limit.
func (j *judge) ascend(pi []int64, limit int64, iterations int) (int64, bool) {
	copy(j.pi, pi)
	clear(j.last)
	low, step := int64(math.MinInt64), 0.0
	for i := range iterations {
		if !j.t.span(j.graph, j.s, j.pi) {
			return 0, false
		}
		if w := j.t.weight; w > low {
			low = w
			copy(j.best, j.pi)
		}
		if low > limit || j.t.cycle() {
			return low, low <= limit
		}
		if i == 0 {
			step = float64(max(limit-low, int64(j.nodes))) / float64(j.nodes)
		}
		j.move(step)
		step *= math.Pow(0.02, 1/float64(iterations))
	}
	j.t.span(j.graph, j.s, j.best)
	return low, true
}

// move changes the weights in the direction of the degrees of the current and the previous tree.
func (j *judge) move(step float64) {
	for c, d := range j.t.degree {
		j.pi[c] += int64(step * float64(7*(d-2)+3*j.last[c]) / 10)
		j.last[c] = d - 2
	}
}

// neighbours returns the two neighbours of each node in a tree that is a cycle.
func (j *judge) neighbours() [][2]int32 {
	next := make([][2]int32, j.nodes)
	have := make([]int, j.nodes)
	j.t.edges(func(a, b int32) {
		next[a][have[a]], next[b][have[b]] = b, a
		have[a]++
		have[b]++
	})
	return next
}

// eliminate excludes the edges whose addition to the tree raises the bound by more than slack. It
// returns the decisions with these edges.
func (j *judge) eliminate(decisions []int32, slack int64) []int32 {
	j.measurePaths()
	kept := slices.Clone(decisions)
	for a := range j.nodes {
		for b := a + 1; b < j.nodes; b++ {
			k := a*j.nodes + b
			longest := j.beta[k]
			if a == 0 {
				longest = j.t.second
			}
			if j.s[k] == free && (longest <= always || j.weight(a, b)-longest > slack) {
				j.set(k, false)
				kept = append(kept, int32(-k-1))
			}
		}
	}
	return kept
}

// weight returns the weight of an edge for the best node weights.
func (j *judge) weight(a, b int) int64 { return j.dist[a*j.nodes+b] + j.best[a] + j.best[b] }

// measurePaths computes beta, where edges that cannot be replaced count as negative.
func (j *judge) measurePaths() {
	n := j.nodes
	for k, c := range j.t.order {
		j.beta[int(c)*n+int(c)] = math.MinInt64
		if k == 0 {
			continue
		}
		p := int(j.t.parent[c])
		edge := j.weight(p, int(c))
		if j.s[p*n+int(c)] == in {
			edge = math.MinInt64 // cannot be replaced
		}
		for _, other := range j.t.order[:k] {
			j.beta[int(c)*n+int(other)] = max(edge, j.beta[p*n+int(other)])
			j.beta[int(other)*n+int(c)] = j.beta[int(c)*n+int(other)]
		}
	}
}

// split divides the part at an edge of a node with more than two edges in the tree.
func (j *judge) split(decisions []int32) []part {
	chosen, most := -1, int64(math.MinInt64)
	j.t.edges(func(a, b int32) {
		k := int(min(a, b))*j.nodes + int(max(a, b))
		if j.s[k] != free || j.t.degree[a] < 3 && j.t.degree[b] < 3 {
			return
		}
		if w := j.dist[k] + j.best[a] + j.best[b]; w > most {
			chosen, most = k, w
		}
	})
	if chosen < 0 {
		return j.splitAnywhere(decisions)
	}
	return j.both(decisions, chosen)
}

// splitAnywhere divides the part at any free edge. It is needed if the elimination of edges has
// fixed all edges of the nodes with more than two edges in the tree.
func (j *judge) splitAnywhere(decisions []int32) []part {
	for a := range j.nodes {
		for b := a + 1; b < j.nodes; b++ {
			if k := a*j.nodes + b; j.s[k] == free {
				return j.both(decisions, k)
			}
		}
	}
	return []part{{decisions, slices.Clone(j.best)}} // complete: the next examination finds the tour
}

func (j *judge) both(decisions []int32, k int) []part {
	pi := slices.Clone(j.best)
	return []part{
		{append(slices.Clip(decisions), int32(k+1)), pi},
		{append(slices.Clip(decisions), int32(-k-1)), pi},
	}
}
