package job

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// Decode reads a Spec in JSON. It is strict: a member that is unknown, of the wrong type or
// there twice is a fault, and so is anything after the object.
func Decode(data []byte) (s Spec, err error) {
	if err := members(data, "", s.fields()); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// DecodeSubmission reads a Spec that may have its file with it: as the member content
// instead of instance. The Spec then has the hash of that.
func DecodeSubmission(data []byte) (s Spec, content []byte, err error) {
	var text, named *string
	fields := s.fields()
	fields["content"] = func(path string, value json.RawMessage) error {
		text = new(string)
		return to(text)(path, value)
	}
	fields[instanceField] = func(path string, value json.RawMessage) error {
		named = &s.Instance
		return to(named)(path, value)
	}
	err = members(data, "", fields)
	switch {
	case err != nil:
		return Spec{}, nil, err
	case text == nil:
		return s, nil, nil
	case named != nil:
		return Spec{}, nil, fault(BadField, "content", " and %s: expected one of them", instanceField)
	}
	content = []byte(*text)
	s.Instance = Hash(content)
	return s, content, nil
}

// fields are the setters of the members.
func (s *Spec) fields() map[string]setter {
	return map[string]setter{
		"instance": to(&s.Instance), "file": to(&s.File), "problem": to(&s.Problem), "label": to(&s.Label),
		"reading": object(map[string]setter{
			"metric": to(&s.Reading.Metric), "format": to(&s.Reading.Format), "unit": to(&s.Reading.Unit),
			"columns": texts(&s.Reading.Columns), "sheet": to(&s.Reading.Sheet), "skip_invalid": to(&s.Reading.SkipInvalid),
		}),
		"route": object(map[string]setter{"start": to(&s.Route.Start), "end": to(&s.Route.End), "open": to(&s.Route.Open)}),
		"settings": object(map[string]setter{
			"algorithm": to(&s.Settings.Algorithm), "params": texts(&s.Settings.Params), "seed": to(&s.Settings.Seed),
			"time_limit": duration(&s.Settings.TimeLimit), "max_steps": to(&s.Settings.MaxSteps),
			"no_improvement": duration(&s.Settings.NoImprovement), "stall_steps": to(&s.Settings.StallSteps),
			"target": to(&s.Settings.Target), "target_gap": to(&s.Settings.TargetGap),
		}),
	}
}

// UnmarshalJSON is Decode, so that there is one way to read a Spec.
func (s *Spec) UnmarshalJSON(data []byte) (err error) {
	*s, err = Decode(data)
	return err
}

// A setter takes the value of the member at a path.
type setter func(path string, value json.RawMessage) error

// members hands each member of an object to its setter, and refuses all others. Names must
// be as they are here, to the letter, and may not repeat: other programs may take another
// of two for the right one.
func members(data []byte, path string, known map[string]setter) error {
	return read(data, path, known, func(path string) error {
		expected := strings.Join(slices.Sorted(maps.Keys(known)), ", ")
		return &Fault{UnknownField, budget.Message(path), fmt.Sprintf("unknown field %s: expected one of %s", budget.Quote(path), expected)}
	})
}

// read hands each member of an object to its setter, and names the path of any other.
func read(data []byte, path string, known map[string]setter, other func(path string) error) error {
	var faults []error
	err := each(data, path, func(name string, value json.RawMessage) {
		at := join(path, name)
		if set, ok := known[name]; ok {
			faults = append(faults, set(at, value))
		} else {
			faults = append(faults, other(at))
		}
	})
	return errors.Join(append(faults, err)...)
}

// each visits the members of an object that is all there is in data.
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
		text := name.(string) // else the decoder had failed
		if seen[text] {
			return &Fault{BadField, budget.Message(join(path, text)), budget.Quote(join(path, text)) + " is there twice"}
		}
		seen[text] = true
		visit(text, value)
	}
	if _, err := d.Token(); err != nil {
		return malformed(path, err)
	}
	if rest := bytes.TrimSpace(data[d.InputOffset():]); len(rest) > 0 {
		return &Fault{BadJSON, path, "expected the end after a JSON object, found " + budget.Quote(rest)}
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
		err = errors.New("it ends early")
	}
	return &Fault{BadJSON, path, "expected a JSON object: " + budget.Message(err.Error())}
}

func wrongType(path, expected string, value json.RawMessage) error {
	return &Fault{BadField, path, strings.TrimPrefix(path+": ", ": ") + "expected " + expected + ", found " + found(value)}
}

// found shows a value in JSON, where only a text has quotes; a long one is a piece of a file.
func found(value json.RawMessage) string {
	var short bytes.Buffer
	if json.Compact(&short, value) != nil || short.Len() > longestFound {
		return budget.Quote(bytes.TrimSpace(value))
	}
	return short.String()
}

const longestFound = 40

// object takes an object with the members that are known.
func object(known map[string]setter) setter {
	return func(path string, value json.RawMessage) error { return members(value, path, known) }
}

// to takes a value of the type of its target.
func to[T string | bool | int | uint64 | float64 | *float64](target *T) setter {
	return func(path string, value json.RawMessage) error {
		if json.Unmarshal(value, target) != nil || isNull(value) {
			return wrongType(path, typeName(*target), value)
		}
		return nil
	}
}

func isNull(value json.RawMessage) bool { return string(bytes.TrimSpace(value)) == "null" }

func typeName(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int:
		return "a whole number"
	case uint64:
		return "a whole number from 0 to 18446744073709551615"
	}
	return "a number"
}

// texts takes an object of strings, numbers and booleans as texts.
func texts(target *map[string]string) setter {
	return func(path string, value json.RawMessage) error {
		all, faults := map[string]string{}, []error(nil)
		err := each(value, path, func(name string, value json.RawMessage) {
			text, ok := plain(value)
			if !ok {
				faults = append(faults, wrongType(budget.Message(join(path, name)), "a string, a number, true or false", value))
			}
			all[name] = text
		})
		if len(all) > 0 {
			*target = all
		}
		return errors.Join(append(faults, err)...)
	}
}

// plain is a string, a number or a boolean as a text.
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

// duration takes a time such as "30s", or seconds as a number.
func duration(target *Duration) setter {
	return func(path string, value json.RawMessage) error {
		text, ok := plain(value)
		if !ok || target.UnmarshalText([]byte(text)) != nil {
			return wrongType(path, `a time such as "30s", "2m" or 1.5`, value)
		}
		return nil
	}
}
