package format

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/heading"
)

// The kinds of columns.
const (
	colLat  = "lat"
	colLon  = "lon"
	colX    = "x"
	colY    = "y"
	colZ    = "z"
	colID   = "id"
	colName = "name"
	colTown = "town" // a name that many cities may share
	colPair = "pair" // latitude and longitude in one field
	colWKT  = "wkt"  // POINT (longitude latitude)

	colAddress = "address"
)

// columnNames maps the plain column names, in lower case, to their meaning.
var columnNames = map[string]string{
	"x": colX, "y": colY, "z": colZ,
	"lat": colLat, "latitude": colLat,
	"lon": colLon, "lng": colLon, "long": colLon, "longitude": colLon,
	"id": colID, "name": colName, "label": colName, "stop": colName, "city": colTown,
}

// How well a title matches a kind of column.
const (
	remote = 1 + iota // one word of the title matches
	likely            // a known title of that kind
	plain             // one of the names that the package comment lists
)

// fit returns how well a title matches a kind of column, or 0 if it does not match.
func fit(title, kind string) int {
	own := columnNames[strings.ToLower(strings.TrimSpace(title))]
	words := heading.Words(title)
	switch {
	case own == kind:
		return plain
	case own != "":
		return 0
	case inBrackets(title) == kind:
		return likely
	case inBrackets(title) != "":
		return 0
	case slices.Contains(likelyTitles[strings.Join(words, "")], kind):
		return likely
	case likelyTitles[strings.Join(words, "")] != nil:
		return 0
	case len(words) == 1 && columnNames[words[0]] == kind: // "Lat.", "X (mm)"
		return likely
	}
	if hasLatLon(title) || slices.ContainsFunc(words, func(w string) bool { return w == "mail" || w == "email" || w == "ip" }) {
		return 0
	}
	for _, known := range titleWords {
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(known.words, " "+w+" ") }) {
			if known.kind == kind {
				return remote
			}
			return 0
		}
	}
	return 0
}

// inBrackets returns colLat or colLon if the text in brackets names one of them, as in "Y (Lat)".
// It returns "" if the brackets contain anything else, such as a unit or a remark.
func inBrackets(title string) string {
	open := strings.IndexAny(title, "([{")
	if open < 0 {
		return ""
	}
	outside, inside := heading.Words(title[:open]), heading.Words(strings.TrimLeft(title[open:], "([{"))
	for _, known := range titleWords[:2] {
		if len(inside) == 1 && strings.Contains(known.words, " "+inside[0]+" ") {
			return known.kind
		}
	}
	if slices.Equal(inside, []string{"long"}) && slices.Equal(outside, []string{"x"}) {
		return colLon
	}
	return ""
}

// unitOf returns the unit of length in brackets at the end of a title, or "".
func unitOf(title string) string {
	title = strings.TrimSpace(title)
	open := strings.LastIndexAny(title, "([")
	if open < 0 || open+2 > len(title)-1 {
		return ""
	}
	unit := strings.ToLower(strings.TrimSpace(title[open+1 : len(title)-1]))
	if slices.Contains([]string{"mm", "cm", "m", "km", "in", "mil", "ft", "mi"}, unit) {
		return unit
	}
	return ""
}

// findColumns finds the columns with plain names. For each kind, it uses the first column.
func findColumns(header []string) map[string]int {
	cols := map[string]int{}
	for i, title := range header {
		kind := columnNames[strings.ToLower(strings.TrimSpace(title))]
		if _, taken := cols[kind]; kind != "" && !taken {
			cols[kind] = i
		}
	}
	return cols
}
