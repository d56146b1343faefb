package searchtest_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// The test file of a new algorithm needs only this call to check the contract.
func ExampleSearcher() {
	_ = func(t *testing.T) {
		searchtest.Searcher(t, ones{20}, 30, func() search.Searcher[[]bool] { return &descent{flips{set(20)}} })
	}
	// Output:
}

// The test file of a new neighbourhood needs only this call. The suite also checks optional
// interfaces that the neighbourhood implements, such as moves.Picker.
func ExampleNeighbourhood() {
	_ = func(t *testing.T) {
		searchtest.Neighbourhood(t, ones{20}, 50, func() moves.Neighbourhood[[]bool] { return &choosy{flips{set(20)}} })
	}
	// Output:
}
