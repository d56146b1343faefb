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
			faults = append(faults, Unknown(name, all))
			continue
		}
		faults = append(faults, all[i].set(values[name]))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return p.Validate()
}

// ErrUnknown is wrapped by the error for a parameter that there is not.
var ErrUnknown = errors.New("unknown parameter")

// Unknown is the error for a parameter that is none of those that there are.
func Unknown(name string, all []Param) error {
	return fmt.Errorf("%w %q: expected one of %s", ErrUnknown, name, names(all))
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

// Check tells what is wrong with a value given as text, as far as the tags say.
func (p Param) Check(text string) error {
	if !p.value.IsValid() {
		return fmt.Errorf("%s cannot be checked: expected a parameter that Describe lists", p.Name)
	}
	p.value = reflect.New(p.value.Type()).Elem()
	if err := p.set(text); err != nil {
		return err
	}
	if p.Default = p.value.Interface(); !p.accepts() {
		return &Error{p.Name, p.shown(), p.expected()}
	}
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
