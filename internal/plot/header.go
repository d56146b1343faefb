package plot

import "github.com/tourmaline-opt/tourmaline/internal/humanize"

// paintHeader draws the title and note on the left and the key on the right.
func (m Map) paintHeader(c canvas, l mapLayout, e ends) {
	p := m.Theme.palette()
	room := float64(l.width) - 2*l.margin
	if l.header > 0 {
		room -= m.paintKey(c, l, e)
	}
	y := l.margin
	if m.Title != "" {
		y += 30 * l.scale
		paintText(c, at(l.margin, y), m.Title, lettering{size: 38 * l.scale, colour: p.ink}, room)
		y += 14 * l.scale
	}
	if note := m.note(l); note != "" {
		y += 22 * l.scale
		paintText(c, at(l.margin, y), note, lettering{size: 23 * l.scale, colour: p.muted}, room)
	}
}

// note returns the note of the map with a remark about the cities outside the frame.
func (m Map) note(l mapLayout) string {
	n := len(l.outside)
	if n == 0 {
		return m.Note
	}
	left := "1 city is outside the frame"
	if n > 1 {
		left = humanize.Thousands(float64(n), 0) + " cities are outside the frame"
	}
	if m.Note == "" {
		return left
	}
	return m.Note + " · " + left
}

func at(x, y float64) point { return point{float32(x), float32(y)} }
