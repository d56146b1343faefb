package eax

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The laws hold for asymmetric paths in symmetric form, and the tours become shorter.
func TestLawsInSymmetricForm(t *testing.T) {
	for _, n := range []int{2, 4, 60} {
		path, err := generate(t, "oneway", n).Path(1, -1)
		if err != nil {
			t.Fatal(err)
		}
		in := path.Closed().Instance.Doubled().Instance
		l, err := near.Doubled(t.Context(), in, 8, 1)
		if err != nil {
			t.Fatal(err)
		}
		first, err := start.Greedy(t.Context(), in, l, 1)
		if err != nil {
			t.Fatal(err)
		}
		on := func(threads int) func() search.Searcher[tsp.Tour] {
			return func() search.Searcher[tsp.Tour] {
				s, err := New(in, l, first, with(6, nil), 1, threads)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
		}
		searchtest.Searcher(t, in, enough, on(1), on(3))
		s := on(1)()
		for range enough {
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n == 60 && s.Cost() >= in.Cost(first) {
			t.Errorf("%d cities: cost %v, the greedy tour %v", n, s.Cost(), in.Cost(first))
		}
	}
}
