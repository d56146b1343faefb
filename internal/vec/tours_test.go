package vec

import (
	"math"
	"math/rand/v2"
)

// uniform returns the interleaved coordinates of n cities in a square.
func uniform(n int, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 0))
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = math.Floor(1e5 * random.Float64())
	}
	return coords
}

// identity returns the cities in numerical order, which is a random tour if the numbering is
// random.
func identity(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}
