// Package humanize formats numbers, lengths, durations, sizes and names for human readers.
//
// Numbers have an ASCII minus so that they can be copied and parsed. Typeset replaces it by a minus
// sign for pictures.
package humanize

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Thousands formats a number with commas between groups of three digits. Numbers from 1e12 on have
// an exponent.
func Thousands(v float64, decimals int) string {
	if math.Abs(v) >= 1e12 {
		return Exponential(v)
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + commas(whole) + fraction
}

// Exponential formats a number with at most ten digits, enough to distinguish the ticks of an axis.
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

// Number formats a number with as many decimals as it needs, at most six.
func Number(v float64) string {
	if v != 0 && (math.Abs(v) < 1e-6 || math.Abs(v) >= 1e12) {
		return Exponential(v)
	}
	return Thousands(v, decimalsOf(v, 6))
}

// Cost formats a cost without a unit.
func Cost(v float64) string {
	if v != 0 && math.Abs(v) < 0.01 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return Number(math.Round(v*1e6) / 1e6)
}

// decimalsOf returns the number of decimals that a number needs, at most limit.
func decimalsOf(v float64, limit int) int {
	decimals := 0
	for scaled := v; decimals < limit && math.Abs(scaled-math.Round(scaled)) > 1e-9*math.Abs(scaled); decimals++ {
		scaled *= 10
	}
	return decimals
}

// Typeset replaces the leading ASCII minus of a formatted number by a minus sign (U+2212).
func Typeset(number string) string {
	if digits, negative := strings.CutPrefix(number, "-"); negative {
		return "−" + digits
	}
	return number
}

// Exact formats a whole cost in full, and any other cost with nine digits.
func Exact(v float64) string {
	if v == float64(int64(v)) {
		return Cost(v)
	}
	return strconv.FormatFloat(v, 'g', 9, 64)
}

// Bytes formats a number of bytes: 512 bytes, 1.5 KiB, 4 GiB.
func Bytes(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	v := float64(n)
	for len(units) > 1 && v >= 1024 {
		v /= 1024
		units = units[1:]
	}
	if v != math.Trunc(v) {
		return fmt.Sprintf("%.1f %s", v, units[0])
	}
	return fmt.Sprintf("%.0f %s", v, units[0])
}

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
