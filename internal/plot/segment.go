package plot

// A segment is one straight piece of a line, with precomputed values for its
// pixels.
type segment struct {
	a, b   point
	ux, uy float32 // direction from a to b, or zero if they are equal
	length float32
	half   float32 // half the drawn width, at least half a pixel
	gain   float32 // coverage of a line thinner than a pixel
	reach  float32 // distance beyond which pixels are not covered
}

func newSegment(a, b point, width float32) segment {
	s := segment{a: a, b: b, half: max(width, 1) / 2, gain: min(width, 1)}
	s.reach = s.half + 0.5
	if s.length = hypot(b.x-a.x, b.y-a.y); s.length > 0 {
		s.ux, s.uy = (b.x-a.x)/s.length, (b.y-a.y)/s.length
	}
	return s
}

// extent returns the x range within reach of the segment in the row at py. It takes the part of the
// centre line within reach above and below the row, and widens it by the reach.
func (s *segment) extent(py float32) (left, right float32) {
	x0, x1 := s.a.x, s.b.x
	if dy := s.b.y - s.a.y; dy != 0 {
		slope := (s.b.x - s.a.x) / dy
		top, bottom := min(s.a.y, s.b.y), max(s.a.y, s.b.y)
		from := min(max(py-s.reach, top), bottom)
		to := min(max(py+s.reach, top), bottom)
		x0, x1 = s.a.x+(from-s.a.y)*slope, s.a.x+(to-s.a.y)*slope
	}
	return min(x0, x1) - s.reach, max(x0, x1) + s.reach
}

// add adds the coverage of the box around the segment to a row of pixels that starts at (px, py).
func (s *segment) add(row []float32, px, py float32) {
	dx, dy := px-s.a.x, py-s.a.y
	for i := range row {
		along := dx*s.ux + dy*s.uy
		across := dx*s.uy - dy*s.ux
		if across < 0 {
			across = -across
		}
		lengthwise := min(along+0.5, s.length) - max(along-0.5, 0)
		if lengthwise > 0 && across < s.reach {
			row[i] += s.gain * lengthwise * min(s.reach-across, 1)
		}
		dx++
	}
}

// unite merges the coverage of the capsule around the segment into a row of pixels that starts at
// (px, py).
func (s *segment) unite(row []float32, px, py float32) {
	dx, dy := px-s.a.x, py-s.a.y
	for i := range row {
		along := min(max(dx*s.ux+dy*s.uy, 0), s.length)
		distance := hypot(dx-along*s.ux, dy-along*s.uy)
		row[i] = max(row[i], unit(s.reach-distance))
		dx++
	}
}
