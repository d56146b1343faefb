package plot

import (
	"math"

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
