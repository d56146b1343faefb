package plot

import (
	"cmp"
	"slices"
)

// A canvas is a surface for layouts. Units are pixels, and y grows downwards. A
// call draws a whole line or all dots of one kind, never one element.
type canvas interface {
	line(points []point, p pen)
	area(outline []point, c colour, opacity float64)
	dots(centres []point, radius float64, c colour)
	text(at point, s string, l lettering)
}

// A point is in pixels. A float32 resolves a thousandth of a pixel on any
// canvas.
type point struct{ x, y float32 }

// A pen draws with round ends and round joins.
type pen struct {
	colour colour
	width  float64   // below 1 a line covers its pixels partly: it is drawn lighter
	dash   []float64 // lengths of a dash and a gap in turn, none = solid
	coarse bool      // the backend may drop points that move less than half a pixel
}

// lettering is the style of a text. The point given with it is on the baseline.
type lettering struct {
	size   float64
	colour colour
	align  align
	halo   colour // around the letters, to separate them from lines; none if zero
}

// haloWidth is the width of a halo relative to the size of the text.
const haloWidth = 0.17

// align specifies which end of the text is at the point.
type align int

const (
	left align = iota
	middle
	right
)

// inRows sorts many points into rows of a few pixels, from left to right. The
// steps between points are then short and the SVG small. Few points are
// returned unchanged.
func inRows(points []point) []point {
	if len(points) <= many {
		return points
	}
	points = slices.Clone(points)
	slices.SortFunc(points, func(p, q point) int {
		return cmp.Or(cmp.Compare(int(p.y)/4, int(q.y)/4), cmp.Compare(p.x, q.x))
	})
	return points
}

// thin keeps the points that are at least gap pixels from the last one kept,
// and both ends.
func thin(points []point, gap float32) []point {
	if len(points) < 3 {
		return points
	}
	kept := points[:1:1]
	for _, p := range points[1 : len(points)-1] {
		last := kept[len(kept)-1]
		dx, dy := p.x-last.x, p.y-last.y
		if dx*dx+dy*dy >= gap*gap {
			kept = append(kept, p)
		}
	}
	return append(kept, points[len(points)-1])
}
