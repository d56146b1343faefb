package bound

import (
	"context"
	"math"
	"math/bits"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

// A tree is a minimum 1-tree of the candidate edges: a minimum spanning tree, and the second edge
// of one of its leaves. The leaf is the one whose second edge is longest, which gives the best
// bound [HK71]. Trees of candidates only guide the ascent, so their weights may be rounded.
type tree struct {
	degree []int32
	bound  int64 // scaled; a lower bound if the tours were limited to the candidates

	base   sets    // joined by the forced edges
	forced []int32 // degree by the forced edges
	length int64   // scaled length of the forced edges
	whole  sets
	keys   []uint64 // weights of the edges above their numbers
	spare  []uint64
	used   []bool
	second []int64
}

func newTree(g *graph) *tree {
	t := &tree{
		degree: make([]int32, g.nodes), base: newSets(g.nodes), forced: make([]int32, g.nodes),
		whole: make(sets, g.nodes), second: make([]int64, g.nodes),
	}
	for _, e := range g.forced {
		if t.base.join(e[0], e[1]) {
			t.forced[e[0]]++
			t.forced[e[1]]++
			t.length += g.dist(e[0], e[1]) * g.scale
		}
	}
	return t
}

// span finds the minimum 1-tree for node weights pi.
func (t *tree) span(ctx context.Context, g *graph, pi []int64, threads int) error {
	number, err := t.sortEdges(ctx, g, pi, threads)
	if err != nil {
		return err
	}
	if err := t.grow(ctx, g, number); err != nil {
		return err
	}
	t.close(g, pi)
	for i, d := range t.degree {
		t.bound += int64(d-2) * pi[i]
	}
	return nil
}

// grow joins the parts by the cheapest edges, as in the algorithm of Kruskal.
func (t *tree) grow(ctx context.Context, g *graph, number int) error {
	left := t.reset() - 1
	for i := 0; left > 0 && i < len(t.keys); i++ {
		at := t.keys[i] & (1<<number - 1)
		if e := &g.edges[at]; t.whole.join(e.a, e.b) {
			t.degree[e.a]++
			t.degree[e.b]++
			t.bound += e.dist
			t.used[at] = true
			left--
		}
		if i%(1<<18) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// reset leaves only the forced edges. It returns the number of parts that they join.
func (t *tree) reset() (parts int) {
	copy(t.whole, t.base)
	copy(t.degree, t.forced)
	clear(t.used)
	t.bound = t.length
	for i, r := range t.base {
		if r == int32(i) {
			parts++
		}
	}
	return parts
}

// close adds the second edge of a leaf.
func (t *tree) close(g *graph, pi []int64) {
	const none = math.MaxInt64
	for i := range t.second {
		t.second[i] = none
	}
	for i := range g.edges {
		if e := &g.edges[i]; !t.used[i] && (t.degree[e.a] == 1 || t.degree[e.b] == 1) {
			w := e.dist + pi[e.a] + pi[e.b]
			t.second[e.a], t.second[e.b] = min(t.second[e.a], w), min(t.second[e.b], w)
		}
	}
	t.addSecond(g, pi, t.leaf())
}

// addSecond adds the second edge of a leaf.
func (t *tree) addSecond(g *graph, pi []int64, leaf int32) {
	for i := range g.edges {
		if e := &g.edges[i]; !t.used[i] && (e.a == leaf || e.b == leaf) && e.dist+pi[e.a]+pi[e.b] == t.second[leaf] {
			t.degree[e.a]++
			t.degree[e.b]++
			t.bound += e.dist
			return
		}
	}
}

// leaf returns the leaf with the longest second edge, or -1.
func (t *tree) leaf() int32 {
	leaf, most := int32(-1), int64(math.MinInt64)
	for i, w := range t.second {
		if t.degree[i] == 1 && w < math.MaxInt64 && w > most {
			leaf, most = int32(i), w
		}
	}
	return leaf
}

// precise is the number of bits of a weight that sortEdges compares.
const precise = 33

// sortEdges sorts the keys by weight. It returns the number of bits of an edge number.
func (t *tree) sortEdges(ctx context.Context, g *graph, pi []int64, threads int) (int, error) {
	m := len(g.edges)
	if len(t.keys) != m {
		t.keys, t.spare, t.used = make([]uint64, m), make([]uint64, m), make([]bool, m)
	}
	weight := func(e *edge) int64 { return e.dist + pi[e.a] + pi[e.b] }
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range g.edges {
		w := weight(&g.edges[i])
		least, most = min(least, w), max(most, w)
	}
	number := bits.Len(uint(m))
	width := min(precise, 64-number)
	shift := max(0, bits.Len64(uint64(most-least))-width)
	err := parallel.Ranges(ctx, threads, m, 1<<16, func(_, from, end int) error {
		for i := from; i < end; i++ {
			t.keys[i] = uint64(weight(&g.edges[i])-least)>>shift<<number | uint64(i)
		}
		return nil
	})
	if err != nil || m == 0 {
		return number, err
	}
	return number, t.sort(ctx, number, number+bits.Len64(uint64(most-least)>>shift))
}

// digit is the number of bits that a pass of the radix sort considers.
const digit = 11

// sort sorts the keys by the bits from low to high.
func (t *tree) sort(ctx context.Context, low, high int) error {
	for ; low < high && ctx.Err() == nil; low += digit {
		var first [1<<digit + 1]int
		for _, k := range t.keys {
			first[k>>low&(1<<digit-1)+1]++
		}
		for i := 1; i < len(first); i++ {
			first[i] += first[i-1]
		}
		for _, k := range t.keys {
			at := k >> low & (1<<digit - 1)
			t.spare[first[at]] = k
			first[at]++
		}
		t.keys, t.spare = t.spare, t.keys
	}
	return ctx.Err()
}
