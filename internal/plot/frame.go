package plot

import (
	"cmp"
	"math"
)

// A frame is the layout of a chart, in pixels.
type frame struct {
	width, height            int
	scale                    float64 // scale of text and margins, 1 on a picture of 1600 x 900
	margin                   float64
	left, right, top, bottom float64 // edges of the plot area
	x, y                     axis
	paper                    colour
}

// A caption is the text around the area between the axes.
type caption struct {
	title, x, y string
	theme       Theme
	width       int  // picture width in pixels; 0 means the default
	column      bool // see Chart.Column
}

const (
	titleSize = 36 // font sizes on a picture 1600 pixels wide
	labelSize = 22
)

// frame returns a frame without axes.
func (c caption) frame() frame {
	var f frame
	f.format(c.width, c.column)
	f.paper = c.theme.palette().paper
	f.stack(c)
	return f
}

// format sets the size of the picture and of its text. A page column is displayed at half the width
// of a full picture, so its text is twice as large.
func (f *frame) format(width int, column bool) {
	whole, aspect, margin := 1600.0, 9.0/16, 56.0
	if column {
		whole, aspect, margin = 740, 5.0/8, 12
	}
	f.width = cmp.Or(width, int(whole))
	f.scale = min(max(float64(f.width)/whole, 0.5), 4)
	f.margin = margin * f.scale
	f.height = int(math.Round(float64(f.width) * aspect))
}

// stack places the title at the top and the y-axis label below it, and leaves the remaining height
// to the curves.
func (f *frame) stack(c caption) {
	s := f.scale
	f.top = f.margin
	if c.title != "" {
		f.top += (titleSize + 12) * s
	}
	if c.y != "" {
		f.top += (labelSize + 8) * s
	}
	f.top += 12 * s
	f.bottom = float64(f.height) - f.margin - labelSize*s
	if c.x != "" {
		f.bottom -= (labelSize + 14) * s
	}
	f.heighten(120 * s) // makes a narrow picture taller
}

// heighten enlarges the picture so that the height between the axes is at least least.
func (f *frame) heighten(least float64) {
	if lack := math.Ceil(f.top + least - f.bottom); lack > 0 {
		f.height += int(lack)
		f.bottom += lack
	}
}

func (f *frame) widestLabel() float64 {
	widest := 0.0
	for _, t := range f.y.ticks {
		widest = max(widest, textWidth(t.label, labelSize*f.scale))
	}
	return widest
}

// place returns the position of the value (x, y) on the picture.
func (f *frame) place(x, y float64) point {
	return at(f.left+f.x.of(x)*(f.right-f.left), f.bottom-f.y.of(y)*(f.bottom-f.top))
}

func (f frame) paintHeader(on canvas, c caption) {
	if c.title != "" {
		f.paintTitle(on, c.title, titleSize, c.theme)
	}
	if c.y != "" {
		letters := lettering{size: labelSize * f.scale, colour: c.theme.palette().muted}
		paintText(on, at(f.margin, f.top-20*f.scale), c.y, letters, float64(f.width)-2*f.margin)
	}
}

func (f frame) paintTitle(on canvas, title string, size float64, t Theme) {
	letters := lettering{size: size * f.scale, colour: t.palette().ink}
	place := at(f.margin, f.margin+0.75*titleSize*f.scale)
	paintText(on, place, title, letters, float64(f.width)-2*f.margin)
}

// paintAxes draws the grid, the base line and the labels.
func (f frame) paintAxes(on canvas, c caption) {
	p := c.theme.palette()
	letters := lettering{size: labelSize * f.scale, colour: p.muted}
	f.paintY(on, p, letters)
	f.paintX(on, p, letters)
	if c.x != "" {
		letters.align = right
		place := at(f.right, float64(f.height)-f.margin+0.2*labelSize*f.scale)
		paintText(on, place, c.x, letters, f.right-f.left)
	}
}

func (f frame) paintY(on canvas, p palette, letters lettering) {
	letters.align = right
	for _, t := range f.y.ticks {
		y := f.place(f.x.lo, t.at).y
		on.line([]point{{float32(f.left), y}, {float32(f.right), y}}, pen{colour: p.faint, width: f.scale})
		on.text(at(f.left-14*f.scale, float64(y)+0.34*letters.size), t.label, letters)
	}
}

func (f frame) paintX(on canvas, p palette, letters lettering) {
	letters.align = middle
	bottom := float32(f.bottom)
	for _, t := range f.x.ticks {
		x := f.place(t.at, f.y.lo).x
		on.line([]point{{x, float32(f.top)}, {x, bottom}}, pen{colour: p.faint, width: f.scale})
		on.text(at(float64(x), f.bottom+1.35*letters.size), t.label, letters)
	}
	on.line([]point{{float32(f.left), bottom}, {float32(f.right), bottom}}, pen{colour: p.muted, width: 1.5 * f.scale})
}
