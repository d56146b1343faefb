package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Matches returns an error unless the checkpoint has the expected problem, instance, algorithm,
// parameters and seed. The error lists all parameters that differ.
func (h Header) Matches(want Header) error {
	switch {
	case h.Problem != want.Problem:
		return differs("problem", h.Problem, want.Problem, "use an instance of the saved problem, or start a new search")
	case h.Hash != want.Hash:
		return differs("instance", h.Instance+" ("+h.Hash+")", want.Instance+" ("+want.Hash+")", "use the saved instance, or start a new search")
	case h.Algorithm != want.Algorithm:
		return differs("algorithm", h.Algorithm, want.Algorithm, "use the saved algorithm, or start a new search")
	}
	found := differentParams(h.Params, want.Params)
	if h.Seed != want.Seed {
		found = append(found, differs("seed", h.Seed, want.Seed, "use the saved seed, or start a new search"))
	}
	return errors.Join(found...)
}

func differs(field string, has, want any, advice string) error {
	return fmt.Errorf("%w: %s: the checkpoint contains %v, expected %v: %s", ErrMismatch, field, has, want, advice)
}

// differentParams returns an error for each parameter that differs, in alphabetical order.
func differentParams(has, want json.RawMessage) []error {
	a, err := members(has)
	b, wantErr := members(want)
	if err := errors.Join(err, wantErr); err != nil {
		return []error{fmt.Errorf("%w: parameters: %w", ErrMismatch, err)}
	}
	names := maps.Clone(a)
	maps.Copy(names, b)
	var found []error
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !bytes.Equal(a[name], b[name]) {
			found = append(found, differs("parameter "+name, valueOr(a[name]), valueOr(b[name]), "use the saved value, or start a new search"))
		}
	}
	return found
}

// members returns the parameters by name, each as compact JSON.
func members(params json.RawMessage) (map[string]json.RawMessage, error) {
	all := map[string]json.RawMessage{}
	if len(params) == 0 {
		return all, nil
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, params); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(compact.Bytes(), &all); err != nil {
		return nil, err
	}
	if all == nil { // the JSON value was null
		all = map[string]json.RawMessage{}
	}
	return all, nil
}

func valueOr(value json.RawMessage) string {
	if value == nil {
		return "none"
	}
	return string(value)
}
