package format

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A matrix is a square matrix that is being read.
type matrix struct {
	n       int // number of columns; 0 before the first row
	values  []float64
	names   names
	columns []string // city names as written in the file
	same    bool     // some row has the same name as its column
}

// readMatrix reads the distances below header. If header is nil, row is the first row of distances,
// which the caller has already read.
func (t *table) readMatrix(opt Options, header, row []string) (*tsp.Instance, error) {
	if opt.Metric != "" {
		return nil, t.src.refuseMetric(opt.Metric)
	}
	m := &matrix{}
	top := t.line
	skip := 0 // number of fields before the distances of a row
	var err error
	if header != nil {
		row, err = t.next()
		if errors.Is(err, io.EOF) {
			return nil, t.src.fail(t.line, "", "%s; found only %s", matrixHint, quote([]byte(strings.Join(header, ","))))
		}
		if err == nil {
			skip = t.rowNames(header, row)
			m.takeNames(header, len(row)-skip)
		}
	}
	for ; !errors.Is(err, io.EOF); row, err = t.next() {
		if err != nil {
			return nil, err
		}
		if header != nil && m.n > 0 && len(m.values) == m.n*m.n && !m.same {
			return nil, t.noPlaces(aheadRow{fields: header, line: top})
		}
		if err := t.matrixRow(m, row, skip); err != nil {
			return nil, err
		}
	}
	return t.src.square(m)
}

// mayBeMatrix reports whether the first rows can be the header and the rows of a matrix. The row
// below the header must start with one of the first two column names or hold only numbers after its
// name. In the second case, there must be at most as many rows as numbers in that row, and exactly
// as many if the table ends within the first rows.
func (t *table) mayBeMatrix(rows []aheadRow) bool {
	header, rows := rows[0].fields, rows[1:]
	if len(rows) == 0 || rows[0].err != nil {
		return len(rows) > 0 && !errors.Is(rows[0].err, io.EOF)
	}
	first := rows[0].fields
	skip := t.rowNames(header, first)
	n, complete := 0, false
	for _, row := range rows {
		switch {
		case row.err == nil:
			n++
		case errors.Is(row.err, io.EOF):
			complete = true
		}
	}
	size := len(first) - skip
	named := skip > 0 && len(header) > 1 && (first[0] == header[0] || first[0] == header[1])
	return named || t.cellsIn(first[skip:]) == size && size > 0 && n <= size && (!complete || n == size)
}

const matrixHint = "expected a matrix of distances, or places below a header such as x,y or lat,lon"

// rowNames returns the number of fields before the distances in a row: 1 if the rows have names,
// otherwise 0.
func (t *table) rowNames(header, row []string) int {
	_, number := t.number(row[0])
	switch {
	case len(row) == len(header)+1:
		return 1
	case strings.TrimSpace(header[0]) == "" || !number && !notFinite(row[0]):
		return 1
	case len(header) > 1 && row[0] == header[1]:
		return 1
	}
	return 0
}

// takeNames uses the last n fields of the header as city names.
func (m *matrix) takeNames(header []string, n int) {
	m.columns = header[max(0, len(header)-n):]
	for _, name := range m.columns {
		m.names.add(name)
	}
}

// rowName rejects a row that has the name of a different column. Rows may have names that differ
// from all column names, such as the row numbers that some programs write.
func (t *table) rowName(m *matrix, name string) error {
	k := len(m.values) / max(m.n, 1)
	if k >= len(m.columns) {
		return nil
	}
	matches := func(column string) bool { return strings.TrimSpace(column) == strings.TrimSpace(name) }
	if matches(m.columns[k]) {
		m.same = true
		return nil
	}
	if m.same || slices.ContainsFunc(m.columns, matches) {
		return t.src.fail(t.line, "", "row %d is named %s, but column %d is named %s: expected rows and columns in the same order",
			k+1, quote([]byte(name)), k+1, quote([]byte(m.columns[k])))
	}
	return nil
}

func (t *table) matrixRow(m *matrix, row []string, skip int) error {
	if m.n == 0 {
		m.n = len(row) - skip
		if err := t.src.fits(m.n, t.line, ""); err != nil {
			return err
		}
	}
	if len(row)-skip != m.n {
		return t.src.fail(t.line, "", "expected %d distances as in the first row, found %d", m.n, len(row)-skip)
	}
	if skip > 0 {
		if err := t.rowName(m, row[0]); err != nil {
			return err
		}
	}
	for k, field := range row[skip:] {
		v, ok := t.number(field)
		if !ok && isGap(field) {
			v, ok = math.Inf(1), true
		}
		if !ok {
			hint := t.hint(field)
			if hint == "" {
				hint = "; " + matrixHint
			}
			return t.src.fail(t.line, "column "+strconv.Itoa(k+skip+1), "expected a distance, found %s%s", quote([]byte(field)), hint)
		}
		m.values = append(grow(m.values, m.n*m.n), v)
	}
	if len(m.values) > m.n*m.n {
		return t.src.fail(t.line, "", "this is row %d of a matrix with %d columns: %s", len(m.values)/m.n, m.n, matrixHint)
	}
	return nil
}

// square builds an instance from a matrix.
func (s *source) square(m *matrix) (*tsp.Instance, error) {
	if m.n == 0 || len(m.values) != m.n*m.n {
		return nil, s.fail(0, "", "found %d rows of %d columns: %s", len(m.values)/max(m.n, 1), m.n, matrixHint)
	}
	if err := s.closeGaps(m); err != nil {
		return nil, err
	}
	s.doubtNegative(m)
	in, err := tsp.FromMatrix(m.n, m.values)
	if err != nil {
		return nil, s.wrap(0, "", err)
	}
	in, err = in.With((&cities{src: s, labels: m.names}).details())
	return in, s.wrap(0, "", err)
}

// refuseMetric returns the error for requesting a metric for a file that contains distances.
func (s *source) refuseMetric(asked string) error {
	return s.fail(0, "metric", "the file contains distances, not places: expected no metric, found %q", asked)
}

// writeMatrixCSV writes the distances, with the city labels or ids in the first row and column.
func writeMatrixCSV(w io.Writer, in *tsp.Instance) error {
	if err := checkMatrix(in, "a table"); err != nil {
		return err
	}
	name := func(i int32) string {
		if labels := in.Details().Labels; labels != nil {
			return field(labels[i])
		}
		return field(places.IDText(in, i))
	}
	p := newPrinter(w)
	for i := range int32(in.N()) {
		p.text(",", name(i))
	}
	p.WriteByte('\n')
	for i := range int32(in.N()) {
		p.text(name(i), ",")
		p.row(in, i, 0, ",")
	}
	return p.Flush()
}
