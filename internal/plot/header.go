package plot

// paintHeader draws title and note at the left and the key at the right.
func (m Map) paintHeader(c canvas, l mapLayout, e ends) {
	p := m.Theme.palette()
	room := float64(l.width) - 2*l.margin
	if l.header > 0 {
		room -= m.paintKey(c, m.key(l, e))
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

func at(x, y float64) point { return point{float32(x), float32(y)} }
