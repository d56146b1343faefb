package plot

import "slices"

// ends specifies which ends of a tour are marked, and in which style.
type ends int

const (
	unmarked  ends = iota
	startOnly      // closed tour with a chosen start
	apart          // path
	together       // path whose start and end are at the same place or too close to distinguish
)

// ends returns the ends to mark on the drawn route, for marks of radius r.
func (m Map) ends(route []point, r float64) ends {
	switch {
	case len(route) == 0 || !m.Open && !m.Mark:
		return unmarked
	case !m.Open:
		return startOnly
	}
	start, end := route[0], route[len(route)-1]
	if float64(hypot(end.x-start.x, end.y-start.y)) < r {
		return together
	}
	return apart
}

// visibleMarks returns the marks on the page.
func (m Map) visibleMarks(e ends, r route, d density, l mapLayout) []disc {
	if e == unmarked {
		return nil
	}
	marks := m.marks(e, r.stops[0], r.stops[len(r.stops)-1], d.markRadius(l))
	page := l.page()
	return slices.DeleteFunc(marks, func(d disc) bool { return len(l.outside) > 0 && !page.has(d.at) })
}

// A disc is a dot with an individual size and colour.
type disc struct {
	at     point
	radius float64
	colour colour
}

func paintDiscs(c canvas, discs []disc) {
	for _, d := range discs {
		c.dots([]point{d.at}, d.radius, d.colour)
	}
}

// marks returns discs, from bottom to top, that draw the start as a full disc and the end as a
// ring, or both together as a disc within a ring. A margin in the paper colour separates them from
// lines.
func (m Map) marks(e ends, start, end point, r float64) []disc {
	p, g := m.Theme.palette(), m.gradient()
	switch e {
	case startOnly:
		return []disc{{start, 1.3 * r, p.paper}, {start, r, g(0)}}
	case apart:
		return []disc{
			{start, 1.3 * r, p.paper}, {end, 1.3 * r, p.paper},
			{start, r, g(0)}, {end, r, g(1)}, {end, 0.5 * r, p.paper},
		}
	case together:
		return []disc{
			{start, 1.8 * r, p.paper}, {start, 1.5 * r, g(1)},
			{start, 1.1 * r, p.paper}, {start, 0.75 * r, g(0)},
		}
	}
	return nil
}
