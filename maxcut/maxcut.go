// Package maxcut implements the maximum cut problem: divide the vertices of a graph into two sides
// so that the total weight of the edges between the sides is as large as possible. It is the worked
// example of docs/add-a-problem.md.
package maxcut

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// largest is the maximum number of vertices. Without a limit, a file could declare any number of
// vertices without edges.
const largest = 1_000_000

// An Instance is an immutable graph.
type Instance struct {
	Name string

	ends  []Edge // every edge in both directions, in ascending order
	first []int  // index in ends of the first edge of each vertex
}

// An Edge connects two vertices, which are numbered from 0.
type Edge struct {
	From, To int32
	Weight   int64
}

// Sides contains the side of each vertex, 0 or 1.
type Sides []int8

// New returns an instance with n vertices. It adds up the weights of an edge that appears more than
// once.
func New(name string, n int, edges []Edge) (*Instance, error) {
	if err := check(n, edges...); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	in := &Instance{Name: name, ends: make([]Edge, 0, 2*len(edges)), first: make([]int, n+1)}
	for _, e := range edges {
		in.ends = append(in.ends, e, Edge{e.To, e.From, e.Weight})
		in.first[e.From+1]++
		in.first[e.To+1]++
	}
	for v := range n {
		in.first[v+1] += in.first[v]
	}
	slices.SortFunc(in.ends, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Weight, b.Weight))
	})
	return in, nil
}

// check returns an error if a graph is invalid. Its messages count vertices from 1, as files do.
func check(n int, edges ...Edge) error {
	if n < 1 || n > largest {
		return fmt.Errorf("got %d vertices, expected 1 to %d", n, largest)
	}
	sum := 0.0
	for _, e := range edges {
		if from, to := int(e.From)+1, int(e.To)+1; min(from, to) < 1 || max(from, to) > n || from == to {
			return fmt.Errorf("edge from %d to %d: expected two different vertices between 1 and %d", from, to, n)
		}
		sum += math.Abs(float64(e.Weight))
	}
	if sum >= 1<<53 { // below that, float64 is exact
		return fmt.Errorf("the edge weights add up to %.3g, expected less than 2^53: divide the weights by a common factor", sum)
	}
	return nil
}

// N returns the number of vertices.
func (in *Instance) N() int { return len(in.first) - 1 }

// Edges returns the edges from a vertex. The caller must not change them.
func (in *Instance) Edges(v int) []Edge { return in.ends[in.first[v]:in.first[v+1]] }

// Cost returns the negative weight of the cut, because searches minimise.
func (in *Instance) Cost(s Sides) float64 {
	var cut int64
	for _, e := range in.ends {
		if s[e.From] < s[e.To] { // true in only one of the two directions
			cut += e.Weight
		}
	}
	return float64(-cut)
}

// Check returns an error unless s assigns every vertex to side 0 or 1.
func (in *Instance) Check(s Sides) error {
	if len(s) != in.N() {
		return fmt.Errorf("got %d sides for %d vertices, expected one for each", len(s), in.N())
	}
	for v, side := range s {
		if side != 0 && side != 1 {
			return fmt.Errorf("vertex %d is on side %d, expected 0 or 1", v+1, side)
		}
	}
	return nil
}

// Hash returns a hash of the graph. It does not depend on the name or on the order of the edges.
func (in *Instance) Hash() string {
	h := sha256.New()
	fmt.Fprintln(h, "tourmaline/maxcut/v1", in.N())
	for _, e := range in.ends {
		fmt.Fprintln(h, e.From, e.To, e.Weight)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// Random puts every vertex on either side with equal probability.
func Random(n int, random *rng.Stream) Sides {
	s := make(Sides, n)
	for v := range s {
		s[v] = int8(random.IntN(2))
	}
	return s
}
