package main

import (
	"encoding/json"
	"strings"
)

// mostIndex is the maximum size of the index, which a browser loads with the first search.
const mostIndex = 2_000_000

// search adds the index of all pages: a script, because a browser does not let pages read files that
// were opened without a server. An entry is an address, the title of the page, a heading and a text.
func (s *site) search() error {
	var index [][4]string
	for _, p := range s.pages {
		for _, part := range partsOf(string(p.body)) {
			text := strings.Join(strings.Fields(part.text), " ")
			if text == "" && part.heading == "" {
				continue
			}
			address := p.name
			if part.id != "" && part.level > 1 {
				address += "#" + part.id
			}
			index = append(index, [4]string{address, p.title, part.heading, text})
		}
	}
	data, err := json.Marshal(index)
	s.files["search.js"] = append(append([]byte("window.tourmalineIndex = "), data...), ";\n"...)
	return err
}
