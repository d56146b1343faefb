package plot

import (
	"fmt"
	"io"
	"math"
)

// Chart is a picture of the remaining gap against time, on logarithmic axes,
// with the names of the series at the ends of their lines.
type Chart struct {
	Series                []Series
	Title, XLabel, YLabel string
	XUnit, YUnit          string  // after the numbers at the axes, such as " s"
	Floor                 float64 // > 0: values below are drawn here, because a logarithmic axis has no zero
	FloorLabel            string  // the label there, instead of the number
	Theme                 Theme   // Light or Dark
	Width                 int     // of the picture in pixels; 0 = 1600
}

// SVG writes the chart as SVG.
func (c Chart) SVG(w io.Writer) error {
	s, err := c.sheet()
	if err != nil {
		return err
	}
	return s.svg(w)
}

// PNG writes the chart as PNG.
func (c Chart) PNG(w io.Writer) error {
	s, err := c.sheet()
	if err != nil {
		return err
	}
	return s.png(w)
}

func (c Chart) sheet() (sheet, error) {
	if !(c.Floor > 0) || !finite(c.Floor) {
		return sheet{}, fmt.Errorf("plot: floor is %v, want a number above 0", c.Floor)
	}
	if err := (Curves{Series: c.Series, Width: c.Width}).check(); err != nil {
		return sheet{}, err
	}
	f := c.frame()
	s := sheet{width: f.width, height: f.height, title: c.Title, theme: c.Theme}
	if s.title == "" {
		s.title = "chart"
	}
	s.paint = func(on canvas) { c.paint(on, f) }
	return s, nil
}

// plain is the same page without its series, which would otherwise get a
// legend.
func (c Chart) plain() Curves {
	return Curves{Title: c.Title, XLabel: c.XLabel, YLabel: c.YLabel, Theme: c.Theme, Width: c.Width}
}

// frame is that of the plain page, with other axes and room for the names.
func (c Chart) frame() frame {
	f := c.plain().frame()
	size := labelSize * f.scale
	x, y := c.ranges()
	f.y = logScale(y, int((f.bottom-f.top)/(3*size)), c.YUnit)
	if y.lo == c.Floor {
		f.y.ground(c.Floor, c.FloorLabel)
	}
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

// ranges returns those of the times after zero and of the values from the floor
// on. The lines get a margin, but not below the floor or after the last time.
func (c Chart) ranges() (x, y extent) {
	x, y = extent{lo: math.Inf(1), hi: 0, log: true}, extent{lo: math.Inf(1), hi: 0, log: true}
	for _, s := range c.Series {
		for i := range s.X {
			if s.X[i] > 0 {
				x.include(s.X[i])
			}
			y.include(max(s.Y[i], c.Floor))
		}
	}
	if y.lo < math.Inf(1) {
		y.lo, y.hi = max(y.lo/1.25, c.Floor), y.hi*1.15
	}
	return x, y
}

func (c Chart) paint(on canvas, f frame) {
	f.paintHeader(on, c.plain())
	f.paintAxes(on, c.plain())
	for i := len(c.Series) - 1; i >= 0; i-- {
		f.paintSeries(on, c.Series[i], c.Theme.palette().serial(i))
	}
	f.paintNames(on, c)
}
