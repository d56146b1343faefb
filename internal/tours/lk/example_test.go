package lk_test

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// One 2-opt move removes a crossing.
func ExampleNewUndirected() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {50, 0}, {100, 0}, {100, 100}, {50, 100}, {0, 100}})
	lists, _ := near.Nearest(context.Background(), in, 5, 1)
	u := lk.NewUndirected(in, lists, tsp.Tour{0, 4, 2, 3, 1, 5}, lk.TwoOpt)
	fmt.Println(u.Length())
	for done := false; !done; {
		done, _ = u.Descend(context.Background(), 100)
	}
	fmt.Println(u.Length())
	// Output:
	// 648
	// 400
}
