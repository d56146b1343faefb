package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
)

// An openAPI is the part of docs/openapi.json that the page shows.
type openAPI struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]*schema }
}

type operation struct {
	Tags                 []string
	Summary, Description string
	Parameters           []parameter
	RequestBody          payload
	Responses            map[string]payload
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                *schema
}

// A payload is the content of a request or a response, by media type.
type payload struct {
	Description string
	Content     map[string]struct{ Schema *schema }
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Description          string
	Properties           map[string]*schema
	Required             []string
	Items                *schema
	Enum                 []any
	OneOf                []*schema
	AdditionalProperties any
}

// service adds the page about the HTTP interface.
func (s *site) service() error {
	text, err := s.read("docs/openapi.json")
	if err != nil {
		return err
	}
	var api openAPI
	if err := json.Unmarshal(text, &api); err != nil {
		return fmt.Errorf("docs/openapi.json: %w", err)
	}
	return s.generate("http.html", "HTTP interface", "http.html", struct {
		Groups  []group
		Schemas map[string]*schema
	}{groupsOf(api), api.Components.Schemas})
}

// generate adds a page whose body is the result of a template.
func (s *site) generate(name, title, layout string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, layout, data); err != nil {
		return err
	}
	s.pages = append(s.pages, &page{name: name, title: title, body: template.HTML(scrollable(b.String()))})
	return nil
}

// A group has the operations with the same first tag.
type group struct {
	Name       string
	Operations []described
}

// A described operation has its method and path.
type described struct {
	Method, Path string
	operation
}

func groupsOf(api openAPI) []group {
	groups := map[string][]described{}
	for _, path := range slices.Sorted(maps.Keys(api.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(api.Paths[path])) {
			o := api.Paths[path][method]
			tag := append(o.Tags, "other")[0]
			groups[tag] = append(groups[tag], described{strings.ToUpper(method), path, o})
		}
	}
	var sorted []group
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		sorted = append(sorted, group{strings.ToUpper(name[:1]) + name[1:], groups[name]})
	}
	return sorted
}

// A field is a row of the table of an object. Fields of inner objects have dotted names.
type field struct {
	Name, Description string
	Required          bool
	Schema            *schema
}

// fieldsOf returns the fields of an object, and of the objects that it contains.
func fieldsOf(s *schema) (fields []field) {
	if s == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		inner := s.Properties[name]
		fields = append(fields, field{name, inner.Description, slices.Contains(s.Required, name), inner})
		for _, f := range fieldsOf(inner) {
			f.Name = name + "." + f.Name
			fields = append(fields, f)
		}
	}
	return fields
}

// typeOf returns the type of a schema in words, with a link to a schema with a name.
func typeOf(s *schema) template.HTML {
	switch {
	case s == nil:
		return ""
	case s.Ref != "":
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		return template.HTML(fmt.Sprintf(`<a href="#schema-%s">%s</a>`, anchor(name), template.HTMLEscapeString(name)))
	case s.Items != nil:
		return "list of " + typeOf(s.Items)
	case len(s.Enum) > 0:
		return template.HTML(template.HTMLEscapeString(alternatives(s.Enum)))
	}
	var names []template.HTML
	for _, one := range s.OneOf {
		names = append(names, typeOf(one))
	}
	if len(names) == 0 {
		names = append(names, template.HTML(template.HTMLEscapeString(plainType(s.Type))))
	}
	return joined(names)
}

func joined(names []template.HTML) template.HTML {
	var texts []string
	for _, n := range names {
		texts = append(texts, string(n))
	}
	return template.HTML(strings.Join(texts, " or "))
}

func alternatives(values []any) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, fmt.Sprint(v))
	}
	return strings.Join(texts, ", ")
}

// plainType returns the type of a schema that states one type or a list of types.
func plainType(stated any) string {
	switch stated := stated.(type) {
	case string:
		return stated
	case []any:
		return strings.ReplaceAll(alternatives(stated), ", ", " or ")
	}
	return "any"
}
