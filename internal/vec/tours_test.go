package vec

import (
	"math"
	"math/rand/v2"
	"slices"
)

// uniform is n cities in a square, interleaved.
func uniform(n int, seed uint64) []float64 {
	random := rand.New(rand.NewPCG(seed, 0))
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = math.Floor(1e5 * random.Float64())
	}
	return coords
}

// identity visits cities in the order of their numbers: at random, if those are.
func identity(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

func pathOf(coords []float64, order []int32) *Path {
	p := new(Path)
	p.Set(coords, order)
	return p
}

// strips goes up one strip of the square and down the next.
func strips(coords []float64) []int32 {
	n := len(coords) / 2
	width := 1e5 / math.Ceil(math.Sqrt(float64(n)/3))
	key := func(city int32) (strip, along float64) {
		strip, along = math.Floor(coords[2*city]/width), coords[2*city+1]
		if math.Mod(strip, 2) == 1 {
			along = -along
		}
		return strip, along
	}
	order := identity(n)
	slices.SortFunc(order, func(a, b int32) int {
		sa, ya := key(a)
		sb, yb := key(b)
		if sa != sb {
			return int(sa - sb)
		}
		return int(ya - yb)
	})
	return order
}

// improve makes the best move of each row, row after row, a few times over.
func improve(coords []float64, order []int32) *Path {
	p, n := pathOf(coords, order), len(order)
	for range 5 {
		for i := range n - 2 {
			if _, j := TwoOptRowFiltered(p.X, p.Y, p.Edge, p.Squared, i, i+2, n); j >= 0 {
				slices.Reverse(order[i+1 : j+1])
				p.Set(coords, order)
			}
		}
	}
	return p
}
