package vec

import (
	"math"
	"math/rand/v2"
)

// uniform returns n cities in a square, interleaved.
func uniform(n int, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 0))
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = math.Floor(1e5 * random.Float64())
	}
	return coords
}

// identity visits cities in the order of their numbers, which is random if the
// numbers are.
func identity(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}
