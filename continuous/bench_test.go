package continuous

import (
	"fmt"
	"testing"
)

// dims lists the dimensions of the smallest, a medium and the largest instance of [LSM13 Table 5].
var dims = []int{1, 5, 10}

// BenchmarkDeltas scores ten thousand neighbours, as in the paper.
func BenchmarkDeltas(b *testing.B) {
	for _, dim := range dims {
		b.Run(fmt.Sprintf("weierstrass-%d", dim), func(b *testing.B) {
			c := crownsOf(b, "weierstrass", dim, 10_000, geometric)
			deltas := make([]float64, c.Len())
			for b.Loop() {
				c.Deltas(0, deltas)
			}
		})
	}
	for _, f := range Functions()[1:] {
		b.Run(f.Name+"-10", func(b *testing.B) {
			c := crownsOf(b, f.Name, 10, 10_000, geometric)
			deltas := make([]float64, c.Len())
			for b.Loop() {
				c.Deltas(0, deltas)
			}
		})
	}
}

// BenchmarkPlain scores the same points with package math.
func BenchmarkPlain(b *testing.B) {
	for _, dim := range dims {
		b.Run(fmt.Sprintf("weierstrass-%d", dim), func(b *testing.B) {
			c := crownsOf(b, "weierstrass", dim, 10_000, geometric)
			deltas, point := make([]float64, c.Len()), make(Solution, dim)
			value := textbook["weierstrass"]
			for b.Loop() {
				for move := range deltas {
					c.point(move, point)
					deltas[move] = value(point) - c.cost
				}
			}
		})
	}
}

func BenchmarkRough(b *testing.B) {
	sum := 0.0
	for b.Loop() {
		sum += rough(0.123456789)
	}
	_ = sum
}
