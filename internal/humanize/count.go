package humanize

import "strings"

// Count formats a number of things: 1 city, 2,000 cities, 3 stops.
func Count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok {
		return Number(float64(n)) + " " + stem + "ies"
	}
	return Number(float64(n)) + " " + one + "s"
}
