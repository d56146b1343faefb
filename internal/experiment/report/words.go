package report

import (
	"math"
	"strconv"
	"strings"
)

// number is a value for people: whole, or with four digits that count, and a decimal
// after long ones.
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case size >= 1e12:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case size >= 1000:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// figure is a value of the measure. Gaps have as many decimals below each other.
func (c *Comparison) figure(v float64) string {
	if c.Measure.Unit == "%" {
		return percent(v)
	}
	return number(v)
}

// percent is a gap.
func percent(v float64) string {
	if !(math.Abs(v) < 1e6) {
		return number(v)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// probability is a p: two digits that count, and none that nobody needs.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.001:
		return "< 0.001"
	case p > 0.995:
		return "1"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// equation is "p = 0.03" or "p < 0.001".
func equation(p float64) string {
	text := probability(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// list is "a, b and c".
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// statistic is that of a test, which is infinite if all instances agree.
func statistic(v float64) string {
	if math.IsInf(v, 1) {
		return "infinite"
	}
	return number(v)
}
