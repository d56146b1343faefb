package sweep_test

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// In this example, a tour around two rows of cities crosses itself at both ends. One sweep finds
// both crossings, a chain removes them together, and the next sweep finds nothing.
func Example() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{
		{0, 0}, {100, 0}, {200, 0}, {300, 0}, {400, 0}, {500, 0},
		{500, 100}, {400, 100}, {300, 100}, {200, 100}, {100, 100}, {0, 100},
	})
	crossed := tsp.Tour{0, 10, 9, 8, 7, 5, 6, 4, 3, 2, 1, 11}
	lists, _ := near.Nearest(context.Background(), in, 5, 1)
	engine := sweep.NewReference(in, lists, 1)

	moves, _ := engine.Sweep(context.Background(), crossed, sweep.Rule{Kind: sweep.TwoOpt}, in.N(), nil)
	for _, m := range moves {
		t := m.T
		fmt.Printf("%d-%d and %d-%d become %d-%d and %d-%d, gain %d\n", t[0], t[1], t[2], t[3], t[1], t[2], t[3], t[0], m.Gain)
	}

	chain := sweep.NewChain(lk.NewUndirected(in, lists, crossed, lk.TwoOpt), engine, sweep.Rule{Kind: sweep.TwoOpt}, in.N())
	for done := false; !done; {
		fmt.Println(chain.Length())
		done, _ = chain.Descend(context.Background(), 1)
	}
	// Output:
	// 10-0 and 1-11 become 0-1 and 11-10, gain 82
	// 6-4 and 5-7 become 4-5 and 7-6, gain 82
	// 1364
	// 1200
}
