package places

import "math"

// Bounds holds the smallest x and y and the largest x and y.
type Bounds [4]float64

// BoundsOf returns the bounds of n coordinates.
func BoundsOf(n int, at func(i int) (x, y float64)) Bounds {
	b := Bounds{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i := range n {
		x, y := at(i)
		b = Bounds{min(b[0], x), min(b[1], y), max(b[2], x), max(b[3], y)}
	}
	return b
}

// Centre returns the centre of the bounds. Differences from it keep their precision as float32.
func (b Bounds) Centre() [2]float64 { return [2]float64{b[0]/2 + b[2]/2, b[1]/2 + b[3]/2} }
