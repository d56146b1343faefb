package humanize

import (
	"fmt"
	"math"
)

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
