package continuous_test

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// This example repeatedly moves to the best neighbour, and draws new neighbours if none is better.
func Example() {
	f, err := continuous.Find("rastrigin")
	if err != nil {
		panic(err)
	}
	in, err := continuous.New(f, 2)
	if err != nil {
		panic(err)
	}
	const seed = 1
	stream := rng.At(seed, 0, 0)
	h, err := continuous.NewCrowns(in, continuous.Defaults(in), continuous.Random(in, &stream), seed, 0)
	if err != nil {
		panic(err)
	}
	deltas := make([]float64, h.Len())
	for range 50 {
		h.Deltas(0, deltas)
		best := 0
		for move, delta := range deltas {
			if delta < deltas[best] {
				best = move
			}
		}
		if deltas[best] < 0 {
			h.Apply(best, deltas[best])
		} else {
			h.(moves.Renewer).Renew()
		}
	}
	minimum, _ := in.Best()
	fmt.Printf("%s: %.9f, at best %.0f\n", in.Name, h.Cost(), minimum)
	// Output: rastrigin-2: 0.000000000, at best 0
}
