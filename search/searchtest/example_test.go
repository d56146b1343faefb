package searchtest_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// All that the test file of a new algorithm has to say about the contract.
func ExampleSearcher() {
	_ = func(t *testing.T) {
		searchtest.Searcher(t, ones{20}, 30, func() search.Searcher[[]bool] { return &descent{flips{set(20)}} })
	}
	// Output:
}

// The same for a new neighbourhood. What it offers beyond the contract, such as
// picking, is found and checked too.
func ExampleNeighbourhood() {
	_ = func(t *testing.T) {
		searchtest.Neighbourhood(t, ones{20}, 50, func() moves.Neighbourhood[[]bool] { return &choosy{flips{set(20)}} })
	}
	// Output:
}
