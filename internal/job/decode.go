package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Decode reads a Spec in JSON. It is strict: it rejects members that are unknown, duplicate or of
// the wrong type, and any text after the object.
func Decode(data []byte) (Spec, error) { return decode[Spec](data) }

// decode reads an object in JSON strictly. It returns the zero value if the object has a fault.
func decode[T any](data []byte) (v T, err error) {
	if err := members(data, "", reflect.ValueOf(&v).Elem(), strict); err != nil {
		return *new(T), err
	}
	return v, nil
}

// A Submission is a Spec that may contain its input file.
type Submission struct {
	Spec
	Content *string `json:"content,omitempty" flag:"-" usage:"content of a small file, instead of instance"`
}

// DecodeSubmission reads a Submission as strictly as Decode. If the Submission contains a file, the
// returned Spec contains the hash of that file.
func DecodeSubmission(data []byte) (s Spec, content []byte, err error) {
	sub, err := decode[Submission](data)
	sub.StartFrom.take()
	switch {
	case err != nil || sub.Content == nil:
		return sub.Spec, nil, err
	case names(data, instanceField):
		return Spec{}, nil, fault(BadField, "content", " cannot be combined with %s: expected one of them", instanceField)
	}
	content = []byte(*sub.Content)
	sub.Instance = Hash(content)
	return sub.Spec, content, nil
}

// names reports whether an object contains the given member.
func names(data []byte, member string) bool {
	var all map[string]json.RawMessage
	err := json.Unmarshal(data, &all)
	return err == nil && all[member] != nil
}

// UnmarshalJSON calls Decode, so that a Spec is always read in the same way.
func (s *Spec) UnmarshalJSON(data []byte) (err error) {
	*s, err = Decode(data)
	return err
}

// A mode determines which members of an object are errors.
type mode int

const (
	strict  mode = iota // unknown members and null are errors
	lenient             // unknown members are ignored, but missing members are errors
)

// members reads an object into a struct. Names are case-sensitive and must not repeat, because
// programs differ in which of two values they use.
func members(data []byte, path string, into reflect.Value, m mode) error {
	fields := fieldsOf(into.Type())
	var faults []error
	var seen []string
	err := each(data, path, func(name string, value json.RawMessage) {
		at := join(path, name)
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		switch {
		case i >= 0:
			seen = append(seen, name)
			faults = append(faults, fields[i].decode(value, at, into.FieldByIndex(fields[i].index), m))
		case m == strict:
			faults = append(faults, unknownMember(at, fields))
		}
	})
	if m == lenient && err == nil {
		err = missing(path, fields, seen)
	}
	return errors.Join(append(faults, err)...)
}

func unknownMember(path string, fields []Field) error {
	names := slices.Sorted(slices.Values(list.Map(fields, func(f Field) string { return f.Name })))
	return &Fault{UnknownField, budget.Message(path), fmt.Sprintf("unknown field %s: expected one of %s", budget.Quote(path), strings.Join(names, ", "))}
}

// missing returns an error that lists the members that are always written but are not in seen.
func missing(path string, fields []Field, seen []string) error {
	var names []string
	for _, f := range fields {
		if f.always && !slices.Contains(seen, f.Name) {
			names = append(names, f.Name)
		}
	}
	if names == nil {
		return nil
	}
	slices.Sort(names)
	return &Fault{BadResult, path, "missing fields: " + strings.Join(names, ", ")}
}

// decode reads the value of a field.
func (f *Field) decode(value json.RawMessage, path string, into reflect.Value, m mode) error {
	null := isNull(value)
	switch {
	case f.Kind == KindObject:
		return members(value, path, into, m)
	case f.Kind == KindMap, f.Kind == KindPairs:
		return texts(value, path, into)
	case f.Kind == KindDuration:
		return decodeDuration(value, path, into)
	case null && m == lenient && into.Kind() == reflect.Pointer:
		return nil
	case json.Unmarshal(value, into.Addr().Interface()) != nil, null && f.Kind != KindOther:
		return wrongType(path, f.expected(), value)
	}
	return nil
}

// expected describes the JSON values that a field accepts.
func (f *Field) expected() string {
	switch f.Kind {
	case KindText:
		return "a string"
	case KindBoolean:
		return "true or false"
	case KindInteger:
		if f.typed.Kind() == reflect.Uint64 {
			return wholeNumber
		}
		return "a whole number"
	case KindOther:
		return "a list"
	}
	return "a number"
}

const wholeNumber = "a whole number from 0 to 18446744073709551615"

// each visits the members of an object. It rejects any text after the object.
func each(data []byte, path string, visit func(name string, value json.RawMessage)) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if first, err := d.Token(); err != nil {
		return malformed(path, err)
	} else if first != json.Delim('{') {
		return wrongType(path, "an object", data)
	}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return malformed(path, err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return malformed(path, err)
		}
		text := name.(string) // otherwise the decoder would have failed
		if seen[text] {
			return &Fault{BadField, budget.Message(join(path, text)), "duplicate field " + budget.Quote(join(path, text))}
		}
		seen[text] = true
		visit(text, value)
	}
	if _, err := d.Token(); err != nil {
		return malformed(path, err)
	}
	if rest := bytes.TrimSpace(data[d.InputOffset():]); len(rest) > 0 {
		return &Fault{BadJSON, path, "expected nothing after the JSON object, found " + budget.Quote(rest)}
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func malformed(path string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("unexpected end of the JSON document")
	}
	return &Fault{BadJSON, path, "expected a JSON object: " + budget.Message(err.Error())}
}

func wrongType(path, expected string, value json.RawMessage) error {
	return &Fault{BadField, path, strings.TrimPrefix(path+": ", ": ") + "expected " + expected + ", found " + found(value)}
}

// found formats a JSON value for an error message. It shortens and quotes a long value.
func found(value json.RawMessage) string {
	var short bytes.Buffer
	if json.Compact(&short, value) != nil || short.Len() > longestFound {
		return budget.Quote(bytes.TrimSpace(value))
	}
	return short.String()
}

const longestFound = 40

func isNull(value json.RawMessage) bool { return string(bytes.TrimSpace(value)) == "null" }

// texts reads an object of strings, numbers and booleans into a map of strings.
func texts(value json.RawMessage, path string, into reflect.Value) error {
	all, faults := map[string]string{}, []error(nil)
	err := each(value, path, func(name string, value json.RawMessage) {
		text, ok := plain(value)
		if !ok {
			faults = append(faults, wrongType(budget.Message(join(path, name)), "a string, a number, true or false", value))
		}
		all[name] = text
	})
	if len(all) > 0 {
		into.Set(reflect.ValueOf(all))
	}
	return errors.Join(append(faults, err)...)
}

// plain returns the text of a string, a number or a boolean.
func plain(value json.RawMessage) (text string, ok bool) {
	switch value = bytes.TrimSpace(value); {
	case isNull(value) || value[0] == '{' || value[0] == '[':
		return "", false
	case value[0] != '"':
		return string(value), true
	}
	err := json.Unmarshal(value, &text)
	return text, err == nil
}

// decodeDuration reads a duration such as "30s", or seconds as a number.
func decodeDuration(value json.RawMessage, path string, into reflect.Value) error {
	text, ok := plain(value)
	d, err := ParseDuration(text)
	if !ok || err != nil {
		return wrongType(path, `a duration such as "30s", "2m" or 1.5`, value)
	}
	into.SetInt(int64(d))
	return nil
}
