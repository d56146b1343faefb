package main

import (
	"go/doc/comment"
	"testing"
)

// Types of schemas are described in words.
func TestTypes(t *testing.T) {
	for want, s := range map[string]*schema{
		"":                          nil,
		"string":                    {Type: "string"},
		"integer or null":           {Type: []any{"integer", "null"}},
		"any":                       {},
		"tsp, &lt;qap&gt;":          {Type: "string", Enum: []any{"tsp", "<qap>"}},
		"string or number":          {OneOf: []*schema{{Type: "string"}, {Type: "number"}}},
		`<a href="#schema-j">J</a>`: {Ref: "#/components/schemas/J"},
		"list of list of number":    {Items: &schema{Items: &schema{Type: "number"}}},
	} {
		if got := typeOf(s); string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Fields of inner objects have dotted names, and required fields say so.
func TestFields(t *testing.T) {
	inner := &schema{Properties: map[string]*schema{"c": {Type: "string"}}, Required: []string{"c"}}
	fields := fieldsOf(&schema{Properties: map[string]*schema{"b": inner, "a": {Type: "number", Description: "A."}}})
	if len(fields) != 3 || fields[0].Name != "a" || fields[0].Description != "A." || fields[1].Name != "b" || fields[2].Name != "b.c" || !fields[2].Required || fields[1].Required {
		t.Errorf("%+v", fields)
	}
}

// Operations are grouped by tag, and sorted by path and method.
func TestGroups(t *testing.T) {
	tagged := operation{Tags: []string{"jobs"}}
	groups := groupsOf(openAPI{Paths: map[string]map[string]operation{"/b": {"get": tagged}, "/a": {"post": tagged, "get": tagged}, "/c": {"get": {}}}})
	if len(groups) != 2 || groups[0].Name != "Jobs" || groups[1].Name != "Other" || len(groups[0].Operations) != 3 {
		t.Fatalf("%+v", groups)
	}
	if first := groups[0].Operations[0]; first.Method != "GET" || first.Path != "/a" {
		t.Errorf("the first operation is %s %s", first.Method, first.Path)
	}
}

// Links of comments lead to the pages of the site, or to the standard library.
func TestCommentLinks(t *testing.T) {
	p := &goPackage{Address: "tsp/format.html"}
	for want, l := range map[string]*comment.DocLink{
		"#Read":                              {Name: "Read"},
		"#Document.Used":                     {Recv: "Document", Name: "Used"},
		"../tsp.html#Instance.Visit":         {ImportPath: module + "/tsp", Recv: "Instance", Name: "Visit"},
		"../tourmaline.html":                 {ImportPath: module},
		"https://pkg.go.dev/context#Context": {ImportPath: "context", Name: "Context"},
	} {
		if got := p.address(l); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
