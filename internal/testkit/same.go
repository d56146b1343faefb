package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// mayDiffer lists the top-level members of a result that describe how it was computed. SameResult
// ignores them, and also every member called seconds at any level.
var mayDiffer = []string{"version", "engine", "device", "threads", "phases"}

// SameResult compares two results in JSON, to the last digit and in the same order. It ignores
// times, phases, threads, devices, versions and white space. The error names the first member that
// differs.
func SameResult(got, want []byte) error {
	a, err := flatten(nil, "", got)
	if err != nil {
		return fmt.Errorf("got invalid JSON: %w", err)
	}
	b, err := flatten(nil, "", want)
	if err != nil {
		return fmt.Errorf("want is invalid JSON: %w", err)
	}
	for i := range min(len(a), len(b)) {
		switch {
		case a[i].path != b[i].path:
			return fmt.Errorf("got %s, want %s", a[i], b[i])
		case a[i].value != b[i].value:
			return fmt.Errorf("%s: got %s, want %s", a[i].path, a[i].value, b[i].value)
		}
	}
	switch {
	case len(a) > len(b):
		return fmt.Errorf("got %s, want nothing more", a[len(b)])
	case len(a) < len(b):
		return fmt.Errorf("got nothing more, want %s", b[len(a)])
	}
	return nil
}

// A member is a JSON value and its path. The value of an object or array is its opening bracket,
// and its members follow.
type member struct{ path, value string }

func (m member) String() string { return m.path + " = " + m.value }

// flatten appends a value and its members in the order in which they are written.
func flatten(all []member, path string, value json.RawMessage) ([]member, error) {
	if !json.Valid(value) {
		return nil, fmt.Errorf("%s: not valid JSON", path)
	}
	value = bytes.TrimSpace(value)
	if value[0] != '{' && value[0] != '[' {
		return append(all, member{path, string(value)}), nil
	}
	all = append(all, member{path, string(value[:1])})
	d := json.NewDecoder(bytes.NewReader(value))
	if _, err := d.Token(); err != nil { // opening bracket
		return nil, err
	}
	for i := 0; d.More(); i++ {
		inner := fmt.Sprintf("%s[%d]", path, i)
		if value[0] == '{' {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			inner = join(path, fmt.Sprint(name))
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		if skipped(path, inner) {
			continue
		}
		var err error
		if all, err = flatten(all, inner, raw); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// skipped reports whether SameResult ignores a member.
func skipped(parent, path string) bool {
	return path == join(parent, "seconds") || slices.Contains(mayDiffer, path)
}
