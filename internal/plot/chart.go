package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Chart is a picture of values, for example the remaining gap, against time on a logarithmic axis.
// The series names are at the ends of the lines.
type Chart struct {
	Series                []Series
	Title, XLabel, YLabel string
	XUnit, YUnit          string // text after the axis numbers, for example " s"
	// if positive, the value axis is logarithmic, and smaller values are drawn at Floor because the
	// axis has no zero; if 0, the axis is linear
	Floor      float64
	FloorLabel string // label at Floor, instead of the number
	// range of a linear axis; if both are equal, the values determine the range
	From, To  float64
	Points    bool // draw marks instead of lines
	Patterned bool // distinguish series by dashes and marks as well as by colour
	// format for a page column: a smaller picture with larger text, and a title for screen readers
	// only
	Column bool
	Theme  Theme // Light or Dark
	Width  int   // picture width in pixels; 0 means 1600, or 740 in a column
}

// SVG writes the chart as SVG.
func (c Chart) SVG(w io.Writer) error { return writeSVG(w, c.sheet) }

// PNG writes the chart as PNG.
func (c Chart) PNG(w io.Writer) error { return writePNG(w, c.sheet) }

func (c Chart) sheet() (sheet, error) {
	if err := c.check(); err != nil {
		return sheet{}, err
	}
	f := c.frame()
	paint := func(on canvas) { c.paint(on, f) }
	return sheet{f.width, f.height, cmp.Or(c.Title, "chart"), c.Theme, paint}, nil
}

func (c Chart) check() error {
	if err := checkNotNegative("floor", c.Floor); err != nil {
		return err
	}
	if !finite(c.From) || !finite(c.To) || c.From > c.To {
		return fmt.Errorf("plot: invalid range of values: %v to %v", c.From, c.To)
	}
	return errors.Join(checkSeries(c.Series), checkWidth(c.Width))
}

// plain returns the text around the chart. It omits the title in a column, because the page shows
// the title.
func (c Chart) plain() caption {
	title := c.Title
	if c.Column {
		title = ""
	}
	return caption{title: title, x: c.XLabel, y: c.YLabel, theme: c.Theme, width: c.Width, column: c.Column}
}

// frame returns the frame of the caption with the chart's axes and room for the series names.
func (c Chart) frame() frame {
	f := c.plain().frame()
	size := labelSize * f.scale
	f.heighten(float64(len(c.Series)) * nameHeight * size)
	x, y := c.ranges()
	f.y = c.valueAxis(y, int((f.bottom-f.top)/(3*size)))
	f.left = f.margin + f.widestLabel() + 14*f.scale
	names := 0.0
	for _, s := range c.Series {
		names = max(names, textWidth(s.Name, size))
	}
	names = min(names+nameGap*f.scale, float64(f.width)/3)
	f.right = max(float64(f.width)-f.margin-names, f.left+1)
	f.x = logScale(x, int((f.right-f.left)/(4.5*size)), c.XUnit)
	return f
}

func (c Chart) valueAxis(y axis, most int) axis {
	if c.Floor > 0 {
		a := logScale(y, most, c.YUnit)
		if y.lo == c.Floor {
			a.ground(c.Floor, c.FloorLabel)
		}
		return a
	}
	return linearAxis(y.lo, y.hi, max(most, 1)).withUnit(c.YUnit)
}

// ranges returns the ranges of the positive times and of the values. The range of the values has
// margins, but not below the floor. The range of the times has no margins.
func (c Chart) ranges() (x, y axis) {
	x = axis{lo: math.Inf(1), hi: 0, log: true}
	y = axis{lo: math.Inf(1), hi: math.Inf(-1), log: c.Floor > 0}
	for _, s := range c.Series {
		for _, v := range s.X {
			if v > 0 {
				x.include(v)
			}
		}
		for _, v := range slices.Concat(s.Y, s.Low, s.High) {
			y.include(v)
		}
	}
	return x, c.aired(y)
}

// aired adds margins to the range of the values.
func (c Chart) aired(y axis) axis {
	switch {
	case y.log && y.lo > y.hi:
	case y.log:
		y.lo, y.hi = max(y.lo/1.25, c.Floor), max(y.hi, c.Floor)*1.15
	case c.From < c.To:
		y.lo, y.hi = c.From, c.To
	case y.lo > y.hi:
		y.lo, y.hi = 0, 1
	default:
		lo, hi := widened(y.lo, y.hi)
		y.lo, y.hi = lo-0.03*(hi-lo), hi+0.03*(hi-lo)
	}
	return y
}

func (c Chart) paint(on canvas, f frame) {
	f.paintHeader(on, c.plain())
	f.paintAxes(on, c.plain())
	paint := f.paintSeries
	if c.Points {
		paint = f.paintPoints
	}
	for _, paint := range []func(canvas, Series, style){f.paintBand, paint} {
		for i, s := range slices.Backward(c.Series) {
			paint(on, s, c.style(i))
		}
	}
	f.paintNames(on, c)
}

// style returns the style of the i-th series.
func (c Chart) style(i int) style {
	if c.Patterned {
		return c.Theme.palette().patterned(i)
	}
	return c.Theme.palette().plain(i)
}
