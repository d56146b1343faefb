package job

import (
	"encoding"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Value is the flag value for a struct field. It implements pflag.Value.
type Value struct {
	Field
	target reflect.Value
}

// Values returns flag values for the fields of the struct that target points to.
func Values(target any) (all []*Value) {
	v := reflect.ValueOf(target).Elem()
	for _, f := range leaves(v.Type()) {
		if f.Flag != "" {
			all = append(all, &Value{Field: f, target: v.FieldByIndex(f.index)})
		}
	}
	return all
}

// ValueFor returns a flag value for a field of a Spec. The value is stored in target.
func ValueFor(path string, target any) *Value {
	return &Value{Field: field(path), target: reflect.ValueOf(target).Elem()}
}

// Words returns the command-line arguments that set the fields of the struct that target points to.
func Words(target any) (words []string) {
	for _, v := range Values(target) {
		if isUnset(v.target) && !v.always {
			continue
		}
		name := "--" + v.Flag
		if v.Short != "" {
			name = "-" + v.Short
		}
		switch v.Kind {
		case KindBoolean:
			words = append(words, name)
		case KindMap, KindPairs:
			for _, pair := range v.pairs() {
				words = append(words, name, pair)
			}
		default:
			words = append(words, name, v.String())
		}
	}
	return words
}

// Help returns the usage of the flag.
func (v *Value) Help() string {
	text := v.Usage
	if len(v.Choices) > 0 {
		text += ": " + strings.Join(v.Choices, ", ")
	}
	if v.Unset != "" {
		text += " (default: " + v.Unset + ")"
	}
	return text
}

// Type returns the placeholder that --help shows.
func (v *Value) Type() string {
	switch {
	case v.Placeholder != "":
		return v.Placeholder
	case v.Kind == KindBoolean:
		return "bool"
	case v.Kind == KindInteger:
		return "int"
	case v.Kind == KindText:
		return "string"
	}
	return string(v.Kind)
}

// String returns the value in the form that Set accepts, or "" if it is not set.
func (v *Value) String() string {
	if !v.target.IsValid() || isUnset(v.target) && v.Kind != KindBoolean && v.Kind != KindInteger {
		return ""
	}
	switch v.Kind {
	case KindMap, KindPairs:
		return strings.Join(v.pairs(), ",")
	case KindPercent:
		return fmt.Sprint(reflect.Indirect(v.target)) + "%"
	}
	return fmt.Sprint(reflect.Indirect(v.target))
}

// pairs returns the entries of a map, sorted by key.
func (v *Value) pairs() (all []string) {
	entries, _ := v.target.Interface().(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		all = append(all, v.pair(key+"="+entries[key]))
	}
	return all
}

// pair quotes an entry that Set would otherwise split.
func (v *Value) pair(text string) string {
	if v.Kind == KindPairs && (strings.Count(text, "=") > 1 || strings.Contains(text, `"`)) {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// Add adds an entry to a map.
func (v *Value) Add(key, value string) error { return v.add([]string{key + "=" + value}) }

// Has reports whether a map contains a key.
func (v *Value) Has(key string) bool {
	entries, _ := v.target.Interface().(map[string]string)
	_, ok := entries[key]
	return ok
}

// Set parses a value from the command line or a plan. For a map, it adds entries.
func (v *Value) Set(text string) error {
	if t, ok := v.target.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return t.UnmarshalText([]byte(text))
	}
	switch v.Kind {
	case KindBoolean:
		return set(v, text, strconv.ParseBool, "expected true or false")
	case KindInteger:
		return v.setInteger(text)
	case KindNumber:
		return set(v, Ungrouped(text), ParseNumber, "expected a number")
	case KindPercent:
		return set(v, strings.TrimSuffix(text, "%"), ParseNumber, "expected a percentage such as 1%")
	case KindDuration:
		d, err := ParseDuration(text)
		if err == nil {
			v.target.Set(reflect.ValueOf(d))
		}
		return err
	case KindMap:
		return v.add([]string{text})
	case KindPairs:
		return v.setPairs(text)
	}
	v.target.SetString(text)
	return nil
}

// set parses a value and assigns it.
func set[T any](v *Value, text string, parse func(string) (T, error), expected string) error {
	value, err := parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return errors.New(expected)
	case v.target.Kind() == reflect.Pointer:
		v.target.Set(reflect.ValueOf(&value))
	default:
		v.target.Set(reflect.ValueOf(value))
	}
	return nil
}

func (v *Value) setInteger(text string) error {
	text = Ungrouped(text)
	if v.target.Kind() == reflect.Uint64 {
		return set(v, text, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }, "expected "+wholeNumber)
	}
	return set(v, text, func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if n < 1 {
			err = strconv.ErrRange
		}
		return n, err
	}, "expected a whole number of at least 1")
}

// ParseNumber parses a finite number.
func ParseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		err = strconv.ErrRange
	}
	return x, err
}

// Ungrouped removes the separators between groups of digits.
func Ungrouped(number string) string {
	return strings.NewReplacer("_", "", ",", "", " ", "").Replace(number)
}

// setPairs parses several pairs that are separated by commas, each quoted as in CSV if necessary.
func (v *Value) setPairs(text string) error {
	if strings.Count(text, "=") < 2 {
		return v.add([]string{strings.Trim(text, `"`)})
	}
	pairs, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return err
	}
	return v.add(pairs)
}

// add adds entries to a map.
func (v *Value) add(pairs []string) error {
	entries, _ := v.target.Interface().(map[string]string)
	if entries == nil {
		entries = map[string]string{}
	}
	for _, pair := range pairs {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return errors.New("expected key=value")
		}
		entries[key] = value
	}
	v.target.Set(reflect.ValueOf(entries))
	return nil
}

// Suggestions returns the values that shell completion offers.
func (v *Value) Suggestions() []string { return append(slices.Clone(v.Choices), v.Examples...) }
