package searchtest_test

import (
	"testing"

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
