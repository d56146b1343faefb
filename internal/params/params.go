// Package params describes, checks and sets parameters: structs whose tags give each field a name,
// its valid values and a usage text.
//
//	Walks int     `json:"walks" range:"1..1000000" usage:"independent walks"`
//	Size  float64 `json:"size" range:">0.." usage:"moves that the heat lasts for"`
//	Kick  string  `json:"kick" choices:"segment,walk,close" usage:"where a kick cuts"`
//	Paced bool    `json:"paced" usage:"whether the heat follows the budget"`
//	Team  string  `json:"team" text:"names with commas between them" usage:"who takes part"`
//
// A range may lack one end and may exclude either end: >0..<1. A text must not be empty; the
// Validate method of the struct may check more. The fields of an embedded struct count as fields of
// the outer struct.
package params

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// A Validator is a parameter struct that can also check rules between several parameters.
type Validator interface {
	Validate() error
}

// A Param describes a parameter and its current value.
type Param struct {
	Name         string   `json:"name"`
	Type         string   `json:"type"` // integer, number, string or boolean
	Min          *float64 `json:"min,omitempty"`
	Max          *float64 `json:"max,omitempty"`
	ExclusiveMin bool     `json:"exclusiveMin,omitempty"` // Min itself is invalid
	ExclusiveMax bool     `json:"exclusiveMax,omitempty"`
	Choices      []string `json:"choices,omitempty"`
	Text         string   `json:"text,omitempty"` // expected content of a string without choices
	Default      any      `json:"default"`
	Usage        string   `json:"usage"`
}

// Parameter types, named as in JSON Schema.
const (
	integer = "integer"
	number  = "number"
	word    = "string"
	boolean = "boolean"
)

// Describe lists the parameters of a struct, of a pointer to a struct, or of a Group, with their
// current values as defaults. It omits fields with faulty tags, which Validate reports.
func Describe(p any) []Param {
	fields, _ := read(p)
	return append([]Param{}, list.Map(fields, func(f field) Param { return f.Param })...)
}

// A field is a parameter and the struct field that contains its value.
type field struct {
	Param
	value reflect.Value
}

// read lists the fields of p and reports faulty tags.
func read(p any) ([]field, error) {
	if g, ok := p.(interface{ members() []Validator }); ok {
		var all []field
		var faults []error
		for _, member := range g.members() {
			some, err := read(member)
			all, faults = append(all, some...), append(faults, err)
		}
		return all, errors.Join(faults...)
	}
	if t, ok := p.(Tagged); ok {
		p = t.Struct
	}
	v := reflect.Indirect(reflect.ValueOf(p))
	if v.Kind() != reflect.Struct {
		return nil, fmt.Errorf("expected a struct of parameters, found %T", p)
	}
	return fieldsOf(v)
}

// fieldsOf lists the fields of a struct.
func fieldsOf(v reflect.Value) (all []field, err error) {
	var faults []error
	for f, value := range v.Fields() {
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			some, err := fieldsOf(value)
			all, faults = append(all, some...), append(faults, err)
			continue
		}
		if one, err := newField(f, value); err != nil {
			faults = append(faults, err)
		} else {
			all = append(all, one)
		}
	}
	return all, errors.Join(faults...)
}

// newField reads the tags of a field.
func newField(f reflect.StructField, v reflect.Value) (field, error) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	p := Param{Name: name, Usage: f.Tag.Get("usage")}
	if !f.IsExported() || p.Name == "" || p.Usage == "" {
		return field{}, fmt.Errorf("field %s: expected an exported field with the tags json and usage", f.Name)
	}
	if err := p.limit(v.Type(), f.Tag); err != nil {
		return field{}, fmt.Errorf("field %s: %w", f.Name, err)
	}
	p.Default = v.Interface()
	return field{p, v}, nil
}
