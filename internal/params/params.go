// Package params describes, checks and sets parameters: structs whose tags say what
// each field is called, which values it takes and what it does.
//
//	Walks int     `json:"walks" range:"1..1000000" usage:"independent walks"`
//	Size  float64 `json:"size" range:">0.." usage:"moves that the heat lasts for"`
//	Kick  string  `json:"kick" choices:"segment,walk,close" usage:"where a kick cuts"`
//	Paced bool    `json:"paced" usage:"whether the heat follows the budget"`
//	Team  string  `json:"team" text:"names with commas between them" usage:"who takes part"`
//
// A range may lack one of its ends and exclude either: >0..<1. A text is any that is not
// empty, as far as tags can tell: the Validate method of the struct knows more. The fields of an
// embedded struct count as fields of the struct around it.
package params

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// A Validator is a struct of parameters that also knows the rules that hold between
// several of them.
type Validator interface {
	Validate() error
}

// A Param is one parameter with its present value.
type Param struct {
	Name         string   `json:"name"`
	Type         string   `json:"type"` // integer, number, string or boolean
	Min          *float64 `json:"min,omitempty"`
	Max          *float64 `json:"max,omitempty"`
	ExclusiveMin bool     `json:"exclusiveMin,omitempty"` // Min itself is refused
	ExclusiveMax bool     `json:"exclusiveMax,omitempty"`
	Choices      []string `json:"choices,omitempty"`
	Text         string   `json:"text,omitempty"` // what a string looks like that has no choices
	Default      any      `json:"default"`
	Usage        string   `json:"usage"`

	value reflect.Value
}

// The types of parameters, in the words of JSON Schema.
const (
	integer = "integer"
	number  = "number"
	word    = "string"
	boolean = "boolean"
)

// Describe lists the parameters of a struct, of a pointer to one or of a Group, with
// their present values as defaults. Fields with faulty tags are left out: Validate
// names them.
func Describe(p any) []Param {
	all, _ := read(p)
	return all
}

// read lists the parameters, and says what is wrong with the tags of the others.
func read(p any) ([]Param, error) {
	if g, ok := p.(interface{ members() []Validator }); ok {
		var all []Param
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
		return nil, fmt.Errorf("parameters are the fields of a struct, found %T", p)
	}
	return fields(v)
}

// fields lists the parameters of a struct.
func fields(v reflect.Value) (all []Param, err error) {
	var faults []error
	for i := range v.NumField() {
		var some []Param
		if f := v.Type().Field(i); f.Anonymous && f.Type.Kind() == reflect.Struct {
			some, err = fields(v.Field(i))
		} else {
			some, err = field(f, v.Field(i))
		}
		if err != nil {
			faults = append(faults, err)
		}
		all = append(all, some...)
	}
	return all, errors.Join(faults...)
}

// field is the parameter that a field is; none if its tags are faulty.
func field(f reflect.StructField, v reflect.Value) ([]Param, error) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	p := Param{Name: name, Usage: f.Tag.Get("usage"), value: v}
	if !f.IsExported() || p.Name == "" || p.Usage == "" {
		return nil, fmt.Errorf("field %s: expected an exported field with the tags json and usage", f.Name)
	}
	if err := p.limit(f.Tag); err != nil {
		return nil, fmt.Errorf("field %s: %w", f.Name, err)
	}
	p.Default = v.Interface()
	return []Param{p}, nil
}
