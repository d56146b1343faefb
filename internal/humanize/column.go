package humanize

import (
	"fmt"
	"math"
)

// A Column writes the values of a column of a table alike, so that they line up at the
// right: lengths and numbers with the same unit and decimals, which the head names, and
// times with a unit in each cell.
type Column struct {
	Unit     string // for the head of the table; empty where cells have their own, or there is none
	size     float64
	decimals int
	time     step // of times only
}

// NewColumn makes a column for values of the given unit, of which no other is larger than
// the largest. Numbers without a unit, and those of boards, have as many decimals as one of
// the values needs, within reason.
func NewColumn(largest float64, unit string, system System, values []float64) Column {
	u, ok := known[unit]
	switch {
	case ok && u.time:
		return Column{size: u.size, time: stepOf(largest * u.size)}
	case !ok, u.size < 0.3:
		return Column{Unit: unit, size: 1, decimals: needed(largest, values)}
	}
	name, size := lengthUnit(largest*u.size, system)
	return Column{Unit: name, size: u.size / size, decimals: threeDigits(largest * u.size / size)}
}

// lengthUnit is the unit for a table of lengths up to so many metres.
func lengthUnit(metres float64, system System) (name string, size float64) {
	switch {
	case system == Imperial && metres < mile/10:
		return "ft", foot
	case system == Imperial:
		return "mi", mile
	case metres < 1000:
		return "m", 1
	}
	return "km", 1000
}

// threeDigits is the number of decimals of a table whose largest value is given: small
// values beside it should not be zeros.
func threeDigits(largest float64) int {
	if largest < 100 {
		return 2
	}
	return 1
}

// needed is the number of decimals that some value has, at most as many as leave the
// largest six digits, or two.
func needed(largest float64, values []float64) int {
	most := 2
	if largest > 0 {
		most = max(most, min(12, 5-int(math.Floor(math.Log10(largest)))))
	}
	decimals := 0
	for _, v := range values {
		decimals = max(decimals, decimalsOf(v, most))
	}
	return decimals
}

// A step is what times are rounded to.
type step int

const (
	noTime step = iota
	minutes
	seconds
	hundredths
)

// stepOf is the step for a table of times up to the longest, in seconds.
func stepOf(longest float64) step {
	switch {
	case longest >= 3599.5:
		return minutes
	case longest >= 59.5:
		return seconds
	}
	return hundredths
}

// Text writes a value.
func (c Column) Text(v float64) string {
	if c.time != noTime && v < 0 {
		return "-" + c.Text(-v)
	}
	switch v *= c.size; c.time {
	case minutes:
		return padded(math.Round(v/60), "h", "min")
	case seconds:
		return padded(math.Round(v), "min", "s")
	case hundredths:
		return Thousands(v, 2) + " s"
	}
	return Thousands(v, c.decimals)
}

// padded writes an amount of the smaller of two units, of which sixty make a larger one, so
// that amounts line up.
func padded(amount float64, large, small string) string {
	whole, rest := math.Floor(amount/60), math.Mod(amount, 60)
	if whole == 0 {
		return fmt.Sprintf("%.0f %s", rest, small)
	}
	return fmt.Sprintf("%s %s %02.0f %s", Thousands(whole, 0), large, rest, small)
}
