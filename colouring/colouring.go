// Package colouring implements graph colouring with a given number of colours. Every vertex gets a
// colour, and as few edges as possible join vertices of the same colour. A solution is a discrete
// vector [LSM13 §4.4], and a move changes one of its entries.
package colouring

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// Limits on the size of an instance. Without limits, a file could declare any number of vertices
// without edges.
const (
	mostVertices = 1_000_000
	// mostPairs is the maximum number of pairs of a vertex and a colour. A neighbourhood stores a
	// number for each pair.
	mostPairs = 1 << 26
	// A file of a few bytes can declare any number of vertices and colours. Therefore the maximum
	// is pairsAnyway for a graph without edges, and grows by pairsPerEdge with every edge.
	pairsAnyway, pairsPerEdge = 1 << 23, 16
)

// An Instance is a graph and a number of colours. It is immutable.
type Instance struct {
	Name string

	colours int
	ends    []int32 // other ends of the edges of each vertex, ascending
	first   []int   // index in ends where the entries of each vertex start
}

// An Edge joins two vertices, numbered from 0.
type Edge [2]int32

// Colours contains the colour of each vertex, counted from 0.
type Colours []int32

// New creates an instance. An edge that appears twice counts once. If colours is 0, the instance
// has one colour fewer than sequential colouring needs, and at least 2.
func New(name string, n, colours int, edges []Edge) (*Instance, error) {
	if err := cmp.Or(check(n, colours, edges...), checkPairs(n, colours, len(edges))); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	in := &Instance{Name: name, colours: colours, first: make([]int, n+1)}
	in.join(edges)
	if colours == 0 {
		in.colours = max(2, in.needed()-1)
		if err := check(n, in.colours); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return in, nil
}

// join stores the edges in both directions.
func (in *Instance) join(edges []Edge) {
	both := make([]Edge, 0, 2*len(edges))
	for _, e := range edges {
		both = append(both, e, Edge{e[1], e[0]})
	}
	slices.SortFunc(both, func(a, b Edge) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	both = slices.Compact(both)
	in.ends = make([]int32, len(both))
	for i, e := range both {
		in.ends[i] = e[1]
		in.first[e[0]+1]++
	}
	for v := range in.N() {
		in.first[v+1] += in.first[v]
	}
}

// needed returns the number of colours that sequential colouring needs. It visits the vertices with
// the most edges first, and gives each vertex the first colour that no neighbour has.
func (in *Instance) needed() int {
	order, colours, most := make([]int32, in.N()), make(Colours, in.N()), int32(0)
	for v := range order {
		order[v], colours[v] = int32(v), -1
	}
	slices.SortStableFunc(order, func(a, b int32) int { return len(in.Edges(int(b))) - len(in.Edges(int(a))) })
	// for each colour, the last visited vertex, counted from 1, that has a neighbour with this
	// colour
	last := make([]int32, in.N()+1)
	for _, v := range order {
		for _, u := range in.Edges(int(v)) {
			last[colours[u]+1] = v + 1
		}
		c := int32(0)
		for c < most && last[c+1] == v+1 {
			c++
		}
		colours[v], most = c, max(most, c+1)
	}
	return int(most)
}

// check returns an error if a graph is invalid. Its messages count vertices from 1, as files do.
func check(n, colours int, edges ...Edge) error {
	switch {
	case n < 1 || n > mostVertices:
		return fmt.Errorf("got %d vertices, expected 1 to %d", n, mostVertices)
	case colours != 0 && (colours < 2 || colours > mostPairs/n):
		return fmt.Errorf("got %d colours, expected 2 to %d for %d vertices", colours, mostPairs/n, n)
	}
	for _, e := range edges {
		if from, to := int(e[0])+1, int(e[1])+1; min(from, to) < 1 || max(from, to) > n || from == to {
			return fmt.Errorf("edge from %d to %d: expected two different vertices between 1 and %d", from, to, n)
		}
	}
	return nil
}

// checkPairs returns an error if a graph has too few edges to need so many colours.
func checkPairs(n, colours, edges int) error {
	if most := (pairsAnyway + pairsPerEdge*edges) / n; colours > most {
		return fmt.Errorf("got %d colours, expected 2 to %d for %d vertices and %d edges: leave out the number of colours", colours, most, n, edges)
	}
	return nil
}

// N returns the number of vertices.
func (in *Instance) N() int { return len(in.first) - 1 }

// Colours returns the number of colours.
func (in *Instance) Colours() int { return in.colours }

// Edges returns the vertices adjacent to v. The caller must not change them.
func (in *Instance) Edges(v int) []int32 { return in.ends[in.first[v]:in.first[v+1]] }

// Cost returns the number of edges between vertices of the same colour.
func (in *Instance) Cost(c Colours) float64 {
	conflicts := 0
	for v, colour := range c {
		for _, u := range in.Edges(v) {
			if int(u) < v && c[u] == colour { // counts each edge in one direction
				conflicts++
			}
		}
	}
	return float64(conflicts)
}

// Check returns an error unless c contains a valid colour for every vertex.
func (in *Instance) Check(c Colours) error {
	if len(c) != in.N() {
		return fmt.Errorf("got colours for %d vertices, expected %d", len(c), in.N())
	}
	for v, colour := range c {
		if colour < 0 || int(colour) >= in.colours {
			return fmt.Errorf("vertex %d has colour %d, expected 0 to %d", v+1, colour, in.colours-1)
		}
	}
	return nil
}

// Hash identifies the instance by its graph and its number of colours, independently of its name
// and the order of its edges.
func (in *Instance) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, "tourmaline/colouring/v1", in.N(), in.colours)
	for v := range in.N() {
		fmt.Fprintln(h, in.Edges(v))
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// Random returns a colouring in which every vertex has a random colour, with equal probabilities.
func Random(in *Instance, random *rng.Stream) Colours {
	c := make(Colours, in.N())
	for v := range c {
		c[v] = random.IntN(int32(in.colours))
	}
	return c
}
