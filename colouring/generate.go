package colouring

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// planting separates the random numbers of Generate from those of a search with the same seed.
const planting = 0x434f4c52

// Generate creates an instance that has a colouring without conflicts: it assigns the colours
// cyclically to the vertices in random order, and random edges join vertices of different colours.
// An edge may be drawn twice, so the instance has at most the given number of edges. The same sizes
// and seed give the same instance on every machine.
func Generate(n, edges, colours int, seed uint64) (*Instance, error) {
	if err := check(n, colours); err != nil {
		return nil, err
	}
	if colours < 2 || colours > n {
		return nil, fmt.Errorf("got %d colours, expected 2 to %d, the number of vertices", colours, n)
	}
	if edges < 0 || edges > mostEdges {
		return nil, fmt.Errorf("got %d edges, expected 0 to %d", edges, mostEdges)
	}
	random := rng.At(rng.Derive(seed, planting), 0, 0)
	order := make([]int32, n) // vertex order[i] has colour i modulo colours
	for i := range order {
		order[i] = int32(i)
	}
	random.Shuffle(order)
	all := make([]Edge, edges)
	for i := range all {
		a, b := random.IntN(int32(n)), random.IntN(int32(n))
		for (a-b)%int32(colours) == 0 {
			b = random.IntN(int32(n))
		}
		all[i] = Edge{order[a], order[b]}
	}
	return New(fmt.Sprintf("colouring-%d-%d-s%d", n, colours, seed), n, colours, all)
}

// mostEdges is the maximum number of edges. Sorting this many edges takes a few gigabytes of
// memory.
const mostEdges = 100_000_000
