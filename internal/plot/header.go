package plot

// paintHeader sets title and note at the left and, for a path, the key to its
// colours at the right.
func (m Map) paintHeader(c canvas, l mapLayout) {
	p := m.Theme.palette()
	room := float64(l.width) - 2*l.margin
	if m.Open && len(m.Tour) > 0 && l.header > 0 {
		room -= m.paintKey(c, l)
	}
	y := l.margin
	if m.Title != "" {
		y += 30 * l.scale
		s, size := fit(m.Title, 38*l.scale, room)
		c.text(at(l.margin, y), s, lettering{size: size, colour: p.ink})
		y += 14 * l.scale
	}
	if m.Note != "" {
		y += 22 * l.scale
		s, size := fit(m.Note, 23*l.scale, room)
		c.text(at(l.margin, y), s, lettering{size: size, colour: p.muted})
	}
}

// paintKey draws a small path from its start to its end, with both words, and
// returns the width taken. A narrow picture has no room for it.
func (m Map) paintKey(c canvas, l mapLayout) float64 {
	size, bar, gap := 23*l.scale, 140*l.scale, 18*l.scale
	start, end := textWidth("start", size), textWidth("end", size)
	width := start + bar + end + 2*gap
	if width > (float64(l.width)-2*l.margin)/3 {
		return 0
	}
	letters := lettering{size: size, colour: m.Theme.palette().muted}
	x, y := float64(l.width)-l.margin-width, l.margin+30*l.scale
	c.text(at(x+width-end, y), "end", letters)
	letters.align = right // a wider font of an SVG viewer grows away from the path
	c.text(at(x+start, y), "start", letters)
	x, y = x+start+gap, y-0.3*size
	m.paintRoute(c, straight(at(x, y), at(x+bar, y)), density{spacing: 60, share: 1})
	m.paintEnds(c, at(x, y), at(x+bar, y), 8*l.scale)
	return width + 2*gap
}

// straight is a route of as many edges as there are steps of colour.
func straight(a, b point) []point {
	route := make([]point, hues+1)
	for i := range route {
		t := float32(i) / hues
		route[i] = point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
	}
	return route
}

func at(x, y float64) point { return point{float32(x), float32(y)} }
