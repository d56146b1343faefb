package vec

import "math"

// Path is a closed tour of n cities laid out for scanning: whatever belongs to
// place j of the tour is at index j, so that every load is contiguous. The zero
// value is the empty tour.
type Path struct {
	X, Y    []float32 // n+1 coordinates in tour order; the last city is the first again
	Edge    []float32 // n lengths: Edge[j] leads from place j to j+1
	Squared []float32 // n squares: Edge[j] before the square root, as rounded
}

// Set lays out the tour that visits the cities of order, whose x and y are
// interleaved in coords, reusing the memory of p. Coordinates are rounded to
// float32, about seven digits: move the origin near the cities if they lie far
// away from it.
func (p *Path) Set(coords []float64, order []int32) {
	p.X, p.Y, p.Edge, p.Squared = p.X[:0], p.Y[:0], p.Edge[:0], p.Squared[:0]
	for _, city := range order {
		p.add(coords[2*int(city)], coords[2*int(city)+1])
	}
	if len(order) > 0 {
		p.add(coords[2*order[0]], coords[2*order[0]+1])
	}
	for j := range order {
		d := squared(p.X[j]-p.X[j+1], p.Y[j]-p.Y[j+1])
		p.Squared = append(p.Squared, d)
		p.Edge = append(p.Edge, root(d))
	}
}

func (p *Path) add(x, y float64) {
	p.X, p.Y = append(p.X, float32(x)), append(p.Y, float32(y))
}

// squared is the square of a distance. Both products are rounded before they are
// added, so that no machine fuses them.
func squared(dx, dy float32) float32 { return float32(dx*dx) + float32(dy*dy) }

// root is the square root rounded to float32: rounding that of float64 gives the
// same, and the compiler knows the phrase as one instruction.
func root(v float32) float32 { return float32(math.Sqrt(float64(v))) }
