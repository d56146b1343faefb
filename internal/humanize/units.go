// Package humanize writes numbers for people: with commas between thousands, and
// lengths and times in the units that people use.
package humanize

import (
	"fmt"
	"math"
)

// A System says what long ways are measured in.
type System int

// Metric has kilometres, Imperial miles.
const (
	Metric System = iota
	Imperial
)

// Miles and feet in metres.
const (
	mile = 1609.344
	foot = 0.3048
)

// A unit is one that lengths or times can be given in.
type unit struct {
	size float64 // in metres or seconds
	time bool
}

var known = map[string]unit{
	"mm": {size: 0.001}, "cm": {size: 0.01}, "m": {size: 1}, "km": {size: 1000},
	"in": {size: 0.0254}, "ft": {size: foot}, "mi": {size: mile},
	"ms": {size: 0.001, time: true}, "s": {size: 1, time: true}, "min": {size: 60, time: true}, "h": {size: 3600, time: true},
}

// Names lists the units that Amount knows, lengths first, small ones first.
func Names() []string {
	return []string{"mm", "cm", "in", "ft", "m", "km", "mi", "ms", "s", "min", "h"}
}

// Metres returns the size of a unit of length in metres, and false for any other unit.
func Metres(name string) (float64, bool) {
	u, ok := known[name]
	return u.size, ok && !u.time
}

// Seconds returns the size of a unit of time in seconds, and false for any other unit.
func Seconds(name string) (float64, bool) {
	u, ok := known[name]
	return u.size, ok && u.time
}

// Amount writes a value of the given unit for people: 1,428 km for 1428197 m, and
// 3 h 25 min for 12300 s. A length that is given in millimetres or inches stays what
// it is, because boards are measured so. A value of an unknown unit, or of none, is
// written as a number.
func Amount(v float64, name string, system System) string {
	u, ok := known[name]
	switch {
	case name == "":
		return Number(v)
	case !ok, !u.time && u.size < 0.3:
		return Number(math.Round(v*1e4)/1e4) + " " + name
	case u.time:
		return Duration(v * u.size)
	}
	return Length(v*u.size, system)
}

// Length writes a length in metres.
func Length(metres float64, system System) string {
	if system == Imperial {
		if math.Abs(metres) < mile/10 {
			return Thousands(metres/foot, 0) + " ft"
		}
		return digits(metres/mile) + " mi"
	}
	if math.Abs(metres) < 1000 {
		return digits(metres) + " m"
	}
	return digits(metres/1000) + " km"
}

// Duration writes a time in seconds: 45 s, 12 min 30 s, 3 h 25 min.
func Duration(seconds float64) string {
	if seconds < 0 {
		return "-" + Duration(-seconds)
	}
	if seconds < 59.5 {
		return digits(seconds) + " s"
	}
	if whole := math.Round(seconds); whole < 3600 {
		return joined(whole, 60, "min", "s")
	}
	return joined(math.Round(seconds/60), 60, "h", "min")
}

// joined writes an amount of the smaller unit in both units.
func joined(amount, ratio float64, large, small string) string {
	whole, rest := math.Floor(amount/ratio), math.Mod(amount, ratio)
	if rest == 0 {
		return Thousands(whole, 0) + " " + large
	}
	return fmt.Sprintf("%s %s %.0f %s", Thousands(whole, 0), large, rest, small)
}

// digits writes a number with at least three digits, and no more than two decimals.
func digits(v float64) string {
	switch a := math.Abs(v); {
	case v == math.Round(v), a >= 999.5:
		return Thousands(v, 0)
	case a < 9.995:
		return Thousands(v, 2)
	}
	return Thousands(v, 1)
}
