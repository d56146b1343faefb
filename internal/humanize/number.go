package humanize

import (
	"math"
	"strconv"
	"strings"
)

// Thousands formats a number with a comma after every three digits, and very
// long numbers with an exponent.
func Thousands(v float64, decimals int) string {
	if math.Abs(v) >= 1e12 {
		return Exponential(v)
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "−", s[1:]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + commas(whole) + fraction
}

// Exponential has at most ten digits, enough to distinguish the ticks of an
// axis.
func Exponential(v float64) string {
	return strings.Replace(strconv.FormatFloat(v, 'g', 10, 64), "e+", "e", 1)
}

func commas(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// Number formats a number with the decimals it needs, up to six digits.
func Number(v float64) string {
	if v != 0 && (math.Abs(v) < 1e-6 || math.Abs(v) >= 1e12) {
		return Exponential(v)
	}
	return Thousands(v, decimalsOf(v, 6))
}

// decimalsOf is the number of decimals that a number needs, up to most.
func decimalsOf(v float64, most int) int {
	decimals := 0
	for scaled := v; decimals < most && math.Abs(scaled-math.Round(scaled)) > 1e-9*math.Abs(scaled); decimals++ {
		scaled *= 10
	}
	return decimals
}
