package main

import (
	"html/template"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// A frame is what the template of a page needs.
type frame struct {
	Title    string
	Root     string // path from the page to the root of the site
	Body     template.HTML
	Sections []framedSection
	IsStart  bool
}

type framedSection struct {
	Title   string
	Entries []framedEntry
}

// A framedEntry is a link of the contents. The current page lists its headings too.
type framedEntry struct {
	Title, Address string
	Current        bool
	Headings       []heading
}

// A heading is a second heading of a page with its anchor.
type heading struct{ ID, Text string }

func (s *site) frame(p *page) frame {
	f := frame{Title: p.title, Root: relative(p.name, ""), Body: p.body, IsStart: p.name == "index.html"}
	for _, part := range s.sections {
		framed := framedSection{Title: part.title}
		for _, e := range part.entries {
			framed.Entries = append(framed.Entries, frameEntry(p, e))
		}
		f.Sections = append(f.Sections, framed)
	}
	if f.IsStart {
		f.Body = cards(f.Body)
	}
	return f
}

func frameEntry(p *page, e entry) framedEntry {
	framed := framedEntry{Title: e.title, Address: relative(p.name, nameOf(e.source)), Current: nameOf(e.source) == p.name}
	if framed.Current {
		for _, part := range partsOf(string(p.body)) {
			if part.level == 2 {
				framed.Headings = append(framed.Headings, heading{part.id, part.heading})
			}
		}
	}
	return framed
}

// cards puts every part of a page with a second heading into a section.
func cards(body template.HTML) template.HTML {
	before, rest, found := strings.Cut(string(body), "<h2")
	if !found {
		return body
	}
	parts := "<section><h2" + strings.ReplaceAll(rest, "<h2", "</section><section><h2") + "</section>"
	return template.HTML(before + `<div class="cards">` + parts + "</div>")
}

// A part is a heading of a page with the text up to the next heading.
type part struct {
	level             int
	id, heading, text string
}

// partsOf splits the HTML of a page at its headings with ids.
func partsOf(body string) (parts []part) {
	parts = []part{{level: 1}}
	inHeading := false
	for z := html.NewTokenizer(strings.NewReader(body)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return parts
		}
		t := z.Token()
		last := &parts[len(parts)-1]
		switch level := levelOf(t); {
		case kind == html.StartTagToken && level > 0:
			parts, inHeading = append(parts, part{level: level, id: attribute(t, "id")}), true
		case kind == html.EndTagToken && level > 0:
			inHeading = false
		case kind == html.TextToken && inHeading:
			last.heading += t.Data
		case kind == html.TextToken:
			last.text += " " + t.Data
		}
	}
}

// levelOf returns 1 to 4 for a tag of a heading, otherwise 0.
func levelOf(t html.Token) int {
	if t.Type == html.TextToken {
		return 0
	}
	return 1 + slices.Index([]string{"h1", "h2", "h3", "h4"}, t.Data)
}

func attribute(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
