package ga

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Stats returns the diversity of the genes.
func (s *GA) Stats(d search.Detail) (search.Stats, error) {
	if !d.Diversity || s.made < 2 {
		return search.Stats{}, nil
	}
	share, err := s.diversity()
	if err != nil {
		return search.Stats{}, err
	}
	return search.Stats{Diversity: &share}, nil
}

// diversity returns the entropy of the genes' edges: 0 if all genes are the same tour, 1 if no two
// genes share an edge. It needs two genes. If there are many genes, it examines a sample.
func (s *GA) diversity() (float64, error) {
	const most = 1 << 19 // maximum number of edges to examine
	n := s.in.N()
	count := min(s.made, max(2, most/n))
	t := make(tsp.Tour, n)
	edges := make([]uint64, 0, count*n)
	for i := range count {
		if err := s.engine.Gene(int(int64(i)*int64(s.made)/int64(count)), t); err != nil {
			return 0, err
		}
		edges = appendEdges(edges, t, s.in.Symmetric())
	}
	slices.Sort(edges)
	return min(entropy(edges, count)/(float64(n)*math.Log(float64(count))), 1), nil
}

// appendEdges appends a number for each edge of a tour.
func appendEdges(edges []uint64, t tsp.Tour, symmetric bool) []uint64 {
	before := t[len(t)-1]
	for _, c := range t {
		a, b := before, c
		if symmetric {
			a, b = min(a, b), max(a, b)
		}
		edges = append(edges, uint64(a)<<32|uint64(b))
		before = c
	}
	return edges
}

// entropy returns -∑ p ln p over sorted edges, where p is the share of the genes that contain an
// edge.
func entropy(edges []uint64, genes int) float64 {
	sum := 0.0
	for len(edges) > 0 {
		count := 1
		for count < len(edges) && edges[count] == edges[0] {
			count++
		}
		p := min(float64(count)/float64(genes), 1) // a tour of two cities contains its edge twice
		sum -= float64(p * math.Log(p))
		edges = edges[count:]
	}
	return sum
}
