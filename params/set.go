package params

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Set writes values given as text into p, a pointer to a struct or a Group of those,
// and validates the whole. Every fault has a line of its own; after one, p may have
// some of the values.
func Set(p Validator, values map[string]string) error {
	all, err := read(p)
	if err != nil {
		return err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(all, func(q Param) bool { return q.Name == name })
		if i < 0 {
			faults = append(faults, fmt.Errorf("unknown parameter %q: expected one of %s", name, names(all)))
			continue
		}
		faults = append(faults, all[i].set(values[name]))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return p.Validate()
}

func names(all []Param) string {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.Name
	}
	return strings.Join(texts, ", ")
}

// set writes a value given as text, in range or not.
func (p *Param) set(text string) error {
	if !p.value.CanSet() {
		return fmt.Errorf("%s cannot be set: expected a pointer to its struct", p.Name)
	}
	value, kind, err := p.parse(text)
	if err != nil {
		return &Error{p.Name, strconv.Quote(text), kind + p.expected()}
	}
	p.value.Set(reflect.ValueOf(value).Convert(p.value.Type()))
	return nil
}

// parse reads a value, and says what kind of text it would have to be.
func (p *Param) parse(text string) (value any, kind string, err error) {
	switch p.Type {
	case integer:
		value, err = strconv.Atoi(text)
		return value, "a whole number, ", err
	case number:
		value, err = strconv.ParseFloat(text, 64)
		return value, "a number, ", err
	case boolean:
		value, err = strconv.ParseBool(text)
		return value, "", err
	}
	return text, "", nil
}
