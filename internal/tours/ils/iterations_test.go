package ils

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// asInThePaper returns an instance, lists of forty neighbours in equal shares by quadrant, and a
// nearest-neighbour tour.
func asInThePaper(t *testing.T, n int) (*tsp.Instance, *near.Lists, tsp.Tour) {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := near.Quadrant(t.Context(), in, 10, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	first, err := start.NearestNeighbour(t.Context(), in, lists, start.City(n, 1))
	if err != nil {
		t.Fatal(err)
	}
	return in, lists, first
}

// exhaust runs a search until no steps remain.
func exhaust(t *testing.T, s *ILS) {
	t.Helper()
	var err error
	for err == nil {
		err = s.Step(t.Context())
	}
	if !errors.Is(err, search.ErrExhausted) {
		t.Fatal(err)
	}
}

// threeOpt descends to a local optimum, one best move after the other.
func threeOpt(t *testing.T, c lk.Chain) {
	t.Helper()
	for done := false; !done; {
		var err error
		if done, err = c.Descend(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	c.Commit()
}
