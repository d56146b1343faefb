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

// stroke is the minimum width of lines with round joins, whose coverage must not add up.
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
