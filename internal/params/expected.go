package params

import (
	"strconv"
	"strings"
)

// expected describes the valid values of a parameter.
func (p *Param) expected() string {
	switch p.Type {
	case word:
		if p.Text != "" {
			return p.Text
		}
		last := len(p.Choices) - 1
		return strings.Join(p.Choices[:last], ", ") + either(last > 0, " or ", "") + p.Choices[last]
	case boolean:
		return "true or false"
	}
	return p.bounds()
}

// bounds describes the range of a number.
func (p *Param) bounds() string {
	switch {
	case p.Max == nil && p.ExclusiveMin:
		return "more than " + written(*p.Min)
	case p.Max == nil:
		return written(*p.Min) + " or more"
	case p.Min == nil && p.ExclusiveMax:
		return "less than " + written(*p.Max)
	case p.Min == nil:
		return written(*p.Max) + " or less"
	case p.ExclusiveMin || p.ExclusiveMax:
		return either(p.ExclusiveMin, "more than ", "at least ") + written(*p.Min) + " and " +
			either(p.ExclusiveMax, "less than ", "at most ") + written(*p.Max)
	}
	return written(*p.Min) + " to " + written(*p.Max)
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// written formats a number, for example as 1,000,000 or 0.0001. It uses an exponent, as in 1e-100,
// if the number is very small or very large.
func written(x float64) string {
	if tiny := x != 0 && x > -1e-6 && x < 1e-6; tiny || x > 1e15 || x < -1e15 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	digits, negative := strings.CutPrefix(whole, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return either(negative, "-", "") + digits + either(fraction != "", "."+fraction, "")
}
