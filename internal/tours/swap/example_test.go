package swap_test

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Hill climbing repeatedly applies the best of all swaps.
func Example() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {100, 0}, {200, 0}, {200, 100}, {100, 100}, {0, 100}})
	s, _ := swap.New(context.Background(), in, tsp.Tour{0, 4, 2, 5, 1, 3})
	for {
		c, _ := s.Pick(context.Background(), moves.Everything())
		fmt.Println(s.Snapshot(), "costs", s.Cost())
		if c.Delta >= 0 {
			break
		}
		s.Apply(c.Move, c.Delta)
	}
	// Output:
	// [0 4 2 5 1 3] costs 1012
	// [2 4 0 5 1 3] costs 764
	// [2 1 0 5 4 3] costs 600
}
