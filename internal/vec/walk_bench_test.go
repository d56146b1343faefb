package vec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
)

// neighbours returns a ground over uniform cities. The nearest cities are candidates, with weights
// that fall with the square of the distance, and the next nearest are backups.
func neighbours(n, width, spare int) *Ground {
	coords := uniform(n, 1)
	g := &Ground{Width: width, Spare: spare}
	for c := range n {
		near := nearest(coords, c, width+spare)
		for _, o := range near[:width] {
			g.City = append(g.City, o.city)
			g.Weight = append(g.Weight, max(1, uint32(1<<25*max(1, near[0].square)/max(1, o.square))))
		}
		for _, o := range near[width:] {
			g.Backup = append(g.Backup, o.city)
		}
	}
	return g
}

type neighbour struct {
	square float64
	city   int32
}

// nearest returns the k cities nearest to c. It sorts all cities in a sufficiently large circle.
func nearest(coords []float64, c, k int) []neighbour {
	for radius := 1e5 * math.Sqrt(float64(k)/float64(len(coords))); ; radius *= 1.5 {
		var near []neighbour
		for o := range len(coords) / 2 {
			dx, dy := coords[2*c]-coords[2*o], coords[2*c+1]-coords[2*o+1]
			if square := dx*dx + dy*dy; square < radius*radius && o != c {
				near = append(near, neighbour{square, int32(o)})
			}
		}
		if len(near) >= k {
			slices.SortFunc(near, func(a, b neighbour) int {
				return cmp.Or(cmp.Compare(a.square, b.square), cmp.Compare(a.city, b.city))
			})
			return near[:k]
		}
	}
}

// BenchmarkWalk constructs tours on one core. Compare results only within one run:
//
//	go test ./internal/vec -run '^$' -bench Walk -benchtime 0.5s -cpu 1 -count 5
func BenchmarkWalk(b *testing.B) {
	for _, n := range []int{1002, 2392, 5915} {
		g, w, tours := neighbours(n, 32, 128), NewWalkers(n), newTours(n)
		for _, r := range available() {
			b.Run(benchName(r, n), func(b *testing.B) {
				for step := uint32(0); b.Loop(); step++ {
					// lowest unvisited city of each ant; it only increases, so finding it is cheap
					var lowest [ants]int32
					w.walkBy(&r, g, tours, 1, &[4]uint32{0, 1, 2, 3}, step, func(ant int, _ int32) int32 {
						for w.Visited(ant, lowest[ant]) {
							lowest[ant]++
						}
						return lowest[ant]
					})
				}
				b.ReportMetric(float64(4*b.N)/b.Elapsed().Seconds(), "tours/s")
			})
		}
	}
}

func benchName(r routines, n int) string { return fmt.Sprintf("%s/%d", r.instructions, n) }
