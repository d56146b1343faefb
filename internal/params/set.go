package params

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Set sets parameters to values given as text and then validates all of them. p is a pointer to a
// struct, or a Group of such pointers. The error has a line for every fault. After an error, some
// of the values may have been set.
func Set(p Validator, values map[string]string) error {
	all, err := read(p)
	if err != nil {
		return err
	}
	err = each(values, Describe(p), func(i int, text string) error { return all[i].set(text) })
	if err != nil {
		return err
	}
	return p.Validate()
}

// Check validates values given as text against the descriptions of the parameters.
func Check(all []Param, values map[string]string) error {
	return each(values, all, func(i int, text string) error { return all[i].Check(text) })
}

// each calls do with the index of each parameter that has a value, and joins the errors.
func each(values map[string]string, all []Param, do func(i int, text string) error) error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if i := slices.IndexFunc(all, func(q Param) bool { return q.Name == name }); i >= 0 {
			faults = append(faults, do(i, values[name]))
		} else {
			faults = append(faults, fmt.Errorf("%w %q: expected one of %s", ErrUnknown, name, names(all)))
		}
	}
	return errors.Join(faults...)
}

// ErrUnknown indicates an unknown parameter.
var ErrUnknown = errors.New("unknown parameter")

func names(all []Param) string {
	return strings.Join(list.Map(all, func(p Param) string { return p.Name }), ", ")
}

// set sets the field to a value given as text. It does not check the range.
func (f *field) set(text string) error {
	if !f.value.CanSet() {
		return fmt.Errorf("cannot set %s: expected a pointer to its struct", f.Name)
	}
	value, err := f.parse(text)
	if err != nil {
		return err
	}
	f.value.Set(reflect.ValueOf(value).Convert(f.value.Type()))
	return nil
}

// Check returns an error if the tags do not allow a value given as text.
func (p Param) Check(text string) (err error) {
	if p.Default, err = p.parse(text); err != nil {
		return err
	}
	if !p.accepts() {
		return &Error{p.Name, p.shown(), p.expected()}
	}
	return nil
}

// parse parses a value given as text.
func (p *Param) parse(text string) (value any, err error) {
	kind := ""
	switch p.Type {
	case integer:
		kind = "a whole number, "
		value, err = strconv.Atoi(text)
	case number:
		kind = "a number, "
		value, err = strconv.ParseFloat(text, 64)
	case boolean:
		value, err = strconv.ParseBool(text)
	default:
		value = text
	}
	if err != nil {
		return nil, &Error{p.Name, strconv.Quote(text), kind + p.expected()}
	}
	return value, nil
}
