package plot

import (
	"fmt"
	"io"
	"math"
)

// Curves is a picture of cost, or gap, against time for one or several runs.
type Curves struct {
	Series                []Series
	Title, XLabel, YLabel string
	Reference             float64 // best known cost: a dashed line, if > 0 and in or near the range
	LogX                  bool    // always used if X spans more than 2.5 decades
	Theme                 Theme   // Light or Dark
	Width                 int     // of the picture in pixels; 0 = 1600
	column                bool    // see Chart
}

// Series is one run, or several: their middle, and a band around it. A cost holds until the next one. A run that continued
// after its last improvement ends with a point of the same cost.
type Series struct {
	Name      string
	X, Y      []float64 // seconds, ascending, and costs
	Low, High []float64 // of a band around the costs; none without
}

// SVG writes the curves as SVG.
func (c Curves) SVG(w io.Writer) error {
	s, err := c.sheet()
	if err != nil {
		return err
	}
	return s.svg(w)
}

// PNG writes the curves as PNG.
func (c Curves) PNG(w io.Writer) error {
	s, err := c.sheet()
	if err != nil {
		return err
	}
	return s.png(w)
}

func (c Curves) sheet() (sheet, error) {
	if err := c.check(); err != nil {
		return sheet{}, err
	}
	f := c.frame()
	s := sheet{width: f.width, height: f.height, title: c.Title, theme: c.Theme}
	if s.title == "" {
		s.title = "curves"
	}
	s.paint = func(on canvas) { c.paint(on, f) }
	return s, nil
}

func (c Curves) check() error {
	for _, s := range c.Series {
		if err := s.check(); err != nil {
			return fmt.Errorf("plot: series %q: %w", s.Name, err)
		}
	}
	if !finite(c.Reference) {
		return fmt.Errorf("plot: reference is %v", c.Reference)
	}
	return checkWidth(c.Width)
}

func (s Series) check() error {
	if len(s.X) != len(s.Y) {
		return fmt.Errorf("%d x but %d y", len(s.X), len(s.Y))
	}
	if err := s.checkBand(); err != nil {
		return err
	}
	for i := range s.X {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			return fmt.Errorf("point %d is (%v, %v)", i, s.X[i], s.Y[i])
		}
		if i > 0 && s.X[i] < s.X[i-1] {
			return fmt.Errorf("x[%d] = %v is before x[%d] = %v", i, s.X[i], i-1, s.X[i-1])
		}
	}
	return nil
}

func (s Series) checkBand() error {
	if len(s.Low) != len(s.High) || len(s.Low) > 0 && len(s.Low) != len(s.X) {
		return fmt.Errorf("a band of %d and %d values around %d points", len(s.Low), len(s.High), len(s.X))
	}
	for i := range s.Low {
		if !finite(s.Low[i]) || !finite(s.High[i]) {
			return fmt.Errorf("the band at point %d is from %v to %v", i, s.Low[i], s.High[i])
		}
	}
	return nil
}

// finite leaves some margin, so that differences are finite too.
func finite(v float64) bool { return math.Abs(v) <= 1e300 }

func (c Curves) paint(on canvas, f frame) {
	f.paintHeader(on, c)
	f.paintAxes(on, c)
	// The first series is the most important one, so it is drawn last, above
	// the others.
	for i := len(c.Series) - 1; i >= 0; i-- {
		f.paintSeries(on, c.Series[i], c.Theme.palette().plain(i))
	}
	if f.reference {
		f.paintReference(on, c)
	}
}

// staircase goes horizontally to the time of the next cost, then to the cost.
// Of steps too small to see it keeps only the last. All other corners stay
// square.
func (f frame) staircase(x, y []float64) []point {
	last := f.place(x[0], y[0])
	route := []point{last}
	for i := 1; i < len(x); i++ {
		p := f.place(x[i], y[i])
		if hypot(p.x-last.x, p.y-last.y) < 0.3 && i < len(x)-1 {
			continue
		}
		route = append(route, point{p.x, last.y}, p)
		last = p
	}
	return route
}
