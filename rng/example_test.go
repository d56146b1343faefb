package rng_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// Ant 7 of cycle 400 has its own numbers, regardless of who computes them and
// when.
func ExampleAt() {
	const seed, ant, cycle = 1, 7, 400
	here := rng.At(seed, ant, cycle)
	there := rng.At(seed, ant, cycle)
	fmt.Println(here.IntN(1000) == there.IntN(1000), here.IntN(1000) == there.IntN(1000))
	// Output: true true
}
