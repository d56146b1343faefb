package params

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// limit reads from the tags which values the parameter takes.
func (p *Param) limit(tag reflect.StructTag) error {
	switch p.value.Kind() {
	case reflect.Int:
		p.Type = integer
		return p.between(tag.Get("range"))
	case reflect.Float64:
		p.Type = number
		return p.between(tag.Get("range"))
	case reflect.String:
		p.Type = word
		if p.Text = tag.Get("text"); p.Text != "" {
			return nil
		}
		p.Choices = strings.Split(tag.Get("choices"), ",")
		if slices.Contains(p.Choices, "") {
			return fmt.Errorf("choices %q, expected words with commas between them", tag.Get("choices"))
		}
		return nil
	case reflect.Bool:
		p.Type = boolean
		return nil
	}
	return fmt.Errorf("a %s, expected an int, float64, string or bool", p.value.Type())
}

// between reads a range.
func (p *Param) between(text string) error {
	low, high, ok := strings.Cut(text, "..")
	if !ok || low+high == "" {
		return fmt.Errorf("range %q, expected one such as 1..10, 0.. or >0..<1", text)
	}
	low, p.ExclusiveMin = strings.CutPrefix(low, ">")
	high, p.ExclusiveMax = strings.CutPrefix(high, "<")
	var faults [2]error
	p.Min, faults[0] = p.end(low, p.ExclusiveMin)
	p.Max, faults[1] = p.end(high, p.ExclusiveMax)
	if err := errors.Join(faults[:]...); err != nil {
		return fmt.Errorf("range %q: %w", text, err)
	}
	if p.Min != nil && p.Max != nil && !p.contains((*p.Min+*p.Max)/2) {
		return fmt.Errorf("range %q contains nothing", text)
	}
	return nil
}

// end reads an end of a range, which may be missing unless it is excluded.
func (p *Param) end(text string, excluded bool) (*float64, error) {
	if text == "" && !excluded {
		return nil, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || p.Type == integer && x != math.Trunc(x) {
		return nil, fmt.Errorf("%q is not the end of a range of type %s", text, p.Type)
	}
	return &x, nil
}

// accepts tells whether the present value is one of those that the tags allow.
func (p *Param) accepts() bool {
	switch p.Type {
	case integer:
		return p.contains(float64(p.value.Int()))
	case number:
		return p.contains(p.value.Float())
	case word:
		return p.Text != "" && p.value.String() != "" || slices.Contains(p.Choices, p.value.String())
	}
	return true
}

// contains tells whether a number lies in the range. NaN lies in none: a range has at
// least one end, and NaN compares with nothing. Neither do infinities.
func (p *Param) contains(x float64) bool {
	if math.IsInf(x, 0) {
		return false
	}
	high := p.Min == nil || x > *p.Min || x == *p.Min && !p.ExclusiveMin
	low := p.Max == nil || x < *p.Max || x == *p.Max && !p.ExclusiveMax
	return high && low
}
