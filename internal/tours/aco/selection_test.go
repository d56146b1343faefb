package aco

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/vec"
	"pgregory.net/rapid"
)

// Weights are proportional to the products, up to rounding.
func TestFixedPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		products := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float32 {
			return max(float32(math.Ldexp(1+rapid.Float64Range(0, 1).Draw(t, "m"), rapid.IntRange(-88, 89).Draw(t, "e"))), leastProduct)
		}), 1, 300).Draw(t, "products")
		weights := make([]uint32, len(products))
		fixedPoint(products, weights)
		sum, total := uint64(0), 0.0
		for i, w := range weights {
			if w == 0 {
				t.Fatalf("product %v has no weight", products[i])
			}
			sum += uint64(w)
			total += float64(products[i])
		}
		if sum >= 1<<31 {
			t.Fatalf("the weights add up to %d", sum)
		}
		if len(weights) > 1 && sum < 1<<27 {
			t.Fatalf("the weights of %d add up to %d only", len(weights), sum)
		}
		for i, w := range weights {
			// Each weight was rounded down by less than one or raised to one.
			want := float64(products[i]) / total * float64(sum)
			slack := 2 + want*float64(2*len(weights))/(1<<27)
			if math.Abs(float64(w)-want) > slack {
				t.Fatalf("product %v of %v: weight %d of %d, want %.1f", products[i], total, w, sum, want)
			}
		}
	})
}

// chosen returns how often each city is chosen.
func chosen(rule Selection, cities []int32, products []float32, draws int) []int {
	choice := make([]uint32, len(products))
	rule.encode(products, choice)
	count, words := make([]int, len(products)), make([]uint32, 2)
	for i := range draws {
		vec.Draws(words, 7, uint32(i), 3)
		if rule == WRS {
			count[reservoir(cities, choice, [2]uint32(words))]++
		} else {
			count[roulette(choice, words[0])]++
		}
	}
	return count
}

func skewed(u, a float64) float32 { return float32(math.Pow(0.01+u, a)) }

// The result of a reservoir does not depend on the order of the cities.
func TestReservoirKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cities := rapid.Permutation(identity(50)).Draw(t, "cities")
		inverse := make([]uint32, len(cities))
		for i, c := range cities {
			inverse[i] = math.Float32bits(float32(1 + c%3))
		}
		draw := [2]uint32{rapid.Uint32().Draw(t, "a"), rapid.Uint32().Draw(t, "b")}
		got := cities[reservoir(cities, inverse, draw)]
		best, least := int32(none), uint32(math.MaxUint32)
		for c := range int32(50) {
			if k := reservoirKey(draw, c, math.Float32bits(float32(1+c%3))); k < least {
				best, least = c, k
			}
		}
		if got != best {
			t.Fatalf("got %d, want %d", got, best)
		}
	})
}
