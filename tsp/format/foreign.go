package format

import (
	"bytes"
	"regexp"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// Advice for files of other programs that users often try to open.
const (
	asWorkbook = "this kind of spreadsheet is not supported: save it as CSV"
	asGPX      = "KML is not supported: export it as GPX or CSV"
	asGeoJSON  = "shapefiles are not supported: export it as GeoJSON, or as CSV with coordinates"
	asText     = "documents are not supported: copy the table to a spreadsheet and save it as CSV"
	asPicture  = "this is a picture: expected a table with coordinates, such as a CSV file"
	asGCode    = "this is G-code: expected a table with coordinates, a drill file in Excellon format, or G-code with drill cycles such as G81"
	asHTML     = "this is HTML, a web page: open it in a spreadsheet and save it as CSV"
)

// foreignNames holds advice for files whose extension shows that they cannot be read.
var foreignNames = map[string]string{
	".xlsx": asWorkbook, ".xlsm": asWorkbook, ".xls": asWorkbook, ".ods": asWorkbook, ".numbers": asWorkbook,
	".kml": asGPX, ".kmz": asGPX, ".shp": asGeoJSON, ".dbf": asGeoJSON, ".shx": asGeoJSON,
	".pdf": asText, ".doc": asText, ".docx": asText, ".html": asHTML, ".htm": asHTML,
}

var foreignHeads = []struct{ head, advice string }{
	{"PK\x03\x04", "this is a workbook or other archive, not text: " + asWorkbook},
	{"\xd0\xcf\x11\xe0", "this is an old Excel workbook: " + asWorkbook},
	{"%PDF", asText},
	{"{\\rtf", asText},
	{"\x89PNG", asPicture},
	{"\xff\xd8\xff", asPicture},
	{"GIF8", asPicture},
	{"SQLite format 3", "this is a database: export the table as CSV"},
	{"\x7fELF", "this is a program: expected a table, such as a CSV file"},
	{"\x00\x00\x27\x0a", asGeoJSON},
}

// foreign returns advice if the content of a file shows that the file cannot be read or does not
// match its name. Otherwise it returns "".
func (s *source) foreign(f Format) string {
	head, _ := s.Peek(unpack.BufferSize)
	for _, known := range foreignHeads {
		if bytes.HasPrefix(head, []byte(known.head)) {
			return known.advice
		}
	}
	if f == CSV && isGCode(head) {
		return asGCode
	}
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) == 0 || f != CSV && f != Matrix && text[0] != '<' {
		return ""
	}
	lower := bytes.ToLower(text[:min(len(text), 1024)])
	switch {
	case text[0] == '<' && (bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.Contains(lower, []byte("<html")) || bytes.Contains(lower, []byte("<table"))):
		return asHTML
	case text[0] == '<' && bytes.Contains(lower, []byte("<kml")):
		return asGPX
	case text[0] == '<' && bytes.Contains(lower, []byte("<gpx")) && f != GPX:
		return "this is GPX: rename the file to end in .gpx"
	case text[0] == '{' || bytes.HasPrefix(lower, []byte("[[")) || bytes.HasPrefix(lower, []byte("[{")):
		return "this is JSON: rename the file to end in .json or .geojson"
	}
	return ""
}

// gCode matches a line that starts with a command of a machine, such as G90 or M6 T1.
var gCode = regexp.MustCompile(`^(N\d+ ?)?[GM]\d{1,3}(\.\d)?( ?[GMXYZFSTIJKRPQE][-+]?[\d.]+)*\s*(;.*|\(.*\))?$`)

// isGCode reports whether a text consists of commands of a machine. Comments may precede them.
func isGCode(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) > 0 && !bytes.ContainsAny(line[:1], ";(%") {
			return gCode.Match(line) && string(line) != "M48" // the first line of a drill file
		}
	}
	return false
}
