package branch

import (
	"context"
	"math"
	"slices"
)

// A status is the state of an edge in a part of the search.
type status uint8

const (
	free status = iota
	in          // every tour of the part contains the edge
	out         // no tour of the part contains the edge
)

// A part is a set of tours: those that contain some edges and avoid others.
type part struct {
	s   []status // of every edge of the graph
	pi  []int64  // node weights from which its ascent starts
	low int64    // scaled lower bound on its tours
}

// A judge bounds parts. It retains no state between two parts.
type judge struct {
	*tree
	s    []status
	pi   []int64
	best []int64
	last []int32
	seen []bool
	lift []int64 // by how much the bound rises without the edge to the parent of each node
}

func newJudge(g *graph) *judge {
	n := g.nodes
	return &judge{
		tree: newTree(g), pi: make([]int64, n), best: make([]int64, n), last: make([]int32, n),
		seen: make([]bool, n), lift: make([]int64, n),
	}
}

// An effort is the number of iterations of an ascent. In each one, a step shrinks by 1/shrink.
type effort struct{ iterations, shrink int64 }

// whole is the length of a step that would raise the bound to the limit if the bound were linear in
// the weights. An ascent starts with twice this length.
const whole = 1024

// A verdict is the outcome of an examination.
type verdict struct {
	part     part       // with a better bound and more edges whose status is known
	children []part     // the parts into which the part is split; empty if it contains no better tour
	cycle    [][2]int32 // the shortest tour of the part, if the examination found it
}

// examine raises the bound of a part by an ascent, derives the status of further edges, and splits
// the part. The parts contain all of its tours of a length up to limit.
func (j *judge) examine(ctx context.Context, p part, limit int64, e effort) (v verdict, err error) {
	j.s = slices.Clone(p.s)
	if p.low > limit || !j.propagate() {
		return v, nil
	}
	low, err := j.ascend(ctx, p.pi, limit, e)
	if err != nil || low > limit {
		return v, err
	}
	if j.cycle() {
		v.cycle = j.neighbours()
	}
	j.eliminate(limit - low)
	if !j.propagate() {
		return v, nil
	}
	v.part = part{j.s, slices.Clone(j.best), max(low, p.low)}
	v.children = j.split(v.part)
	if v.children == nil && v.cycle == nil {
		v.children = []part{v.part} // all edges are known: the next examination finds the tour
	}
	return v, nil
}

// ascend improves the bound of the part, starting at weights pi. It returns the best bound, with
// its tree, or a bound above the limit if the part contains no tour with a length up to limit.
func (j *judge) ascend(ctx context.Context, pi []int64, limit int64, e effort) (low int64, err error) {
	j.load(j.s)
	copy(j.pi, pi)
	clear(j.last)
	low = math.MinInt64
	share := int64(2 * whole)
	for i := range e.iterations {
		if i%16 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if !j.span(j.pi) {
			return math.MaxInt64, nil
		}
		if j.bound >= low {
			low = j.bound
			copy(j.best, j.pi)
		}
		if low > limit || j.cycle() {
			return low, nil
		}
		j.move(share * (limit + int64(j.nodes) - j.bound) / whole / j.deviation())
		share -= share / e.shrink
	}
	j.span(j.best)
	return low, nil
}

// deviation returns the sum of the squared differences of the degrees of a tree and a tour.
func (j *judge) deviation() (sum int64) {
	for _, d := range j.degree {
		sum += int64(d-2) * int64(d-2)
	}
	return sum
}

// move changes the weights in the direction of the degrees of the current and the previous tree.
func (j *judge) move(step int64) {
	for c, d := range j.degree {
		j.pi[c] += (step + 1) * int64(7*(d-2)+3*j.last[c]) / 10
		j.last[c] = d - 2
	}
}

// weight returns the weight of an edge for the best node weights.
func (j *judge) weight(k int32) int64 {
	e := &j.edges[k]
	return e.dist + j.best[e.a] + j.best[e.b]
}

// eliminate excludes the edges whose addition to the tree raises the bound by more than slack, and
// includes those whose removal does.
func (j *judge) eliminate(slack int64) {
	for i := range j.lift {
		j.lift[i] = never
	}
	for k := range j.edges {
		if e := &j.edges[k]; e.a != 0 && j.s[k] == free && j.up[e.a] != int32(k) && j.up[e.b] != int32(k) {
			j.exchange(int32(k), slack)
		}
	}
	for _, c := range j.order[1:] {
		if k := j.up[c]; j.s[k] == free {
			if j.lift[c] < never {
				j.lift[c] -= j.weight(k)
			}
			if j.lift[c] > slack {
				j.s[k] = in
			}
		}
	}
	j.eliminateApart(slack)
}

// exchange excludes edge k if the bound rises by more than slack when the edge replaces the
// heaviest one on the path in the tree between its ends.
func (j *judge) exchange(k int32, slack int64) {
	w, heaviest := j.weight(k), int64(always)
	j.path(k, func(c int32) {
		if j.s[j.up[c]] != in {
			heaviest = max(heaviest, j.weight(j.up[c]))
		}
	})
	if heaviest == always || w-heaviest > slack {
		j.s[k] = out
		return
	}
	j.path(k, func(c int32) { j.lift[c] = min(j.lift[c], w) })
}

// path calls do for the lower end of each edge of the tree between the ends of edge k.
func (j *judge) path(k int32, do func(c int32)) {
	a, b := j.edges[k].a, j.edges[k].b
	for a != b {
		if j.depth[a] < j.depth[b] {
			a, b = b, a
		}
		do(a)
		a = j.edges[j.up[a]].other(a)
	}
}

// eliminateApart eliminates edges of node 0.
func (j *judge) eliminateApart(slack int64) {
	second := j.ends[1]
	if j.s[second] == in {
		return // propagate excludes the others
	}
	for _, k := range j.around[0] {
		switch {
		case j.s[k] != free:
		case k == j.ends[0] || k == second:
			if j.third >= never || j.third-j.weight(k) > slack {
				j.s[k] = in
			}
		case j.weight(k)-j.weight(second) > slack:
			j.s[k] = out
		}
	}
}

// split divides a part, examined last, at the heaviest edge of the tree at a node with more than
// two edges.
func (j *judge) split(p part) []part {
	chosen, most := int32(-1), int64(math.MinInt64)
	for _, c := range j.order[1:] {
		k := j.up[c]
		e := j.edges[k]
		if p.s[k] == free && (j.degree[e.a] > 2 || j.degree[e.b] > 2) && j.weight(k) > most {
			chosen, most = k, j.weight(k)
		}
	}
	if chosen < 0 {
		chosen = int32(slices.Index(p.s, free))
	}
	if chosen < 0 {
		return nil
	}
	with, without := p, p
	with.s, without.s = slices.Clone(p.s), slices.Clone(p.s)
	with.s[chosen], without.s[chosen] = in, out
	return []part{without, with}
}
