package main

import (
	"strings"
	"testing"
)

// faulty returns what check finds on two pages, of which the first has the given body.
func faulty(body string) string {
	s := &site{files: map[string][]byte{
		"a.html": []byte(body), "b/c.html": []byte(`<h2 id="there">There</h2>`), "b/d.png": {1}, "search.js": {1},
	}, pages: []*page{{name: "a.html"}, {name: "b/c.html"}}}
	if err := s.check(); err != nil {
		return err.Error()
	}
	return ""
}

// The check finds links that lead nowhere, and files of other hosts.
func TestCheck(t *testing.T) {
	for body, want := range map[string]string{
		`<a href="b/c.html#there">c</a> <img src="b/d.png" alt="">`: "",
		`<a href="https://example.org/x#y">elsewhere</a>`:           "",
		`<h1 id="here">Here</h1><a href="#here">here</a>`:           "",
		`<a href="c.html">c</a>`:                                    "a.html: c.html: leads nowhere: expected a file",
		`<a href="b/c.html#where">c</a>`:                            "no such heading",
		`<a href="#where">c</a>`:                                    "no such heading",
		`<img src="https://example.org/pixel.png">`:                 "load nothing from other hosts",
		`<script src="https://example.org/s.js"></script>`:          "load nothing from other hosts",
		`<link rel="stylesheet" href="https://example.org/s.css">`:  "load nothing from other hosts",
		`<form action="https://example.org/">`:                      "load nothing from other hosts",
		`<h1 id="x">1</h1><h2 id="x">2</h2>`:                        `duplicate heading "x"`,
	} {
		got := faulty(body)
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// An index that takes long to load is an error.
func TestLargeIndex(t *testing.T) {
	s := &site{files: map[string][]byte{"search.js": make([]byte, mostIndex+1)}}
	if err := s.check(); err == nil || !strings.Contains(err.Error(), "search.js has 2000001 bytes") {
		t.Errorf("%v", err)
	}
}
