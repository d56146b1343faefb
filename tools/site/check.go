package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// check returns an error that lists links that lead nowhere, files that a page would load from another
// host, duplicate anchors, and an index that is too large.
func (s *site) check() error {
	var faults []error
	anchors := map[string]map[string]bool{}
	for _, p := range s.pages {
		found, err := anchorsOf(p.name, s.files[p.name])
		anchors[p.name] = found
		faults = append(faults, err)
	}
	for _, p := range s.pages {
		for _, l := range linksOf(s.files[p.name]) {
			if fault := s.follow(p.name, l, anchors); fault != "" {
				faults = append(faults, fmt.Errorf("%s: %s: %s", p.name, l.address, fault))
			}
		}
	}
	if n := len(s.files["search.js"]); n > mostIndex {
		faults = append(faults, fmt.Errorf("search.js has %d bytes, expected at most %d", n, mostIndex))
	}
	return errors.Join(faults...)
}

// A link is an address on a page. A page loads some of them without a click.
type link struct {
	address string
	loaded  bool
}

// linksOf returns all links of a page.
func linksOf(text []byte) (links []link) {
	for z := html.NewTokenizer(bytes.NewReader(text)); ; {
		if z.Next() == html.ErrorToken {
			return links
		}
		t := z.Token()
		for _, a := range t.Attr {
			if a.Key == "href" || a.Key == "src" || a.Key == "action" {
				links = append(links, link{a.Val, t.Data != "a"})
			}
		}
	}
}

// anchorsOf returns the ids of a page, and an error if an id is used twice.
func anchorsOf(name string, text []byte) (map[string]bool, error) {
	found, twice := map[string]bool{}, map[string]bool{}
	for z := html.NewTokenizer(bytes.NewReader(text)); z.Next() != html.ErrorToken; {
		t := z.Token()
		if id := attribute(t, "id"); id != "" && t.Type != html.EndTagToken {
			twice[id] = twice[id] || found[id]
			found[id] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(twice)) {
		if twice[id] {
			return found, fmt.Errorf("%s: duplicate heading %q", name, id)
		}
	}
	return found, nil
}

// follow returns what is wrong with a link, or "".
func (s *site) follow(from string, l link, anchors map[string]map[string]bool) string {
	if strings.Contains(l.address, ":") {
		if l.loaded {
			return "pages load nothing from other hosts"
		}
		return ""
	}
	file, id, _ := strings.Cut(l.address, "#")
	to := from
	if file != "" {
		to = path.Join(path.Dir(from), file)
	}
	switch {
	case s.files[to] == nil:
		return "leads nowhere: expected a file of the site"
	case id != "" && anchors[to] != nil && !anchors[to][id]:
		return "leads nowhere: the page has no such heading"
	}
	return ""
}
