package plot

import "math"

// A frame is the layout of a picture of curves, in pixels.
type frame struct {
	width, height            int
	scale                    float64 // of text and margins, 1 on a picture of 1600 x 900
	margin                   float64
	left, right, top, bottom float64 // of the area of the curves
	x, y                     axis
	reference                bool // whether the reference is shown
	paper                    colour
	legend                   []entry
}

// entry is one entry of the legend after layout: its swatch starts at x.
type entry struct {
	x, y  float64
	name  string
	index int
}

const (
	titleSize = 36 // sizes of type on a picture of 1600 pixels
	labelSize = 22
)

func (c Curves) frame() frame {
	var f frame
	f.format(c.Width, c.column)
	f.paper = c.Theme.palette().paper
	f.stack(c)
	xs, ys := c.ranges()
	f.x = f.timeAxis(xs)
	f.y = f.costAxis(ys, c.Reference)
	f.left = f.margin + f.widestLabel() + 14*f.scale
	f.right = max(float64(f.width)-f.margin, f.left+1)
	return f
}

// format chooses the size of the picture and of its text. A column of a page is
// read at half the width of a whole picture, so its text is twice as large.
func (f *frame) format(width int, column bool) {
	whole, aspect, margin := 1600.0, 9.0/16, 56.0
	if column {
		whole, aspect, margin = 740, 5.0/8, 12
	}
	f.width = width
	if f.width == 0 {
		f.width = int(whole)
	}
	f.scale = min(max(float64(f.width)/whole, 0.5), 4)
	f.margin = margin * f.scale
	f.height = int(math.Round(float64(f.width) * aspect))
}

// stack places the title, the legend and the label of the y axis below each
// other from the top, and leaves the rest to the curves.
func (f *frame) stack(c Curves) {
	s := f.scale
	f.top = f.margin
	if c.Title != "" {
		f.top += (titleSize + 12) * s
	}
	f.layLegend(c)
	if c.YLabel != "" {
		f.top += (labelSize + 8) * s
	}
	f.top += 12 * s
	f.bottom = float64(f.height) - f.margin - labelSize*s
	if c.XLabel != "" {
		f.bottom -= (labelSize + 14) * s
	}
	f.heighten(120 * s) // a long legend makes a higher picture
}

// heighten makes room for at least so much between the axes.
func (f *frame) heighten(least float64) {
	if lack := math.Ceil(f.top + least - f.bottom); lack > 0 {
		f.height += int(lack)
		f.bottom += lack
	}
}

func (f *frame) timeAxis(xs extent) axis {
	want := 9
	if f.width < 900 {
		want = 5
	}
	if xs.log {
		return logAxis(xs.lo, xs.hi, want)
	}
	return linearAxis(min(xs.lo, 0), xs.hi, want)
}

// costAxis leaves a margin above and below the curves, enough for the text at
// the reference line if there is one. It does not extend below zero
// unnecessarily.
func (f *frame) costAxis(ys extent, reference float64) axis {
	f.reference = reference > 0 && ys.near(reference)
	air := 0.03
	if f.reference {
		ys.include(reference)
		text := 1.8 * labelSize * f.scale
		air = text / (f.bottom - f.top - 2*text)
	}
	lo, hi := widened(ys.lo, ys.hi)
	air *= hi - lo
	if lo >= 0 && lo < air && !f.reference {
		return linearAxis(0, hi+air, 7)
	}
	return linearAxis(lo-air, hi+air, 7)
}

// layLegend arranges the names of several series in rows, starting at the top.
func (f *frame) layLegend(c Curves) {
	if len(c.Series) < 2 {
		return
	}
	size := labelSize * f.scale
	x, limit := f.margin, float64(f.width)-f.margin
	f.top += size
	for i, s := range c.Series {
		name, _ := fit(s.Name, size, limit-f.margin-60*f.scale)
		width := textWidth(name, size) + 46*f.scale
		if x+width > limit && x > f.margin {
			x, f.top = f.margin, f.top+1.5*size
		}
		f.legend = append(f.legend, entry{x, f.top, name, i})
		x += width + 46*f.scale
	}
	f.top += 24 * f.scale
}

func (f *frame) widestLabel() float64 {
	widest := 0.0
	for _, t := range f.y.ticks {
		widest = max(widest, textWidth(t.label, labelSize*f.scale))
	}
	return widest
}

// place is the position of a value on the picture.
func (f *frame) place(x, y float64) point {
	return at(f.left+f.x.of(x)*(f.right-f.left), f.bottom-f.y.of(y)*(f.bottom-f.top))
}
