package format

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// readCSV reads a table of places or a distance matrix.
func readCSV(src *source, opt Options) (*tsp.Instance, error) { return newTable(src).instance(opt) }

// readMatrixCSV reads a table that is known to be a matrix.
func readMatrixCSV(src *source, opt Options) (*tsp.Instance, error) { return newTable(src).matrix(opt) }

// instance reads a table of places or a distance matrix. The first rows determine which, as the
// package comment describes.
func (t *table) instance(opt Options) (*tsp.Instance, error) {
	rows := t.look()
	if err := t.empty(rows); err != nil {
		return nil, err
	}
	first := rows[0]
	if len(opt.Columns) == 0 && t.numeric(first.fields) {
		t.skip(1)
		if len(first.fields) > 3 {
			return t.readMatrix(opt, nil, first.fields)
		}
		return t.readBare(opt, first.fields)
	}
	h, at, err := t.findHeader(rows, opt)
	if err != nil {
		return nil, err
	}
	if h == nil {
		h, at = t.withoutHeader(rows, opt), -1
	}
	switch {
	case h != nil:
		t.aboveHeader(rows, at)
		t.skip(at + 1)
		return t.readPlaces(opt, h)
	case !t.mayBeMatrix(rows):
		return nil, t.unknown(first)
	}
	t.skip(1)
	return t.readMatrix(opt, first.fields, nil)
}

// unknown returns the error for a table that contains neither places nor a matrix. If the first row
// contains malformed numbers, the error explains them.
func (t *table) unknown(first aheadRow) error {
	for k, text := range first.fields {
		if hint := t.hint(text); hint != "" {
			return t.src.fail(first.line, "column "+strconv.Itoa(k+1), "expected a number, found %s%s", quote(text), hint)
		}
	}
	return t.noPlaces(first)
}

// matrix reads a table that is known to be a matrix.
func (t *table) matrix(opt Options) (*tsp.Instance, error) {
	rows := t.look()
	if err := t.empty(rows); err != nil {
		return nil, err
	}
	t.skip(1)
	if t.numeric(rows[0].fields) {
		return t.readMatrix(opt, nil, rows[0].fields)
	}
	return t.readMatrix(opt, rows[0].fields, nil)
}

// empty returns the error for a table without a first row.
func (t *table) empty(rows []aheadRow) error {
	if errors.Is(rows[0].err, io.EOF) {
		return t.src.fail(0, "", "expected a header such as x,y or lat,lon, or numbers; found an empty file")
	}
	return rows[0].err
}

// aboveHeader warns about rows above the header, such as a report title.
func (t *table) aboveHeader(rows []aheadRow, at int) {
	switch {
	case at == 1:
		t.src.doubt(rows[0].line, "skipped this row above the header on line %d", rows[at].line)
	case at > 1:
		t.src.doubt(rows[0].line, "skipped %d rows above the header on line %d", at, rows[at].line)
	}
}

// readBare reads places without a header.
func (t *table) readBare(opt Options, row []string) (*tsp.Instance, error) {
	dims := len(row)
	if dims < 2 {
		return nil, t.src.fail(t.line, "", "expected at least two columns, such as x,y; found one")
	}
	h := &header{titles: []string{"x", "y", "z"}[:dims], coords: []int{0, 1, 2}[:dims], id: -1, name: -1}
	c := &cities{src: t.src, dims: dims, bare: true}
	if m, err := tsp.ParseMetric(opt.Metric); err == nil && (m == tsp.Haversine || m == tsp.Geo) && dims == 2 {
		c.axes, h.axes, h.titles = globe, globe, []string{"lat", "lon"}
	}
	v := make([]float64, dims)
	for err := error(nil); !errors.Is(err, io.EOF); row, err = t.next() {
		if err == nil && len(row) != dims {
			err = t.src.fail(t.line, "", "expected %d fields as in the first row, found %d", dims, len(row))
		}
		if err == nil {
			err = t.coordinates(row, h, v)
		}
		if err == nil {
			err = c.place(t.line, "", v...)
		}
		if err := t.src.faults.take(err); err != nil {
			return nil, err
		}
	}
	if err := t.src.faults.err(); err != nil {
		return nil, err
	}
	if opt.Metric == "" && dims == 3 && triangle(c.coords) {
		return t.src.square(&matrix{n: 3, values: c.coords})
	}
	if m, err := tsp.ParseMetric(opt.Metric); err != nil || m.Dims() == 2 {
		c.countedToIDs()
	}
	return c.instance(opt.Metric, "")
}

// triangle reports whether v holds the distances between three cities: nine numbers with zeros on
// the diagonal.
func triangle(v []float64) bool {
	return len(v) == 9 && v[0] == 0 && v[4] == 0 && v[8] == 0
}

// countedToIDs uses the first of three columns as ids if it counts up from 0 or 1.
func (c *cities) countedToIDs() {
	if c.dims != 3 || c.n() < 3 {
		return
	}
	first := c.coords[0]
	for i := range c.n() {
		if c.coords[3*i] != first+float64(i) || first != 0 && first != 1 {
			return
		}
	}
	xy := c.coords[:0]
	for i := range c.n() {
		c.ids.idList.add(int64(first) + int64(i))
		xy = append(xy, c.coords[3*i+1], c.coords[3*i+2])
	}
	c.coords, c.dims = xy, 2
}

// writeCSV writes the id, coordinates and label of each city, or a matrix with the city names in
// the first row and column. To read the file, the metric must be given unless it is Euclidean or
// Haversine. GEO's degrees and minutes are converted to decimal degrees.
func writeCSV(w io.Writer, in *tsp.Instance) error {
	if in.Metric().Dims() == 0 {
		return writeMatrixCSV(w, in)
	}
	p, a := newPrinter(w), atlasOf(in)
	p.text(cityColumns(in, a), "\n")
	for c := range int32(in.N()) {
		p.city(in, a, c)
		p.WriteByte('\n')
	}
	return p.Flush()
}

// cityColumns returns the column titles for the fields that city writes.
func cityColumns(in *tsp.Instance, a atlas) string {
	if in.Details().Labels == nil {
		return "id" + a.titles()
	}
	return "id" + a.titles() + ",name"
}

// city writes a city's id or code, coordinates and label.
func (p *printer) city(in *tsp.Instance, a atlas, c int32) {
	if codes := in.Details().Codes; codes != nil {
		p.text(field(codes[c]))
	} else {
		p.int(in.ID(c))
	}
	for _, v := range a.at(c) {
		p.WriteByte(',')
		p.float(v)
	}
	if labels := in.Details().Labels; labels != nil {
		p.text(",", field(labels[c]))
	}
}

// field quotes text that a CSV reader would otherwise misread.
func field(s string) string {
	if s == "" || strings.ContainsAny(s, "\",;\t\r\n#") || s[0] == ' ' || s[len(s)-1] == ' ' {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
