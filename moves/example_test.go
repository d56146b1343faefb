package moves_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// A device starts one work-item for each move. Each work-item determines from its number which two
// places to exchange.
func Example() {
	n := 4
	for item := range moves.Pairs(n) {
		i, j := moves.Pair(n, item)
		fmt.Println(item, "exchanges", i, "and", j)
	}
	// Output:
	// 0 exchanges 0 and 1
	// 1 exchanges 0 and 2
	// 2 exchanges 0 and 3
	// 3 exchanges 1 and 2
	// 4 exchanges 1 and 3
	// 5 exchanges 2 and 3
}

// In base 4, the digit 1 can change to 0, 2 or 3.
func ExampleOther() {
	for other := range 3 {
		fmt.Print(moves.Other(1, other), " ")
	}
	// Output: 0 2 3
}
