package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A schema is what TypeScript can say of one of OpenAPI.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Enum                 []any
	Description          string
	Properties           map[string]schema
	Required             []string
	Items                *schema
	OneOf                []schema
	AdditionalProperties json.RawMessage
}

// typeScript are the types of the interface of the server, for its pages.
func typeScript(openAPI []byte) (string, error) {
	var doc struct {
		Components struct{ Schemas map[string]schema }
		Paths      map[string]map[string]struct {
			OperationID string
			RequestBody struct {
				Content map[string]struct{ Schema schema }
			}
		}
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		return "", err
	}
	all := doc.Components.Schemas
	for _, operations := range doc.Paths {
		for _, o := range operations {
			if body, ok := o.RequestBody.Content["application/json"]; ok && body.Schema.Ref == "" {
				all[camel(o.OperationID)] = body.Schema
			}
		}
	}
	var b strings.Builder
	b.WriteString("// Written by scripts/docs from the description of the HTTP interface: do not edit.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "\nexport type %s = %s;\n", name, all[name].typed(""))
	}
	return b.String(), nil
}

// camel turns submit-job into SubmitJob.
func camel(id string) (name string) {
	for word := range strings.SplitSeq(id, "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// typed is the schema as a type; lines after the first begin with the indent.
func (s schema) typed(indent string) string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]
	case len(s.Enum) > 0:
		return union(s.Enum, func(v any) string { return fmt.Sprintf("%q", v) })
	case len(s.OneOf) > 0:
		return union(s.OneOf, func(one schema) string { return one.typed(indent) })
	}
	if types, several := s.Type.([]any); several {
		return union(types, func(t any) string { return s.named(fmt.Sprint(t), indent) })
	}
	return s.named(fmt.Sprint(s.Type), indent)
}

func union[T any](of []T, text func(T) string) string {
	var all []string
	for _, one := range of {
		all = append(all, text(one))
	}
	return strings.Join(all, " | ")
}

// named is the schema as one of the types of JSON.
func (s schema) named(kind, indent string) string {
	switch kind {
	case "string", "boolean", "null":
		return kind
	case "integer", "number":
		return "number"
	case "array":
		if s.Items == nil {
			return "unknown[]"
		}
		of := s.Items.typed(indent)
		if strings.Contains(of, "|") {
			of = "(" + of + ")"
		}
		return of + "[]"
	case "object":
		return s.object(indent)
	}
	return "unknown"
}

func (s schema) object(indent string) string {
	if len(s.Properties) == 0 {
		var values schema
		if json.Unmarshal(s.AdditionalProperties, &values) != nil {
			return "Record<string, unknown>"
		}
		return "Record<string, " + values.typed(indent) + ">"
	}
	var b strings.Builder
	b.WriteString("{\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p, mark, key := s.Properties[name], "?", name
		if slices.Contains(s.Required, name) {
			mark = ""
		}
		if strings.ContainsFunc(name, func(r rune) bool {
			return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
		}) {
			key = strconv.Quote(name)
		}
		if p.Description != "" {
			fmt.Fprintf(&b, "%s  /** %s */\n", indent, strings.ReplaceAll(p.Description, "*/", "* /"))
		}
		fmt.Fprintf(&b, "%s  %s%s: %s;\n", indent, key, mark, p.typed(indent+"  "))
	}
	return b.String() + indent + "}"
}
