//go:build !race

package ga

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Mutations that are made in several parts may be interrupted between any of them.
func TestConformanceOfLongMutations(t *testing.T) {
	in := generate(t, tsp.Uniform, 100)
	p := with(300, 2, "scx", func(p *Params) { p.Mutation, p.Edges = 0.9, 1000 })
	if parts := p.Genes / newPlan(p, in.N(), 1).mutateAtOnce(); parts < 2 {
		t.Fatalf("%d parts, expected several", parts)
	}
	searchtest.Searcher(t, in, 3,
		func() search.Searcher[tsp.Tour] { return begin(t, in, p, 1, 1) },
		func() search.Searcher[tsp.Tour] { return begin(t, in, p, 1, 3) })
}
