package plot

import "math"

// logScale returns a logarithmic axis that covers exactly its range. It has ticks at 1, 2 and 5 of
// every decade if there is room, otherwise one tick per decade or fewer. If that leaves fewer than
// two ticks, it has the ticks of a linear axis. An empty range becomes 1 to 10.
func logScale(r extent, most int, unit string) axis {
	if r.lo > r.hi {
		r.lo, r.hi = 1, 10
	}
	if r.hi < 2.5*r.lo { // the range may contain no tick
		r.lo, r.hi = r.lo/2, r.hi*2
	}
	a := axis{lo: r.lo, hi: r.hi, log: true}
	most = max(most, 1)
	decades := math.Log10(r.hi) - math.Log10(r.lo)
	every := math.Ceil(decades / float64(most))
	first, last := math.Floor(math.Log10(r.lo)+1e-9), math.Floor(math.Log10(r.hi)+1e-9)
	for e := math.Floor(first/every) * every; e <= last; e += every {
		a.addDecade(math.Pow(10, e), 3*decades <= float64(most))
	}
	if len(a.ticks) < 2 { // the range is less than a decade
		a.ticks = linearTicks(r.lo, r.hi, most)
	}
	for i := range a.ticks {
		a.ticks[i].label += unit
	}
	return a
}

// ground adds a labelled tick at the lower end of the axis and removes ticks that would touch it.
func (a *axis) ground(floor float64, label string) {
	ticks := []tick{{floor, label}}
	for _, t := range a.ticks {
		if t.at > 1.5*floor {
			ticks = append(ticks, t)
		}
	}
	a.lo, a.ticks = floor, ticks
}
