package plot

import (
	"cmp"
	"slices"
)

// A canvas is what layouts draw on. Units are pixels, y grows downwards.
// A call carries a whole line or all the dots of one kind, never one element.
type canvas interface {
	line(points []point, p pen)
	dots(centres []point, radius float64, c colour)
	text(at point, s string, l lettering)
}

// A point is in pixels; float32 holds a thousandth of one on any canvas.
type point struct{ x, y float32 }

// A pen draws with round ends and round joins.
type pen struct {
	colour colour
	width  float64 // below 1 a line covers its pixels in part: a tone, not a stroke
	dash   float64 // length of dashes and gaps, 0 = solid
	coarse bool    // the backend may drop points that move less than half a pixel
}

// lettering is how a text is set. The point given with it is on the baseline.
type lettering struct {
	size   float64
	colour colour
	align  align
	halo   colour // around the letters, to keep lines off; none if zero
}

// haloWidth is how far a halo reaches, in sizes of the text.
const haloWidth = 0.17

// align says which end of the text the point is at.
type align int

const (
	left align = iota
	middle
	right
)

// inRows returns many points in rows of a few pixels, from left to right, which
// makes the steps from one to the next short and an SVG of them small. Few
// points are returned as they are.
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

// thin keeps the points that move at least gap pixels from the last one kept,
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
