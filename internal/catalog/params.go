package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Preparation is what happens before an algorithm takes over; all algorithms
// share these parameters.
type Preparation struct {
	Start      string `json:"start" usage:"start tour: greedy, nearest, curve or random"`
	Neighbours int    `json:"neighbours" usage:"length of the neighbour lists"`
	Lists      string `json:"lists" usage:"neighbour lists: nearest or quadrant"`
}

// prepared are the defaults for n cities. Quadrant lists make for better tours
// wherever cities lie in clusters or rows, but take three times as long to make,
// which very large instances do not get back.
func prepared(start string, n int) Preparation {
	if n > 150_000 {
		return Preparation{Start: start, Neighbours: 8, Lists: "nearest"}
	}
	return Preparation{Start: start, Neighbours: 10, Lists: "quadrant"}
}

func (p Preparation) preparation() Preparation { return p }

// preparationOf are the parameters that all algorithms for tours share.
func preparationOf(p Params) Preparation {
	return p.(interface{ preparation() Preparation }).preparation()
}

// Validate names everything that is wrong.
func (p Preparation) Validate() error {
	var faults []error
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"start", p.Start, []string{"greedy", "nearest", "curve", "random"}},
		{"lists", p.Lists, []string{"nearest", "quadrant"}},
	} {
		if !slices.Contains(f.known, f.value) {
			faults = append(faults, fmt.Errorf("%s = %q, expected one of %s", f.name, f.value, strings.Join(f.known, ", ")))
		}
	}
	if p.Neighbours < 2 || p.Neighbours > 1000 {
		faults = append(faults, fmt.Errorf("neighbours = %d, expected 2 to 1000", p.Neighbours))
	}
	return joinFaults(faults...)
}

// faults are several errors on one line, since they come from one command.
type faults []error

func (f faults) Unwrap() []error { return f }
func (f faults) Error() string {
	texts := make([]string, len(f))
	for i, e := range f {
		texts[i] = strings.ReplaceAll(e.Error(), "\n", "; ")
	}
	return strings.Join(texts, "; ")
}

func joinFaults(errs ...error) error {
	errs = slices.DeleteFunc(errs, func(e error) bool { return e == nil })
	if len(errs) == 0 {
		return nil
	}
	return faults(errs)
}

// A Param describes one parameter for people.
type Param struct {
	Name, Usage string
	Default     any
	value       reflect.Value
}

// Describe lists the parameters of p with their present values.
func Describe(p Params) []Param {
	var all []Param
	if set, ok := p.(interface{ parts() []Params }); ok {
		for _, part := range set.parts() {
			all = append(all, Describe(part)...)
		}
		return all
	}
	fields(reflect.ValueOf(p).Elem(), &all)
	return all
}

// A paramSet are parameters of several things: an algorithm and a neighbourhood.
type paramSet []Params

func (s paramSet) parts() []Params { return s }

// Validate names everything that is wrong.
func (s paramSet) Validate() error {
	faults := make([]error, len(s))
	for i, p := range s {
		faults[i] = p.Validate()
	}
	return joinFaults(faults...)
}

// MarshalJSON writes one object.
func (s paramSet) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, p := range Describe(s) {
		value, err := json.Marshal(p.Default)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", "{,"[min(i, 1)], p.Name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func fields(v reflect.Value, all *[]Param) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous {
			fields(v.Field(i), all)
			continue
		}
		*all = append(*all, Param{f.Tag.Get("json"), f.Tag.Get("usage"), v.Field(i).Interface(), v.Field(i)})
	}
}

// Set writes values given as text into p and validates the whole.
func Set(p Params, values map[string]string) error {
	params := Describe(p)
	var errs []error
	for name, text := range values {
		i := slices.IndexFunc(params, func(q Param) bool { return q.Name == name })
		if i < 0 {
			errs = append(errs, fmt.Errorf("unknown parameter %q: expected one of %s", name, names(params)))
			continue
		}
		if err := setField(params[i].value, text); err != nil {
			errs = append(errs, fmt.Errorf("parameter %s: %w", name, err))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	if len(errs) > 0 {
		return joinFaults(errs...)
	}
	return p.Validate()
}

func names(params []Param) string {
	all := make([]string, len(params))
	for i, p := range params {
		all[i] = p.Name
	}
	return strings.Join(all, ", ")
}

func setField(v reflect.Value, text string) error {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		v.SetInt(int64(n))
	case reflect.Float32, reflect.Float64:
		f, err := strconv.ParseFloat(text, v.Type().Bits())
		if err != nil {
			return fmt.Errorf("%q is not a number", text)
		}
		v.SetFloat(f)
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		v.SetBool(b)
	default:
		return errors.New("this parameter cannot be set")
	}
	return nil
}
