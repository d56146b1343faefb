package humanize

import (
	"math"
	"strconv"
	"strings"
)

// missing represents a number that is not finite.
const missing = "–"

// Figure formats a number for a table. It shows whole numbers in full, and other numbers with four
// significant digits, or with one decimal from 1000 on.
func Figure(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return missing
	case size >= 1e12:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case size >= 1000:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// Fixed formats a number for a table with a fixed number of decimals. From 1e6 on, it formats like
// Figure.
func Fixed(v float64, decimals int) string {
	if !(math.Abs(v) < 1e6) {
		return Figure(v)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// Probability formats a p-value with two significant digits.
func Probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return missing
	case p < 0.001:
		return "< 0.001"
	case p > 0.995:
		return "1"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// List formats names in the form "a, b and c".
func List(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
