package plot

import "math"

// extent is the range of the values of one coordinate.
type extent struct {
	lo, hi float64
	log    bool
}

// ranges returns [0, 1] if there are no points, so that there are axes.
func (c Curves) ranges() (x, y extent) {
	x, y = extent{lo: math.Inf(1), hi: math.Inf(-1)}, extent{lo: math.Inf(1), hi: math.Inf(-1)}
	first := math.Inf(1) // of the times after zero
	for _, s := range c.Series {
		for i := range s.X {
			x.include(s.X[i])
			y.include(s.Y[i])
			if s.X[i] > 0 {
				first = min(first, s.X[i])
			}
		}
	}
	if x.lo > x.hi {
		return extent{hi: 1}, extent{hi: 1}
	}
	// Times of zero and below are drawn at the left edge of a logarithmic axis.
	if x.hi > 0 && (c.LogX || math.Log10(x.hi)-math.Log10(first) > 2.5) {
		x.lo, x.log = first, true
	}
	return x, y
}

func (e *extent) include(v float64) { e.lo, e.hi = min(e.lo, v), max(e.hi, v) }

// near reports whether v can be shown without compressing the rest: within the
// range, within half of it, or within some per cent of a range of one value.
func (e extent) near(v float64) bool {
	slack := max(0.5*(e.hi-e.lo), 0.05*math.Abs(e.hi))
	return v >= e.lo-slack && v <= e.hi+slack
}
