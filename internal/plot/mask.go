package plot

import (
	"image"
	"image/color"
	"math"
)

// A mask stores the coverage of every pixel by the current line or dots, and the touched part of
// every row. The cost of painting is proportional to the touched area, not to the whole canvas.
type mask struct {
	width, height int
	cover         []float32
	lo, hi        []int // touched columns of each row: lo inclusive, hi exclusive
}

func newMask(width, height int) *mask {
	m := &mask{width: width, height: height, cover: make([]float32, width*height)}
	m.lo, m.hi = make([]int, height), make([]int, height)
	for y := range m.lo {
		m.lo[y] = width
	}
	return m
}

// stroke is the minimum width, in pixels, of a line whose pieces are drawn as capsules (see
// segment).
const stroke = 1.5

// segment adds a piece of a line.
//
// A wide piece is a capsule, and the larger coverage counts where pieces overlap. A hairline is a
// box that ends exactly where the next one starts, and coverage adds up. Ten lines through a pixel
// are therefore darker than one, and a line of a million pieces does not look dotted at its joins.
func (m *mask) segment(a, b point, width float32) {
	s := newSegment(a, b, width)
	y0, y1 := span(min(a.y, b.y)-s.reach, max(a.y, b.y)+s.reach, m.height)
	for y := y0; y < y1; y++ {
		py := float32(y) + 0.5
		left, right := s.extent(py)
		x0, x1 := span(left, right, m.width)
		if x0 >= x1 {
			continue
		}
		row := m.touch(y, x0, x1)
		if width >= stroke {
			s.unite(row, float32(x0)+0.5, py)
		} else {
			s.add(row, float32(x0)+0.5, py)
		}
	}
}

// disc adds a dot. A dot smaller than a pixel covers the pixel partly.
func (m *mask) disc(c point, radius float32) {
	r := max(radius, 0.5)
	gain := (radius / r) * (radius / r)
	y0, y1 := span(c.y-r-0.5, c.y+r+0.5, m.height)
	x0, x1 := span(c.x-r-0.5, c.x+r+0.5, m.width)
	if x0 >= x1 {
		return
	}
	for y := y0; y < y1; y++ {
		row := m.touch(y, x0, x1)
		dy := float32(y) + 0.5 - c.y
		for i := range row {
			dx := float32(x0+i) + 0.5 - c.x
			row[i] = max(row[i], gain*unit(r+0.5-hypot(dx, dy)))
		}
	}
}

// touch returns the cells [x0, x1) of row y and records them for lay.
func (m *mask) touch(y, x0, x1 int) []float32 {
	m.lo[y], m.hi[y] = min(m.lo[y], x0), max(m.hi[y], x1)
	return m.cover[y*m.width+x0 : y*m.width+x1]
}

// lay paints colour c over the picture through the mask, and clears the mask.
func (m *mask) lay(img *image.RGBA, c color.RGBA) {
	for y := range m.height {
		x0, x1 := m.lo[y], m.hi[y]
		m.lo[y], m.hi[y] = m.width, 0
		if x0 >= x1 {
			continue
		}
		cover := m.cover[y*m.width+x0 : y*m.width+x1]
		pixels := img.Pix[y*img.Stride+4*x0:]
		for i, a := range cover {
			if a > 0 {
				blend(pixels[4*i:4*i+3:4*i+3], c, min(a, 1))
			}
		}
		clear(cover)
	}
}

func blend(pixel []uint8, c color.RGBA, a float32) {
	_ = pixel[2]
	pixel[0] = mix(pixel[0], c.R, a)
	pixel[1] = mix(pixel[1], c.G, a)
	pixel[2] = mix(pixel[2], c.B, a)
}

func mix(under, over uint8, a float32) uint8 {
	return uint8(float32(under) + (float32(over)-float32(under))*a + 0.5)
}

// span returns the range of pixels that [from, to] touches, within [0, size).
func span(from, to float32, size int) (lo, hi int) {
	return max(int(from), 0), min(int(to)+1, size)
}

// unit clamps v to [0, 1].
func unit(v float32) float32 { return min(max(v, 0), 1) }

func hypot(x, y float32) float32 { return float32(math.Sqrt(float64(x*x + y*y))) }

// A segment is one straight piece of a line, with precomputed values for its pixels.
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
