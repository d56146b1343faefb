package plot

import (
	"fmt"
	"math"
	"slices"
)

// A Series is one run, or the median of several runs with a band around it. A cost holds until the
// next point. A run that continued after its last improvement ends with a second point of the same
// cost.
type Series struct {
	Name      string
	X, Y      []float64 // seconds in ascending order, and costs
	Low, High []float64 // limits of a band around the costs; empty for no band
}

// checkSeries returns an error if a series cannot be drawn.
func checkSeries(all []Series) error {
	for _, s := range all {
		if err := s.check(); err != nil {
			return fmt.Errorf("plot: series %q: %w", s.Name, err)
		}
	}
	return nil
}

func (s Series) check() error {
	if len(s.X) != len(s.Y) {
		return fmt.Errorf("%d x values but %d y values", len(s.X), len(s.Y))
	}
	if err := s.checkBand(); err != nil {
		return err
	}
	for i := range s.X {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			return fmt.Errorf("point %d is (%v, %v), want finite numbers", i, s.X[i], s.Y[i])
		}
		if i > 0 && s.X[i] < s.X[i-1] {
			return fmt.Errorf("x[%d] = %v is less than x[%d] = %v, want increasing values", i, s.X[i], i-1, s.X[i-1])
		}
	}
	return nil
}

func (s Series) checkBand() error {
	if len(s.Low) != len(s.High) || len(s.Low) > 0 && len(s.Low) != len(s.X) {
		return fmt.Errorf("got a band of %d and %d values for %d points, want equal numbers", len(s.Low), len(s.High), len(s.X))
	}
	for i := range s.Low {
		if !finite(s.Low[i]) || !finite(s.High[i]) {
			return fmt.Errorf("the band at point %d is from %v to %v, want finite numbers", i, s.Low[i], s.High[i])
		}
	}
	return nil
}

// finite reports whether v is so far from the largest number that differences are also finite.
func finite(v float64) bool { return math.Abs(v) <= 1e300 }

// staircase returns a line that goes horizontally to the time of each cost, then vertically to the
// cost. If steps are too small to see, it retains only the last of them. All other corners stay
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

func (f frame) paintSeries(on canvas, s Series, look style) {
	if len(s.X) == 0 {
		return
	}
	route := f.staircase(s.X, s.Y)
	on.line(route, pen{colour: look.colour, width: 3 * f.scale, dash: look.scaled(f.scale)})
	if end := route[len(route)-1]; look.mark == round {
		on.dots([]point{end}, 5.5*f.scale, look.colour)
	} else {
		on.area(look.mark.outline(end, 5.5*f.scale), look.colour, 1)
	}
}

// paintBand fills the area between the low and the high values.
func (f frame) paintBand(on canvas, s Series, look style) {
	if len(s.Low) == 0 {
		return
	}
	back := f.staircase(s.X, s.High)
	slices.Reverse(back)
	on.area(append(f.staircase(s.X, s.Low), back...), look.colour, 0.16)
}

func (f frame) paintPoints(on canvas, s Series, look style) {
	for i := range s.X {
		paintMark(on, f.place(s.X[i], s.Y[i]), 6*f.scale, look, f.paper)
	}
}
