package plot

// A key explains the marks. It is at the right of the header.
type key struct {
	letters lettering
	right   float64 // right end of the key
	line    float64 // baseline of the words
	room    float64 // available width
	scale   float64
}

// paintKey draws the key and returns its width.
func (m Map) paintKey(c canvas, l mapLayout, e ends) float64 {
	room := float64(l.width) - 2*l.margin
	letters := lettering{size: 23 * l.scale, colour: m.Theme.palette().muted}
	k := key{letters, l.margin + room, l.margin + 30*l.scale, room / 3, l.scale}
	switch e {
	case startOnly:
		return m.paintMarkKey(c, k, e, "start", 20*l.scale)
	case together: // this mark is wider
		return m.paintMarkKey(c, k, e, "start and end", 20*l.scale*1.25)
	case apart:
		return m.paintPathKey(c, k)
	}
	return 0
}

// paintMarkKey draws a mark and its meaning.
func (m Map) paintMarkKey(c canvas, k key, e ends, word string, gap float64) float64 {
	width := gap + textWidth(word, k.letters.size)
	mark := at(k.right-width, k.middle())
	paintDiscs(c, m.marks(e, mark, mark, k.radius()))
	c.text(at(k.right-width+gap, k.line), word, k.letters)
	return width + 2*gap
}

// paintPathKey draws a short path with the words "start" and "end". On a narrow picture it draws
// nothing.
func (m Map) paintPathKey(c canvas, k key) float64 {
	bar, gap := 140*k.scale, 18*k.scale
	start, end := textWidth("start", k.letters.size), textWidth("end", k.letters.size)
	width := start + bar + end + 2*gap
	if width > k.room {
		return 0
	}
	c.text(at(k.right-end, k.line), "end", k.letters)
	k.letters.align = right // if an SVG viewer uses a wider font, the text grows away from the path
	x := k.right - width + start
	c.text(at(x, k.line), "start", k.letters)
	a, b := at(x+gap, k.middle()), at(x+gap+bar, k.middle())
	m.paintRoute(c, route{stops: straight(a, b)}, density{spacing: 60 * k.scale, scale: k.scale, share: 1})
	paintDiscs(c, m.marks(apart, a, b, k.radius()))
	return width + 2*gap
}

// middle returns the height of the middle of the lower-case letters.
func (k key) middle() float64 { return k.line - 0.3*k.letters.size }

func (k key) radius() float64 { return 8 * k.scale }

// straight returns a straight route with one edge for each colour step.
func straight(a, b point) []point {
	route := make([]point, hues+1)
	for i := range route {
		t := float32(i) / hues
		route[i] = point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
	}
	return route
}
