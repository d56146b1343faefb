package rng_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// The numbers of ant 7 in cycle 400 are the same regardless of where and when they are computed.
func ExampleAt() {
	const seed, ant, cycle = 1, 7, 400
	here := rng.At(seed, ant, cycle)
	there := rng.At(seed, ant, cycle)
	fmt.Println(here.IntN(1000) == there.IntN(1000), here.IntN(1000) == there.IntN(1000))
	// Output: true true
}
