package humanize

import (
	"fmt"
	"math"
)

// A Column formats the values of a table column so that they align on the right. Lengths and
// numbers share one unit, which the heading shows, and one number of decimals. Times have a unit in
// each cell.
type Column struct {
	Unit     string // unit for the heading; empty if each cell has a unit or the values have none
	factor   float64
	decimals int
	rounding timeRounding
}

// NewColumn returns a column for values in the given unit. No value exceeds largest. Numbers
// without a unit and small lengths have as many decimals as the values need, within a limit.
func NewColumn(largest float64, name string, system System, values []float64) Column {
	u, ok := units[name]
	switch {
	case ok && u.time:
		return Column{factor: u.size, rounding: roundingFor(largest * u.size)}
	case !ok, u.isSmall():
		return Column{Unit: name, factor: 1, decimals: decimalsFor(largest, values)}
	}
	name, size := lengthUnit(largest*u.size, system)
	decimals := 1
	if largest*u.size/size < 100 {
		decimals = 2 // otherwise small values could all be shown as zeros
	}
	return Column{Unit: name, factor: u.size / size, decimals: decimals}
}

// lengthUnit returns the unit for lengths up to the given one, which is in metres.
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

// decimalsFor returns the number of decimals that the values need. The limit is 2, or more if the
// largest value would otherwise have fewer than six digits.
func decimalsFor(largest float64, values []float64) int {
	limit := 2
	if largest > 0 {
		limit = max(limit, min(12, 5-int(math.Floor(math.Log10(largest)))))
	}
	decimals := 0
	for _, v := range values {
		decimals = max(decimals, decimalsOf(v, limit))
	}
	return decimals
}

// timeRounding is the precision to which the times in a column are rounded.
type timeRounding int

const (
	notTime timeRounding = iota
	toMinutes
	toSeconds
	toHundredths
)

// roundingFor returns the rounding for a column with the given longest time in seconds.
func roundingFor(longest float64) timeRounding {
	switch {
	case longest >= 3599.5:
		return toMinutes
	case longest >= 59.5:
		return toSeconds
	}
	return toHundredths
}

// Text formats a value.
func (c Column) Text(v float64) string {
	if c.rounding != notTime && v < 0 {
		return "-" + c.Text(-v)
	}
	switch v *= c.factor; c.rounding {
	case toMinutes:
		return padded(math.Round(v/60), "h", "min")
	case toSeconds:
		return padded(math.Round(v), "min", "s")
	case toHundredths:
		return Thousands(v, 2) + " s"
	}
	return Thousands(v, c.decimals)
}

// padded does what inTwoUnits does, and shows the smaller unit with two digits.
func padded(amount float64, large, small string) string {
	whole, rest := math.Floor(amount/60), math.Mod(amount, 60)
	if whole == 0 {
		return fmt.Sprintf("%.0f %s", rest, small)
	}
	return fmt.Sprintf("%s %s %02.0f %s", Thousands(whole, 0), large, rest, small)
}
