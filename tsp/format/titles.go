package format

import (
	"slices"
	"strings"
	"unicode"
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
	colPair = "pair" // latitude and longitude in one field
	colWKT  = "wkt"  // POINT (longitude latitude)
)

// columnNames maps the plain column names, in lower case, to their meaning.
var columnNames = map[string]string{
	"x": colX, "y": colY, "z": colZ,
	"lat": colLat, "latitude": colLat,
	"lon": colLon, "lng": colLon, "long": colLon, "longitude": colLon,
	"id": colID, "name": colName, "label": colName, "city": colName, "stop": colName,
}

// How well a title matches a kind of column.
const (
	remote = 1 + iota // one word of the title matches
	likely            // a known title of that kind
	plain             // one of the names that the package comment lists
)

// likelyTitles holds titles used by other programs and in other languages, without spaces and
// punctuation.
var likelyTitles = titleTable(map[string]string{
	colLat:  "stoplat geolat ylat latdeg latdd latwgs84 wgs84lat breitengrad breite geobreite geografischebreite geographischebreite latitud breedtegraad gpslat gpslatitude",
	colLon:  "stoplon geolon geolng geolong xlon xlong xlng londeg lngdeg londd lonwgs84 wgs84lon laengengrad laenge geolaenge geografischelaenge geographischelaenge longitud lengtegraad gpslon gpslng gpslong gpslongitude",
	colX:    "easting rechtswert ostwert utmx utmeast xcoord xcoordinate xkoordinate coordx posx positionx xpos",
	colY:    "northing hochwert nordwert utmy utmnorth ycoord ycoordinate ykoordinate coordy posy positiony ypos",
	colID:   "stopid stopno stopnr stopnum stopnumber customerid customerno customernr customernumber kundenid kundennr kundennummer kdnr nr no num number nummer code stopcode orderid orderno ordernumber auftragsnr auftragsnummer locationid siteid placeid pointid nodeid objectid fid uid lfdnr",
	colName: "stopname kunde kundenname customer customername firma firmenname company companyname standort standortname ort ortsname place placename location locationname site sitename title titel bezeichnung haltestelle station store storename filiale nom nombre nome",
	colPair: "latlon latlng latlong latitudelongitude coordinates coordinate coords koordinaten position location geolocation geo gps gpscoordinates geopoint",
	colWKT:  "wkt wktgeom geom geometry thegeom geometrie shape",
})

// titleWords lists words that identify a column wherever they occur in its title. The first kind
// that matches is used.
var titleWords = []struct{ kind, words string }{
	{colLat, " lat latitude breitengrad "},
	{colLon, " lon lng longitude laengengrad "},
	{colX, " x easting rechtswert "},
	{colY, " y northing hochwert "},
	{colName, " name kunde customer address adresse anschrift "},
}

// titleTable inverts a map from kinds to titles. A title may have two kinds.
func titleTable(kinds map[string]string) map[string][]string {
	table := map[string][]string{}
	for kind, titles := range kinds {
		for _, title := range strings.Fields(titles) {
			table[title] = append(table[title], kind)
		}
	}
	return table
}

// fit returns how well a title matches a kind of column, or 0 if it does not match.
func fit(title, kind string) int {
	own := columnNames[strings.ToLower(strings.TrimSpace(title))]
	words := titleWordsOf(title)
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
	if hasLatLon(title) {
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
	outside, inside := titleWordsOf(title[:open]), titleWordsOf(strings.TrimLeft(title[open:], "([{"))
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

// titleWordsOf splits a title into lower-case words and transcribes umlauts. It omits text in
// brackets, such as a unit, and reads # at the end as "no".
func titleWordsOf(title string) []string {
	if before, signed := strings.CutSuffix(strings.TrimSpace(title), "#"); signed {
		title = before + " no"
	}
	depth := 0
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r == '(' || r == '[' || r == '{':
			depth++
			b.WriteByte(' ')
		case r == ')' || r == ']' || r == '}':
			depth = max(0, depth-1)
		case depth > 0:
		case umlauts[r] != "":
			b.WriteString(umlauts[r])
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}

var umlauts = map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss"}

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
