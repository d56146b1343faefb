package plot

import (
	"cmp"
	"slices"
)

// A canvas is a surface for layouts. Units are pixels, and y grows downwards. One call can draw a
// whole line or many dots of the same size and colour.
type canvas interface {
	line(points []point, p pen)
	area(outline []point, c colour, opacity float64)
	dots(centres []point, radius float64, c colour)
	text(at point, s string, l lettering)
}

// A point is a position in pixels. A float32 resolves a thousandth of a pixel on any canvas.
type point struct{ x, y float32 }

// A pen draws with round ends and round joins.
type pen struct {
	colour colour
	width  float64   // if less than 1, the line covers its pixels partly and is drawn lighter
	dash   []float64 // alternating lengths of dashes and gaps; empty means solid
	coarse bool      // whether the backend may drop points that move less than half a pixel
}

// lettering is a text style. The position passed with it lies on the baseline.
type lettering struct {
	size   float64
	colour colour
	align  align
	halo   colour // colour around the letters that separates them from lines; zero means no halo
}

// haloWidth is the width of a halo relative to the text size.
const haloWidth = 0.17

// align specifies which part of the text is at the given position.
type align int

const (
	left align = iota
	middle
	right
)

// inRows sorts points into rows a few pixels high, and each row from left to right. This keeps the
// steps between points short and the SVG small. If there are at most many points, it returns them
// unchanged.
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

// thin returns both end points and every point that is at least gap pixels from the previously
// retained point.
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
