package main

import (
	"html/template"
	"strings"
	"testing"
)

// Links between texts lead to pages, and other links to the repository.
func TestDestination(t *testing.T) {
	s := &site{root: root}
	for _, c := range []struct{ source, address, want string }{
		{"docs/tours.md", "ants.md#trails", "ants.html#trails"},
		{"docs/tours.md", "../README.md", "overview.html"},
		{"docs/tours.md", "../python/README.md", "python.html"},
		{"docs/tours.md", "#devices", "#devices"},
		{"docs/tours.md", "README.md", "index.html"},
		{"docs/tours.md", "https://example.org/a#b", "https://example.org/a#b"},
		{"docs/tours.md", "openapi.json", "http.html"},
		{"docs/tours.md", "result.schema.json", "result.schema.json"},
		{"docs/adr/README.md", "../api.txt", "../go/index.html"},
		{"docs/tours.md", "man", repository + "tree/main/docs/man"},
		{"docs/adr/README.md", "0001-integer-distances.md", "../adr/0001-integer-distances.html"},
		{"docs/adr/README.md", "../tours.md", "../tours.html"},
		{"README.md", "docs/pictures/stops.png", "pictures/stops.png"},
		{"README.md", "example_test.go", repository + "blob/main/example_test.go"},
	} {
		got, err := s.destination(c.source, c.address)
		if err != nil || string(got) != c.want {
			t.Errorf("%s in %s: %q, %v; want %q", c.address, c.source, got, err, c.want)
		}
	}
	if _, err := s.destination("docs/tours.md", "none.md"); err == nil || !strings.Contains(err.Error(), "none.md leads nowhere") {
		t.Errorf("a missing file: %v", err)
	}
}

// A text becomes a page with the anchors of the repository; equal headings are counted.
func TestText(t *testing.T) {
	p, err := (&site{root: root}).text("docs/adr/0099-new.md", []byte("# A new one\n\n## Why, and `how`?\n\n## Why, and how?\n\n| a | |\n|---|---|\n| 1 | 2 |\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p.name != "adr/0099-new.html" || p.title != "A new one" {
		t.Errorf("name %q, title %q", p.name, p.title)
	}
	for _, want := range []string{`id="why-and-how"`, `id="why-and-how-1"`, `<div class="wide" tabindex="0"><table>`, "<td></td>"} {
		if !strings.Contains(string(p.body), want) {
			t.Errorf("%s is missing in\n%s", want, p.body)
		}
	}
}

// A body is split at its headings, and texts before the first heading are kept.
func TestParts(t *testing.T) {
	parts := partsOf(`Before. <h1 id="t">Title</h1><p>One <b>two</b>.</p><h2 id="s">A <code>b</code></h2>Three`)
	want := []part{{1, "", "", " Before. "}, {1, "t", "Title", " One  two ."}, {2, "s", "A b", " Three"}}
	if len(parts) != len(want) {
		t.Fatalf("%+v", parts)
	}
	for i := range want {
		if parts[i] != want[i] {
			t.Errorf("%+v, want %+v", parts[i], want[i])
		}
	}
}

// Every second heading of the first page is a card.
func TestCards(t *testing.T) {
	got := string(cards(template.HTML("<h1>A</h1>\n<h2>B</h2>b<h2>C</h2>c")))
	want := "<h1>A</h1>\n" + `<div class="cards"><section><h2>B</h2>b</section><section><h2>C</h2>c</section></div>`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := cards("no heading"); got != "no heading" {
		t.Errorf("%s", got)
	}
}
