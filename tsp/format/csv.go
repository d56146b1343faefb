package format

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// readCSV reads a table of places or a matrix of distances. The first row
// decides which, as the package comment describes.
func readCSV(src *source, opt Options) (*tsp.Instance, error) {
	t := newTable(src)
	first, err := t.firstRow()
	if err != nil {
		return nil, err
	}
	if t.numeric(first) {
		if len(first) > 3 {
			return t.readMatrix(opt, nil, first)
		}
		return t.readBare(opt, first)
	}
	kind, cols, err := t.choose(first, opt)
	if err != nil {
		return nil, err
	}
	if cols == nil {
		return t.readMatrix(opt, first, nil)
	}
	return t.readPlaces(opt, kind, cols, first)
}

// readMatrixCSV reads a table that is known to be a matrix.
func readMatrixCSV(src *source, opt Options) (*tsp.Instance, error) {
	t := newTable(src)
	first, err := t.firstRow()
	if err != nil {
		return nil, err
	}
	if t.numeric(first) {
		return t.readMatrix(opt, nil, first)
	}
	return t.readMatrix(opt, first, nil)
}

// firstRow returns a copy of the first row.
func (t *table) firstRow() ([]string, error) {
	row, err := t.next()
	if errors.Is(err, io.EOF) {
		return nil, t.src.fail(0, "", "expected a header such as x,y or lat,lon, or numbers; found an empty file")
	}
	return slices.Clone(row), err // the reader reuses the row
}

// choose finds the columns of the coordinates. A matrix has none.
func (t *table) choose(header []string, opt Options) (axes, []int, error) {
	cols := findColumns(header)
	pick := func(names ...string) (found []int) {
		for _, name := range names {
			if i, ok := cols[name]; ok {
				found = append(found, i)
			}
		}
		return found
	}
	onGlobe, inPlane := pick("lat", "lon"), pick("x", "y")
	m, err := tsp.ParseMetric(opt.Metric)
	wantsPlane := err == nil && m != tsp.Geo && m != tsp.Haversine
	switch {
	case len(inPlane) == 2 && (len(onGlobe) < 2 || wantsPlane):
		if m.Dims() == 2 && err == nil && m != tsp.Euclidean {
			return plane, inPlane, nil
		}
		return plane, pick("x", "y", "z"), nil
	case len(onGlobe) == 2:
		return globe, onGlobe, nil
	case len(onGlobe)+len(inPlane) > 0:
		return 0, nil, t.src.fail(t.line, "", "expected columns x and y, or lat and lon; found %s", quote(strings.Join(header, ", ")))
	}
	return 0, nil, nil
}

// readPlaces reads the columns found by choose.
func (t *table) readPlaces(opt Options, kind axes, cols []int, header []string) (*tsp.Instance, error) {
	c := &cities{src: t.src, axes: kind, dims: len(cols)}
	keep := c.keeper(header)
	v := make([]float64, len(cols))
	for {
		row, err := t.next()
		if errors.Is(err, io.EOF) {
			return c.instance(opt.Metric, "")
		}
		if err != nil {
			return nil, err
		}
		if err := t.width(row, header); err != nil {
			return nil, err
		}
		if err := t.coordinates(row, cols, header, v); err != nil {
			return nil, err
		}
		if err := c.place(t.line, "", v...); err != nil {
			return nil, err
		}
		keep(row)
	}
}

// keeper returns a function that stores the id and the name in a row.
func (c *cities) keeper(header []string) func(row []string) {
	cols := findColumns(header)
	id, hasID := cols["id"]
	name, hasName := cols["name"]
	field := func(row []string, at int) string {
		if at >= len(row) {
			return ""
		}
		return row[at]
	}
	return func(row []string) {
		if hasID {
			c.ids.add(strings.TrimSpace(field(row, id)))
		}
		if hasName {
			c.labels.add(field(row, name))
		}
	}
}

// coordinates reads the given columns of a row into v.
func (t *table) coordinates(row []string, cols []int, header []string, v []float64) error {
	for k, at := range cols {
		if at >= len(row) {
			return t.src.fail(t.line, strings.TrimSpace(header[at]), "expected %d fields as in the header, found %d", len(header), len(row))
		}
		var ok bool
		if v[k], ok = t.number(row[at]); !ok {
			return t.src.fail(t.line, strings.TrimSpace(header[at]), "expected a finite number, found %s%s", quote([]byte(row[at])), t.hint(row[at]))
		}
	}
	return nil
}

