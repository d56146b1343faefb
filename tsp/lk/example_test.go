package lk_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
	"github.com/tourmaline-opt/tourmaline/tsp/near"
)

// A crossing is undone by one 2-opt move.
func ExampleUndirected() {
	in, _ := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {50, 0}, {100, 0}, {100, 100}, {50, 100}, {0, 100}})
	u := lk.NewUndirected(in, near.Nearest(in, 5, 1), tsp.Tour{0, 4, 2, 3, 1, 5})
	fmt.Println(u.Length())
	for !u.Descend(100) {
	}
	fmt.Println(u.Length())
	// Output:
	// 648
	// 400
}
