package format

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
)

// A table reads rows from a CSV file with any separator or from a spreadsheet.
type table struct {
	src   *source
	read  func() (row []string, line int, err error)
	comma rune // separator between fields; 0 for a spreadsheet
	line  int  // line number of the last row
	ahead []aheadRow
	blank int // number of empty fields at the end of every row

	remarks int // number of rows that were skipped because they are not places
}

// ReadTable reads the rows of a CSV file with any separator and encoding that [Load] accepts, the
// titles first. It omits empty rows.
func ReadTable(r io.Reader, name string, opt Options) (rows [][]string, err error) {
	src, err := newSource(r, name, opt.MaxBytes)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	t := newTable(src)
	t.look()
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			return rows, src.verify()
		}
		if err != nil {
			return nil, src.blame(err)
		}
		rows = append(rows, slices.Clone(row))
	}
}

// An aheadRow is a row that was read ahead.
type aheadRow struct {
	fields []string
	line   int
	err    error
}

// maxRow is the maximum length of a row in bytes. Package csv allocates up to a hundred bytes for
// each byte. A row of 40,000 distances fits.
const maxRow = 1 << 20

// newTable returns a table that reads a CSV file.
func newTable(src *source) *table {
	head, _ := src.Peek(unpack.BufferSize)
	t := &table{src: src}
	comma, above := src.stated()
	if t.comma = comma; comma == 0 {
		t.comma = separator(src)
	}
	plain := &asciiReader{R: src}
	rows := &budget.Pieces{R: plain, Most: maxRow, What: "row", Apart: []byte("\n#")}
	r := csv.NewReader(rows)
	r.Comma = t.comma
	comment := '#'
	if numbersSigned(head) {
		comment = 0
	}
	if !src.headerSigned(t.comma) {
		r.Comment = comment
	}
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	r.TrimLeadingSpace = t.comma == ' '
	t.read = func() ([]string, int, error) {
		rows.Next()
		row, err := r.Read()
		r.Comment = comment // comments may occur below the header
		if err != nil {
			return nil, 0, t.wrap(err, above)
		}
		line, _ := r.FieldPos(0)
		if t.comma == ' ' && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if plain.other {
			for i, field := range row {
				row[i] = src.text(field)
			}
		}
		return row, line + above, nil
	}
	return t
}

// pulledTable returns a table that reads rows from an iterator.
func pulledTable(src *source, next func() ([]string, error, bool)) *table {
	t := &table{src: src}
	line := 0
	t.read = func() ([]string, int, error) {
		row, err, ok := next()
		line++
		switch {
		case err != nil:
			return nil, line, src.wrap(0, "", err)
		case !ok:
			return nil, line, io.EOF
		}
		return row, line, nil
	}
	return t
}

const (
	mostAhead = 8       // maximum number of rows read ahead to find the header
	wideAhead = 1 << 13 // total number of fields after which no more rows are read ahead
)

// look reads the first rows ahead and returns copies of them. next will return these rows again.
// The last row may hold an error such as io.EOF.
func (t *table) look() []aheadRow {
	fields := 0
	for len(t.ahead) < mostAhead && fields < wideAhead {
		row, err := t.fetch()
		t.ahead = append(t.ahead, aheadRow{slices.Clone(row), t.line, err})
		if err != nil {
			break
		}
		fields += len(row)
	}
	t.blank = commonBlank(t.ahead)
	for i := range t.ahead {
		t.ahead[i].fields = t.trim(t.ahead[i].fields)
	}
	return t.ahead
}

// commonBlank returns the number of empty fields that all rows have at the end.
func commonBlank(rows []aheadRow) int {
	common := -1
	for _, row := range rows {
		if row.err != nil {
			break
		}
		if n := blankTail(row.fields); common < 0 || n < common {
			common = n
		}
	}
	return max(common, 0)
}

// trim removes the empty fields that every row has at its end.
func (t *table) trim(row []string) []string {
	return row[:len(row)-min(t.blank, blankTail(row))]
}

// blankTail returns the number of empty fields at the end of a row.
func blankTail(row []string) int {
	n := 0
	for n < len(row) && strings.TrimSpace(row[len(row)-1-n]) == "" {
		n++
	}
	return n
}

// next returns the next row that is not empty, or io.EOF after the last row. The row is valid only
// until the next call.
func (t *table) next() ([]string, error) {
	if len(t.ahead) > 0 {
		row := t.ahead[0]
		t.ahead = t.ahead[1:]
		t.line = row.line
		return row.fields, row.err
	}
	row, err := t.fetch()
	if t.blank > 0 {
		row = t.trim(row)
	}
	return row, err
}

// skip drops the first n rows that look has read.
func (t *table) skip(n int) {
	if n > 0 {
		t.line = t.ahead[n-1].line
	}
	t.ahead = t.ahead[n:]
}

// fetch reads the next row that is not empty.
func (t *table) fetch() ([]string, error) {
	for {
		row, line, err := t.read()
		if err != nil {
			return nil, err
		}
		if t.line = line; blankTail(row) < len(row) {
			return row, nil
		}
	}
}

// wrap converts an error from package csv to an Error. above is the number of lines skipped above
// the table, which package csv does not count.
func (t *table) wrap(err error, above int) error {
	if errors.Is(err, io.EOF) {
		return err
	}
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		e := t.src.fail(bad.Line+above, "", "%v: expected quotes around the whole field, and doubled quotes inside it", bad.Err)
		return e.as(bad.Err) // not skippable, because an unclosed quote may hide many rows
	}
	return t.src.wrap(t.line, "", err)
}

// number parses a field. If the separator is not a comma, numbers may have a decimal comma.
func (t *table) number(field string) (float64, bool) {
	field = strings.TrimSpace(field)
	if t.comma != ',' && strings.Count(field, ",") == 1 && !strings.Contains(field, ".") {
		field = strings.Replace(field, ",", ".", 1)
	}
	v, n := parseFloat([]byte(field))
	return v, n > 0 && n == len(field)
}

const decimalHint = "use a decimal point, or semicolons between fields"

// hint returns advice on a field that would be a number with a decimal point instead of its comma,
// or without its thousands separators. For any other field, it returns "".
func (t *table) hint(field string) string {
	text := strings.TrimSpace(field)
	if _, ok := t.number(strings.Replace(text, ",", ".", 1)); ok && t.comma == ',' && strings.Contains(text, ",") {
		return ": " + decimalHint
	}
	if isGrouped(text) {
		return ": write it without thousands separators"
	}
	return ""
}

// width rejects a row with more fields than the header, because its numbers would be in the wrong
// columns. Extra empty fields at the end are allowed, because spreadsheets write them.
func (t *table) width(row, header []string) error {
	if header == nil {
		return nil
	}
	n := len(row) - blankTail(row)
	switch {
	case n <= len(header):
		return nil
	case t.comma == ',':
		return t.src.fail(t.line, "", "expected %d fields, found %d: does it contain a decimal comma? %s", len(header), n, decimalHint)
	}
	return t.src.fail(t.line, "", "expected %d fields, found %d: put quotes around fields that contain the separator", len(header), n)
}

// numeric reports whether a row contains only numbers. NaN and Inf count as numbers, because they
// are invalid values rather than column names.
func (t *table) numeric(row []string) bool {
	return !slices.ContainsFunc(row, func(field string) bool {
		_, ok := t.number(field)
		return !ok && !notFinite(field)
	})
}

func notFinite(field string) bool {
	text := strings.ToLower(strings.TrimLeft(strings.TrimSpace(field), "+-"))
	return text == "nan" || text == "inf" || text == "infinity"
}
