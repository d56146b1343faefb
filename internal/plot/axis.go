package plot

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// An axis maps values to [0, 1] and has labelled ticks.
type axis struct {
	lo, hi float64
	log    bool
	ticks  []tick
}

type tick struct {
	at    float64
	label string
}

func (a *axis) include(v float64) { a.lo, a.hi = min(a.lo, v), max(a.hi, v) }

// of returns the position of v on the axis.
func (a axis) of(v float64) float64 {
	if a.log {
		// The logarithm of the quotient is not used, because the quotient may overflow.
		return (math.Log(max(v, a.lo)) - math.Log(a.lo)) / (math.Log(a.hi) - math.Log(a.lo))
	}
	return (v - a.lo) / (a.hi - a.lo)
}

// crowded reports whether two adjacent labels are less than a letter apart.
func (a axis) crowded(width, size float64) bool {
	end := math.Inf(-1)
	for _, t := range a.ticks {
		middle, half := width*a.of(t.at), textWidth(t.label, size)/2
		if middle-half < end+0.6*size {
			return true
		}
		end = middle + half
	}
	return false
}

// linearAxis returns an axis with at most about want ticks.
func linearAxis(lo, hi float64, want int) axis {
	lo, hi = widened(lo, hi)
	return axis{lo: lo, hi: hi, ticks: linearTicks(lo, hi, want)}
}

// widened widens a range that is so narrow that all its ticks would show the same number. The range
// of a run that never improved is a single value.
func widened(lo, hi float64) (float64, float64) {
	size := max(math.Abs(lo), math.Abs(hi))
	switch {
	case size == 0:
		return -1, 1
	case hi-lo <= 1e-9*size:
		return lo - 0.05*size, hi + 0.05*size
	}
	return lo, hi
}

// linearTicks returns the multiples of a nice step within the range.
func linearTicks(lo, hi float64, want int) []tick {
	step := niceStep((hi - lo) / float64(want))
	decimals := max(0, int(-math.Floor(math.Log10(step)+1e-9)))
	var ticks []tick
	first, last := math.Ceil(lo/step-1e-6), math.Floor(hi/step+1e-6)
	for i := range int(last-first) + 1 {
		v := (first + float64(i)) * step
		ticks = append(ticks, tick{v, label(v, decimals)})
	}
	return ticks
}

func label(v float64, decimals int) string {
	if v == 0 {
		return "0" // avoids -0.00
	}
	if decimals > 9 {
		return humanize.Typeset(humanize.Exponential(v))
	}
	return humanize.Typeset(humanize.Thousands(v, decimals))
}

// niceStep returns the smallest 1, 2 or 5 times a power of ten that is at least step.
func niceStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= step*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

func (a *axis) addDecade(power float64, all bool) {
	for _, m := range []float64{1, 2, 5} {
		v := m * power
		if v >= a.lo*(1-1e-9) && v <= a.hi*(1+1e-9) && (m == 1 || all) {
			a.ticks = append(a.ticks, tick{v, humanize.Typeset(humanize.Number(v))})
		}
	}
}

// logScale returns a logarithmic axis that covers exactly the range of a. It has ticks at 1, 2 and
// 5 of every decade if there is room, otherwise one tick per decade or fewer. If that leaves fewer
// than two ticks, it has the ticks of a linear axis. An empty range becomes 1 to 10.
func logScale(a axis, most int, unit string) axis {
	a.log, most = true, max(most, 1)
	if a.lo > a.hi {
		a.lo, a.hi = 1, 10
	}
	if a.hi < 2.5*a.lo { // the range may contain no tick
		a.lo, a.hi = a.lo/2, a.hi*2
	}
	decades := math.Log10(a.hi) - math.Log10(a.lo)
	every := math.Ceil(decades / float64(most))
	first, last := math.Floor(math.Log10(a.lo)+1e-9), math.Floor(math.Log10(a.hi)+1e-9)
	for e := math.Floor(first/every) * every; e <= last; e += every {
		a.addDecade(math.Pow(10, e), 3*decades <= float64(most))
	}
	if len(a.ticks) < 2 { // the range is less than a decade
		a.ticks = linearTicks(a.lo, a.hi, most)
	}
	return a.withUnit(unit)
}

// withUnit appends a unit to the labels.
func (a axis) withUnit(unit string) axis {
	for i := range a.ticks {
		a.ticks[i].label += unit
	}
	return a
}

// ground adds a labelled tick at the lower end of the axis and removes ticks that would touch it.
func (a *axis) ground(floor float64, label string) {
	a.lo = floor
	a.ticks = slices.DeleteFunc(a.ticks, func(t tick) bool { return t.at <= 1.5*floor })
	a.ticks = slices.Insert(a.ticks, 0, tick{floor, label})
}
