package job

import (
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
)

// An Algorithm is an algorithm that a job may use, with a JSON Schema of its parameters.
type Algorithm struct {
	problems.Offer
	Schema Schema `json:"schema"`
}

// A Schema is the part of JSON Schema that parameters need.
type Schema struct {
	Type                 string            `json:"type"`
	Description          string            `json:"description,omitempty"`
	Properties           map[string]Schema `json:"properties,omitempty"`
	AdditionalProperties *bool             `json:"additionalProperties,omitempty"`
	Minimum              *float64          `json:"minimum,omitempty"`
	Maximum              *float64          `json:"maximum,omitempty"`
	ExclusiveMinimum     *float64          `json:"exclusiveMinimum,omitempty"`
	ExclusiveMaximum     *float64          `json:"exclusiveMaximum,omitempty"`
	MinLength            int               `json:"minLength,omitempty"`
	Enum                 []string          `json:"enum,omitempty"`
	Default              any               `json:"default,omitempty"`
}

// Algorithms returns the algorithms of every problem.
func Algorithms() []Algorithm {
	return list.Map(allOffers(), func(o problems.Offer) Algorithm {
		return Algorithm{o, schemaOf(o.Params)}
	})
}

// offersFor returns the algorithms for a problem.
func offersFor(problem string) []problems.Offer {
	others := func(o problems.Offer) bool { return o.Problem != problem }
	return slices.DeleteFunc(slices.Clone(allOffers()), others)
}

// allOffers caches the algorithms of all problems. Describing them takes a millisecond, and every
// job is checked against them several times.
var allOffers = sync.OnceValue(problems.Offers)

// schemaOf returns the schema of a parameter object.
func schemaOf(params []tourmaline.ParamInfo) Schema {
	properties := map[string]Schema{}
	for _, p := range params {
		properties[p.Name] = property(p)
	}
	return Schema{Type: "object", Properties: properties, AdditionalProperties: new(false)}
}

// property returns the schema of a parameter.
func property(p tourmaline.ParamInfo) Schema {
	s := Schema{Type: p.Type, Description: p.Usage, Minimum: p.Min, Maximum: p.Max, Enum: p.Choices, Default: p.Default}
	if p.ExclusiveMin {
		s.Minimum, s.ExclusiveMinimum = nil, p.Min
	}
	if p.ExclusiveMax {
		s.Maximum, s.ExclusiveMaximum = nil, p.Max
	}
	if p.Text != "" {
		s.MinLength = 1
		s.Description += ": " + p.Text
	}
	return s
}
