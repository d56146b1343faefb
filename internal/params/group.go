package params

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A Group presents the parameters of several structs as one object, such as those of an
// algorithm and of a neighbourhood. To be set, its members must be pointers.
type Group []Validator

func (g Group) members() []Validator { return g }

// Validate reports every fault of the members.
func (g Group) Validate() error {
	faults := make([]error, len(g))
	for i, p := range g {
		faults[i] = p.Validate()
	}
	return errors.Join(faults...)
}

// MarshalJSON encodes one flat object.
func (g Group) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range Describe(g) {
		value, err := json.Marshal(p.Default)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s%q:%s", either(i > 0, ",", ""), p.Name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Tagged makes any pointer to a struct with tags a Validator. If the struct has a Validate
// method, that is called as well.
type Tagged struct{ Struct any }

// Validate reports every fault of the parameters.
func (t Tagged) Validate() error {
	if err := Validate(t.Struct); err != nil {
		return err
	}
	if v, ok := t.Struct.(Validator); ok {
		return v.Validate()
	}
	return nil
}
