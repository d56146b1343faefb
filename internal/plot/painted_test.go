package plot

import (
	"math"
	"slices"
	"testing"
)

// A painting is a canvas that records the calls.
type painting struct {
	lines []struct {
		points []point
		pen    pen
	}
	areas [][]point
	texts []written
}

// written is a text and the box that it occupies, from the top of its letters to the baseline.
type written struct {
	text                     string
	left, right, top, bottom float64
}

func (p *painting) line(points []point, with pen) {
	p.lines = append(p.lines, struct {
		points []point
		pen    pen
	}{points, with})
}

func (p *painting) area(outline []point, _ colour, _ float64) { p.areas = append(p.areas, outline) }

func (p *painting) dots([]point, float64, colour) {}

func (p *painting) text(at point, s string, l lettering) {
	width := textWidth(s, l.size)
	x := float64(at.x) - map[align]float64{left: 0, middle: 0.5, right: 1}[l.align]*width
	p.texts = append(p.texts, written{s, x, x + width, float64(at.y) - 0.7*l.size, float64(at.y)})
}

// No two texts in a picture overlap, and no text leaves the picture or enters the area of the
// curves.
func TestTextsDoNotOverlap(t *testing.T) {
	for _, width := range []int{600, 1600, 3200} {
		for _, series := range []int{1, 2, 12} {
			c := gapChart(slices.Repeat([]Series{descent("a series", 10)}, series)...)
			c.Width = width
			f, p := c.frame(), &painting{}
			c.paint(p, f)
			for i, a := range p.texts {
				if a.left < 0 || a.right > float64(f.width) || a.top < 0 || a.bottom > float64(f.height) {
					t.Errorf("width %d, %d series: %+v is outside", width, series, a)
				}
				if a.right > f.left && a.left < f.right && a.bottom > f.top && a.top < f.bottom {
					t.Errorf("width %d, %d series: %+v is among the curves", width, series, a)
				}
				for _, b := range p.texts[:i] {
					if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
						t.Errorf("width %d, %d series: %+v and %+v overlap", width, series, a, b)
					}
				}
			}
			if want := 3 + len(f.x.ticks) + len(f.y.ticks) + series; len(p.texts) != want {
				t.Errorf("width %d, %d series: %d texts, want %d", width, series, len(p.texts), want)
			}
		}
	}
}

// Grid lines are aligned with their numbers and extend across the whole plot area.
func TestGridLinesMeetTheirNumbers(t *testing.T) {
	c := gapChart(descent("one", 10))
	f, p := c.frame(), &painting{}
	f.paintAxes(p, c.plain())
	for i, tick := range f.y.ticks {
		l, n := p.lines[i].points, p.texts[i]
		y := float64(f.place(f.x.lo, tick.at).y)
		if n.text != tick.label || l[0] != at(f.left, y) || l[1] != at(f.right, y) {
			t.Errorf("%s: line from %v to %v, at %v", n.text, l[0], l[1], y)
		}
		if math.Abs((n.top+n.bottom)/2-y) > 1 || n.right >= f.left {
			t.Errorf("%s is from %v to %v, its line at %v", n.text, n.top, n.bottom, y)
		}
	}
	for i, tick := range f.x.ticks {
		l, n := p.lines[len(f.y.ticks)+i].points, p.texts[len(f.y.ticks)+i]
		x := float64(f.place(tick.at, f.y.lo).x)
		if n.text != tick.label || l[0] != at(x, f.top) || l[1] != at(x, f.bottom) || math.Abs((n.left+n.right)/2-x) > 0.1 {
			t.Errorf("%s: line from %v to %v, at %v", n.text, l[0], l[1], x)
		}
	}
}

// A chart has margins around its lines, but no margin below the floor or after the last time.
func TestChartRanges(t *testing.T) {
	for name, c := range map[string]struct {
		x, y           []float64
		lo, hi         float64 // range of y
		earliest, last float64
	}{
		"usual":           {[]float64{0, 2, 30}, []float64{100, 50, 10}, 8, 115, 2, 30},
		"near the floor":  {[]float64{2, 30}, []float64{100, 0.0011}, 0.001, 115, 2, 30},
		"below the floor": {[]float64{2, 30}, []float64{100, 0}, 0.001, 115, 2, 30},
		"nothing":         {nil, nil, math.Inf(1), math.Inf(-1), math.Inf(1), 0},
	} {
		x, y := gapChart(Series{X: c.x, Y: c.y}).ranges()
		if math.Abs(y.lo-c.lo) > 1e-9 || math.Abs(y.hi-c.hi) > 1e-9 {
			if !(math.IsInf(c.lo, 1) && y.lo == c.lo && y.hi == c.hi) {
				t.Errorf("%s: from %v to %v, want %v to %v", name, y.lo, y.hi, c.lo, c.hi)
			}
		}
		if x.lo != c.earliest || x.hi != c.last {
			t.Errorf("%s: times from %v to %v, want %v to %v", name, x.lo, x.hi, c.earliest, c.last)
		}
	}
}

// The extent of a segment in a row of pixels covers only the part of the line near that row, not
// its whole length.
func TestExtentsAreNarrow(t *testing.T) {
	for _, c := range []struct {
		a, b        point
		row         float32
		left, right float32 // x range of the line within its reach of 1.5
	}{
		{point{0, 0}, point{100, 100}, 50, 48.5, 51.5},
		{point{100, 100}, point{0, 0}, 50, 48.5, 51.5},
		{point{0, 100}, point{100, 0}, 30, 68.5, 71.5},
		{point{0, 0}, point{100, 100}, 0, 0, 1.5},
		{point{0, 0}, point{100, 100}, 100, 98.5, 100},
		{point{20, 0}, point{20, 100}, 50, 20, 20},
		{point{20, 7}, point{90, 7}, 7, 20, 90},
	} {
		s := newSegment(c.a, c.b, 2)
		if l, r := s.extent(c.row); l != c.left-s.reach || r != c.right+s.reach || s.reach != 1.5 {
			t.Errorf("%+v: from %v to %v, want %v to %v", c, l, r, c.left-s.reach, c.right+s.reach)
		}
	}
}
