package main

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// number formats v with three significant digits, and whole numbers in full.
func number(v float64) string {
	if v == 0 {
		return "0"
	}
	decimals := 2 - int(math.Floor(math.Log10(math.Abs(v))))
	if v == math.Trunc(v) {
		decimals = 0
	}
	return humanize.Thousands(v, min(max(decimals, 0), 4))
}

// natural compares names so that table2 comes before table10.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := chunk(a), chunk(b)
		a, b = a[len(x):], b[len(y):]
		m, err1 := strconv.Atoi(x)
		n, err2 := strconv.Atoi(y)
		if err1 == nil && err2 == nil {
			if c := cmp.Compare(m, n); c != 0 {
				return c
			}
			continue
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
	return strings.Compare(a, b)
}

// chunk returns the leading number of a name or, if the name does not start with a digit, its first
// byte.
func chunk(name string) string {
	digits := len(name) - len(strings.TrimLeft(name, "0123456789"))
	return name[:max(digits, 1)]
}
