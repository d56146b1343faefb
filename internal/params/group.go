package params

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// A Group presents the parameters of several structs as one object, for example those of an
// algorithm and of a neighbourhood. Set requires its members to be pointers.
type Group []Validator

func (g Group) members() []Validator { return g }

// Validate reports all faults of the members.
func (g Group) Validate() error {
	return errors.Join(list.Map(g, Validator.Validate)...)
}

// MarshalJSON encodes the parameters of all members as one flat object.
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

// Tagged turns a pointer to any struct with tags into a Validator. If the struct has a Validate
// method, it is called as well.
type Tagged struct{ Struct any }

// Validate reports all faults of the parameters.
func (t Tagged) Validate() error {
	if err := Validate(t.Struct); err != nil {
		return err
	}
	if v, ok := t.Struct.(Validator); ok {
		return v.Validate()
	}
	return nil
}