// readBare reads places without a header.
func (t *table) readBare(opt Options, row []string) (*tsp.Instance, error) {
	dims := len(row)
	if dims < 2 {
		return nil, t.src.fail(t.line, "", "expected at least two columns, such as x,y; found one")
	}
	header := []string{"x", "y", "z"}[:dims]
	c := &cities{src: t.src, dims: dims}
	if m, err := tsp.ParseMetric(opt.Metric); err == nil && (m == tsp.Haversine || m == tsp.Geo) && dims == 2 {
		c.axes, header = globe, []string{"lat", "lon"}
	}
	v := make([]float64, dims)
	for err := error(nil); !errors.Is(err, io.EOF); row, err = t.next() {
		if err != nil {
			return nil, err
		}
		if len(row) != dims {
			return nil, t.src.fail(t.line, "", "expected %d fields as in the first row, found %d", dims, len(row))
		}
		if err := t.coordinates(row, []int{0, 1, 2}[:dims], header, v); err != nil {
			return nil, err
		}
		if err := c.place(t.line, "", v...); err != nil {
			return nil, err
		}
	}
	if opt.Metric == "" && dims == 3 && triangle(c.coords) {
		return t.src.square(&matrix{n: 3, values: c.coords})
	}
	if m, err := tsp.ParseMetric(opt.Metric); err != nil || m.Dims() == 2 {
		c.countedToIDs()
	}
	return c.instance(opt.Metric, "")
}

// triangle reports whether nine numbers are the distances between three cities,
// that is, whether the diagonal is zero.
func triangle(v []float64) bool {
	return len(v) == 9 && v[0] == 0 && v[4] == 0 && v[8] == 0
}

// countedToIDs uses the first of three columns as ids if it counts up from 0 or
// 1.
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

// writeCSV writes the id, the coordinates and the label of each city, or a
// matrix with the names of the cities in the first row and column. The reader
// must be told the metric unless it is Euclidean or Haversine. GEO's degrees
// and minutes become decimal degrees.
func writeCSV(w io.Writer, in *tsp.Instance) error {
	if !in.Metric().Spatial() {
		return writeMatrixCSV(w, in)
	}
	p := newPrinter(w)
	p.text(columns(in), "\n")
	for c := range int32(in.N()) {
		p.city(in, c)
		p.WriteByte('\n')
	}
	return p.Flush()
}

// writeTourCSV writes the cities as writeCSV does, each between its position
// and its leg, the distance from the city before. In a closed tour the first
// leg is the way back from the last city, and in a path it is 0: the legs add up to the cost.
func writeTourCSV(w io.Writer, in *tsp.Instance, t tsp.Tour) error {
	p := newPrinter(w)
	p.text("position,", columns(in), ",leg\n")
	for k, c := range t {
		p.int(int64(k) + 1)
		p.WriteByte(',')
		p.city(in, c)
		p.WriteByte(',')
		p.float(legTo(in, t, k))
		p.WriteByte('\n')
	}
	return p.Flush()
}

func columns(in *tsp.Instance) string {
	if in.Labels() == nil {
		return "id" + axisNames(in)
	}
	return "id" + axisNames(in) + ",name"
}

// city writes a city's id, coordinates and label.
func (p *printer) city(in *tsp.Instance, c int32) {
	p.int(in.ID(c))
	for _, v := range place(in, c) {
		p.WriteByte(',')
		p.float(v)
	}
	if labels := in.Labels(); labels != nil {
		p.text(",", field(labels[c]))
	}
}

func axisNames(in *tsp.Instance) string {
	switch {
	case !in.Metric().Spatial():
		return ""
	case in.Geographic():
		return ",lat,lon"
	case in.Dims() == 3:
		return ",x,y,z"
	}
	return ",x,y"
}

// place returns the coordinates of a city, in decimal degrees on the globe.
func place(in *tsp.Instance, c int32) []float64 {
	d := in.Dims()
	v := in.Coords()[int(c)*d : (int(c)+1)*d]
	if in.Metric() == tsp.Geo {
		return []float64{degrees(v[0]), degrees(v[1])}
	}
	return v
}

// degrees converts TSPLIB's degrees.minutes to decimal degrees.
func degrees(v float64) float64 {
	whole := math.Trunc(v)
	return whole + (v-whole)*5/3
}

// field quotes text that a CSV reader would otherwise misread.
func field(s string) string {
	if s == "" || strings.ContainsAny(s, "\",;\t\r\n#") || s[0] == ' ' || s[len(s)-1] == ' ' {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}
