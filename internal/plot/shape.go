package plot

import "math"

// A shape is the form of a mark.
type shape int

const (
	round shape = iota
	tile
	triangle
	diamond
	wedge // triangle pointing down
	hexagon
	star
	shapes // number of shapes
)

// paintMark draws a mark with about the area of a disc. A border in the paper colour separates it
// from other marks.
func paintMark(on canvas, centre point, radius float64, s style, paper colour) {
	if s.mark == round {
		on.dots([]point{centre}, 1.25*radius, paper)
		on.dots([]point{centre}, radius, s.colour)
		return
	}
	on.area(s.mark.outline(centre, 1.3*radius), paper, 1)
	on.area(s.mark.outline(centre, radius), s.colour, 1)
}

// outline returns the corners of the shape.
func (s shape) outline(centre point, radius float64) []point {
	var corners int
	var turn, inner float64
	switch s {
	case tile:
		corners, turn, radius = 4, 0.5, 1.25*radius
	case triangle:
		corners, radius = 3, 1.45*radius
	case diamond:
		corners, radius = 4, 1.35*radius
	case wedge:
		corners, turn, radius = 3, 0.5, 1.45*radius
	case star:
		corners, inner, radius = 10, 0.45, 1.6*radius
	default:
		corners, radius = 6, 1.1*radius
	}
	outline := make([]point, corners)
	for i := range outline {
		r := radius
		if inner > 0 && i%2 == 1 {
			r *= inner
		}
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + turn) / float64(corners))
		outline[i] = at(float64(centre.x)+float64(r*sin), float64(centre.y)-float64(r*cos))
	}
	return outline
}
