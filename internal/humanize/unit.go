package humanize

import (
	"fmt"
	"math"
)

// A System is the unit system for lengths.
type System int

// Metric uses kilometres and metres. Imperial uses miles and feet.
const (
	Metric System = iota
	Imperial
)

// Long returns the unit for long ways in metres: a kilometre or a mile.
func (s System) Long() float64 {
	if s == Imperial {
		return mile
	}
	return 1000
}

// A mile and a foot in metres.
const (
	mile = 1609.344
	foot = 0.3048
)

// A unit is a unit of length or time.
type unit struct {
	size float64 // in metres or seconds
	time bool
}

// isSmall reports whether to keep this unit for lengths, because circuit boards are measured in
// millimetres or inches.
func (u unit) isSmall() bool { return !u.time && u.size < 0.3 }

var units = map[string]unit{
	"mm": {size: 0.001}, "cm": {size: 0.01}, "m": {size: 1}, "km": {size: 1000},
	"in": {size: 0.0254}, "ft": {size: foot}, "mi": {size: mile},
	"ms": {size: 0.001, time: true}, "s": {size: 1, time: true}, "min": {size: 60, time: true}, "h": {size: 3600, time: true},
}

// Units returns the names of all units: first lengths, then times, each from small to large.
func Units() []string {
	return []string{"mm", "cm", "in", "ft", "m", "km", "mi", "ms", "s", "min", "h"}
}

// Metres returns the size of a unit of length in metres, and false for any other unit.
func Metres(name string) (float64, bool) {
	u, ok := units[name]
	return u.size, ok && !u.time
}

// Seconds returns the size of a unit of time in seconds, and false for any other unit.
func Seconds(name string) (float64, bool) {
	u, ok := units[name]
	return u.size, ok && u.time
}

// Amount formats a value in the given unit: 1,428 km for 1428197 m, and 3 h 25 min for 12300 s.
// Lengths in millimetres, centimetres and inches keep their unit. A value in an unknown unit is
// formatted as a number with that unit. A value without a unit is formatted as a cost.
func Amount(v float64, name string, system System) string {
	u, ok := units[name]
	switch {
	case name == "":
		return Cost(v)
	case !ok, u.isSmall():
		return Number(math.Round(v*1e4)/1e4) + " " + Printable(name)
	case u.time:
		return Duration(v * u.size)
	}
	return Length(v*u.size, system)
}

// Length formats a length in metres.
func Length(metres float64, system System) string {
	name, size := lengthUnit(math.Abs(metres), system)
	if name == "ft" {
		return Thousands(metres/size, 0) + " ft"
	}
	return threeDigits(metres/size) + " " + name
}

// threeDigits formats a whole number in full, and any other number with at least three digits and
// at most two decimals.
func threeDigits(v float64) string {
	switch a := math.Abs(v); {
	case v == math.Round(v), a >= 999.5:
		return Thousands(v, 0)
	case a < 9.995:
		return Thousands(v, 2)
	}
	return Thousands(v, 1)
}

// Duration formats a time in seconds: 45 s, 12 min 30 s, 3 h 25 min.
func Duration(seconds float64) string {
	if seconds < 0 {
		return "-" + Duration(-seconds)
	}
	if seconds < 59.5 {
		return threeDigits(seconds) + " s"
	}
	if whole := math.Round(seconds); whole < 3600 {
		return inTwoUnits(whole, "min", "s")
	}
	return inTwoUnits(math.Round(seconds/60), "h", "min")
}

// inTwoUnits formats an amount of the smaller unit, 60 of which make the larger one.
func inTwoUnits(amount float64, large, small string) string {
	whole, rest := math.Floor(amount/60), math.Mod(amount, 60)
	if rest == 0 {
		return Thousands(whole, 0) + " " + large
	}
	return fmt.Sprintf("%s %s %.0f %s", Thousands(whole, 0), large, rest, small)
}
