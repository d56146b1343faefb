package near

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Doubled returns the lists of an instance that tsp.Instance.Doubled created: the nearest
// entrances of each exit, and the nearest exits of each entrance. Each list contains k cities, or
// all if there are fewer than k, and the cities whose lists contain this city. The result does not
// depend on the number of threads. Doubled fails if ctx is cancelled.
func Doubled(ctx context.Context, in *tsp.Instance, k, threads int) (*Lists, error) {
	n := in.N()
	k = min(k, n/2-1, math.MaxInt32/n-1)
	wide, count := uniform(n, k), make([]int32, n)
	err := parallel.Ranges(ctx, threads, n, 16, func(_, from, end int) error {
		best := newNearest(k)
		for c := int32(from); c < int32(end); c++ {
			best.reset()
			for other := c&1 ^ 1; other < int32(n); other += 2 {
				// a tied edge is part of every tour
				if d := in.Dist(c, other); other != c^1 && d >= -math.MaxInt32 && float64(d) < best.worst {
					best.add(float64(d), other)
				}
			}
			count[c] = int32(copy(wide.Of(c), best.id[:best.n]))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l := &Lists{First: make([]int32, 1, n+1), City: wide.City[:0], Dist: wide.Dist}
	for c := range int32(n) {
		l.City = append(l.City, wide.Of(c)[:count[c]]...)
		l.First = append(l.First, int32(len(l.City)))
	}
	for c := range int32(n) {
		l.measure(in, c)
	}
	return l.Symmetric(ctx, threads)
}
