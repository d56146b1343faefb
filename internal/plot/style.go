package plot

import (
	"math"
	"slices"
)

// A style determines how a series is drawn.
type style struct {
	colour colour
	dash   []float64 // dash pattern on a picture of scale 1
	mark   shape
}

// plain returns the i-th style. These styles differ only in colour.
func (p palette) plain(i int) style { return style{colour: p.serial(i)} }

// patterns are distinguishable without colour. The first one is solid.
var patterns = [...][]float64{nil, {14, 8}, {3, 8}, {20, 7, 3, 7}, {28, 9}, {14, 7, 3, 7, 3, 7}}

// patterned returns the i-th style. These styles also differ in dashes and marks. No two of the
// first twelve have the same colour, or the same dashes and mark.
func (p palette) patterned(i int) style {
	return style{p.serial(i), patterns[i%len(patterns)], shape(i % int(shapes))}
}

// scaled returns the dash pattern, scaled for a picture.
func (s style) scaled(by float64) []float64 {
	dash := slices.Clone(s.dash)
	for i := range dash {
		dash[i] *= by
	}
	return dash
}

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

// polygons are the forms of the shapes other than round. Their areas are similar.
var polygons = [...]struct {
	corners int
	turn    float64 // rotation, in corners
	size    float64 // distance of the corners from the centre
}{
	tile: {4, 0.5, 1.25}, triangle: {3, 0, 1.45}, diamond: {4, 0, 1.35}, wedge: {3, 0.5, 1.45},
	hexagon: {6, 0, 1.1}, star: {10, 0, 1.6},
}

// outline returns the corners of the shape.
func (s shape) outline(centre point, radius float64) []point {
	p := polygons[s]
	outline := make([]point, p.corners)
	for i := range outline {
		r := p.size * radius
		if s == star && i%2 == 1 {
			r *= 0.45
		}
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + p.turn) / float64(p.corners))
		outline[i] = at(float64(centre.x)+float64(r*sin), float64(centre.y)-float64(r*cos))
	}
	return outline
}
