package plot

import "math"

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

// of is the position of v on the axis.
func (a axis) of(v float64) float64 {
	if a.log {
		// Not the logarithm of a quotient, which may overflow.
		return (math.Log(max(v, a.lo)) - math.Log(a.lo)) / (math.Log(a.hi) - math.Log(a.lo))
	}
	return (v - a.lo) / (a.hi - a.lo)
}

// linearAxis has at most about want ticks.
func linearAxis(lo, hi float64, want int) axis {
	lo, hi = widened(lo, hi)
	return axis{lo: lo, hi: hi, ticks: linearTicks(lo, hi, want)}
}

// widened prevents a range so narrow that all its ticks would show the same
// number. The range of a run that never improved is a single value.
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

// linearTicks are the multiples of a nice step within the range.
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
		return "0" // not -0.00
	}
	if decimals > 9 {
		return exponential(v)
	}
	return thousands(v, decimals)
}

// niceStep is the least 1, 2 or 5 times a power of ten that is not below step.
func niceStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= step*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// logAxis needs 0 < lo. It has a tick per decade, thinned out if there are more
// than want, and at 2 and 5 as well if there are few.
func logAxis(lo, hi float64, want int) axis {
	if hi < 10*lo {
		lo, hi = lo/math.Sqrt(10), hi*math.Sqrt(10)
	}
	a := axis{lo: lo, hi: hi, log: true}
	first, last := math.Ceil(math.Log10(lo)-1e-9), math.Floor(math.Log10(hi)+1e-9)
	every := math.Ceil((last - first + 1) / float64(want))
	// Start one decade earlier, because its 2 and 5 may be on the axis although
	// its 1 is not.
	for e := (math.Ceil(first/every) - 1) * every; e <= last; e += every {
		a.addDecade(math.Pow(10, e), last-first < 3)
	}
	return a
}

func (a *axis) addDecade(power float64, all bool) {
	for _, m := range []float64{1, 2, 5} {
		v := m * power
		if v >= a.lo*(1-1e-9) && v <= a.hi*(1+1e-9) && (m == 1 || all) {
			a.ticks = append(a.ticks, tick{v, Number(v)})
		}
	}
}
