package format

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// Advice for files of other programs that users often try to open.
const (
	asWorkbook = "this kind of spreadsheet is not supported: save it as CSV"
	asGPX      = "KML is not supported: export it as GPX or CSV"
	asGeoJSON  = "shapefiles are not supported: export it as GeoJSON, or as CSV with coordinates"
	asText     = "documents are not supported: copy the table to a spreadsheet and save it as CSV"
	asHTML     = "this is HTML, a web page: open it in a spreadsheet and save it as CSV"
)

var foreignNames = map[string]string{
	".xlsx": asWorkbook, ".xlsm": asWorkbook, ".xls": asWorkbook, ".ods": asWorkbook, ".numbers": asWorkbook,
	".kml": asGPX, ".kmz": asGPX, ".shp": asGeoJSON, ".dbf": asGeoJSON, ".shx": asGeoJSON,
	".pdf": asText, ".doc": asText, ".docx": asText, ".html": asHTML, ".htm": asHTML,
}

var foreignHeads = []struct{ head, advice string }{
	{"PK\x03\x04", "this is a workbook or other archive, not text: " + asWorkbook},
	{"\xd0\xcf\x11\xe0", "this is an old Excel workbook: " + asWorkbook},
	{"%PDF", asText},
	{"\x00\x00\x27\x0a", asGeoJSON},
}

// foreignName returns advice for a file whose extension shows that it cannot be read, or "".
func foreignName(name string) string {
	return foreignNames[strings.ToLower(filepath.Ext(unpack.Name(name)))]
}

// foreign returns advice for a file whose content shows that it cannot be read or does not match
// its name, or "".
func (s *source) foreign(f Format) string {
	head, _ := s.Peek(unpack.BufferSize)
	for _, known := range foreignHeads {
		if bytes.HasPrefix(head, []byte(known.head)) {
			return known.advice
		}
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
