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

var types = map[reflect.Kind]string{
	reflect.Int: integer, reflect.Float64: number, reflect.String: word, reflect.Bool: boolean,
}

// limit reads the valid values of a field of the given type from its tags.
func (p *Param) limit(of reflect.Type, tag reflect.StructTag) error {
	switch p.Type = types[of.Kind()]; p.Type {
	case integer, number:
		return p.between(tag.Get("range"))
	case boolean:
		return nil
	case word:
		if p.Text = tag.Get("text"); p.Text != "" {
			return nil
		}
		p.Choices = strings.Split(tag.Get("choices"), ",")
		if slices.Contains(p.Choices, "") {
			return fmt.Errorf("choices %q: expected words separated by commas", tag.Get("choices"))
		}
		return nil
	}
	return fmt.Errorf("type %s: expected int, float64, string or bool", of)
}

// between parses the range of a parameter.
func (p *Param) between(text string) error {
	low, high, ok := strings.Cut(text, "..")
	if !ok || low+high == "" {
		return fmt.Errorf("range %q: expected a range such as 1..10, 0.. or >0..<1", text)
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
		return fmt.Errorf("range %q is empty", text)
	}
	return nil
}

// end parses one end of a range. The end may be missing unless it is marked as excluded.
func (p *Param) end(text string, excluded bool) (*float64, error) {
	if text == "" && !excluded {
		return nil, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || p.Type == integer && x != math.Trunc(x) {
		return nil, fmt.Errorf("%q is not a valid bound for type %s", text, p.Type)
	}
	return &x, nil
}

// accepts reports whether the tags allow the current value.
func (p *Param) accepts() bool {
	v := reflect.ValueOf(p.Default)
	switch p.Type {
	case integer:
		return p.contains(float64(v.Int()))
	case number:
		return p.contains(v.Float())
	case word:
		return p.Text != "" && v.String() != "" || slices.Contains(p.Choices, v.String())
	}
	return true
}

// contains reports whether a number lies in the range. A range contains no infinity. It does not
// contain NaN either, because every range has at least one end.
func (p *Param) contains(x float64) bool {
	if math.IsInf(x, 0) {
		return false
	}
	high := p.Min == nil || x > *p.Min || x == *p.Min && !p.ExclusiveMin
	low := p.Max == nil || x < *p.Max || x == *p.Max && !p.ExclusiveMax
	return high && low
}
