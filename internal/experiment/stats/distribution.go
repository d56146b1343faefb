package stats

import "sort"

// A Distribution is a step function that rises from 0 to at most 1. Its value is the share of runs,
// or of problems, that need at most X.
type Distribution []Point

// A Point is a step of a distribution. Share is the value from X on.
type Point struct{ X, Share float64 }

// At returns the share at x.
func (d Distribution) At(x float64) float64 {
	above := sort.Search(len(d), func(i int) bool { return d[i].X > x })
	if above == 0 {
		return 0
	}
	return d[above-1].Share
}
