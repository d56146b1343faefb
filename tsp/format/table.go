package format

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
)

// A table reads a CSV file row by row, with any separator.
type table struct {
	src  *source
	rows *budget.Pieces
	r    *csv.Reader
	line int // of the last row
}

// maxRow is the length of the longest row in bytes: package csv holds up to a
// hundred bytes for each of them. A row of 40,000 distances has room.
const maxRow = 1 << 20

func newTable(src *source) *table {
	rows := &budget.Pieces{R: src, Most: maxRow, What: "row"}
	t := &table{src: src, rows: rows, r: csv.NewReader(rows)}
	t.r.Comma = separator(src)
	t.r.Comment = '#'
	t.r.FieldsPerRecord = -1
	t.r.ReuseRecord = true
	t.r.TrimLeadingSpace = t.r.Comma == ' '
	return t
}

// separator is the field separator found in the first line with content: a tab,
// a semicolon, a comma, or otherwise blanks.
func separator(src *source) rune {
	head, _ := src.Peek(bufferSize)
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		for _, c := range []byte("\t;,") {
			if bytes.IndexByte(line, c) >= 0 {
				return rune(c)
			}
		}
		if bytes.IndexByte(line, ' ') >= 0 && line[0] != '"' {
			return ' '
		}
		break
	}
	return ','
}

// next returns the next row that is not empty, or io.EOF after the last. The
// row is valid only until the next call.
func (t *table) next() ([]string, error) {
	for {
		t.rows.Next()
		row, err := t.r.Read()
		if err != nil {
			return nil, t.wrap(err)
		}
		t.line, _ = t.r.FieldPos(0)
		if t.r.Comma == ' ' && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		for _, field := range row {
			if strings.TrimSpace(field) != "" {
				return row, nil
			}
		}
	}
}

func (t *table) wrap(err error) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return t.src.fail(bad.Line, "", "%v: expected quotes around a whole field, and doubled quotes within it", bad.Err)
	}
	return t.src.wrap(t.line, "", err)
}

// number parses a field. If the separator is not a comma, numbers may have a
// decimal comma.
func (t *table) number(field string) (float64, bool) {
	field = strings.TrimSpace(field)
	if t.r.Comma != ',' && strings.Count(field, ",") == 1 && !strings.Contains(field, ".") {
		field = strings.Replace(field, ",", ".", 1)
	}
	v, n := parseFloat([]byte(field))
	return v, n > 0 && n == len(field)
}

const decimalHint = "use a decimal point, or semicolons between fields"

// hint returns advice on a field that would be a number with a decimal point
// instead of a comma.
func (t *table) hint(field string) string {
	text := strings.Replace(strings.TrimSpace(field), ",", ".", 1)
	if _, ok := t.number(text); ok && t.r.Comma == ',' {
		return ": " + decimalHint
	}
	return ""
}

// width rejects a row with more fields than the header, because numbers would
// end up in the wrong columns. Empty fields at the end are allowed;
// spreadsheets write them.
func (t *table) width(row, header []string) error {
	n := len(row)
	for n > len(header) && strings.TrimSpace(row[n-1]) == "" {
		n--
	}
	switch {
	case n <= len(header):
		return nil
	case t.r.Comma == ',':
		return t.src.fail(t.line, "", "expected %d fields, found %d: does it contain a decimal comma? %s", len(header), n, decimalHint)
	}
	return t.src.fail(t.line, "", "expected %d fields, found %d: put quotes around fields that contain the separator", len(header), n)
}

// numeric reports whether a row holds only numbers. NaN and Inf count as
// numbers: they are errors, not column names.
func (t *table) numeric(row []string) bool {
	for _, field := range row {
		if _, ok := t.number(field); !ok && !notFinite(field) {
			return false
		}
	}
	return true
}

func notFinite(field string) bool {
	switch strings.ToLower(strings.TrimLeft(strings.TrimSpace(field), "+-")) {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

// columnNames maps the accepted column names, in lower case, to their meaning.
var columnNames = map[string]string{
	"x": "x", "y": "y", "z": "z",
	"lat": "lat", "latitude": "lat",
	"lon": "lon", "lng": "lon", "long": "lon", "longitude": "lon",
	"id": "id", "name": "name", "label": "name", "city": "name", "stop": "name",
}

// findColumns finds the columns with a known meaning. The first of each kind is
// used.
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
