package format

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// maxDocument bounds the size of JSON documents, which are read as a whole: a
// compressed file of a megabyte may expand to a gigabyte.
const maxDocument = 1 << 30

// all reads the rest of the source.
func (s *source) all() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(s, maxDocument+1))
	switch {
	case err != nil:
		return nil, s.wrap(0, "", err)
	case len(data) > maxDocument:
		return nil, s.fail(0, "", "expected a document of at most %d bytes, found more: use TSPLIB or CSV, which are read in pieces", maxDocument)
	case firstByte(data) == len(data):
		return nil, s.fail(0, "", "expected JSON, found nothing")
	}
	return data, nil
}

const breaksOff = "the file ends early: is it complete?"

// firstByte is the index of the first byte that is not white space.
func firstByte(data []byte) int { return len(data) - len(bytes.TrimLeft(data, " \t\r\n")) }

// A document is a JSON object that holds an instance. Other members are
// ignored.
type document struct {
	Name, Comment string
	Metric, Unit  string
	Points        []spot
	LatLon        []spot
	Matrix        []numbers
	Display       []spot
	IDs           []int64
	Labels        []string
	Fixed         [][2]int64
	Open          bool
	Start, End    *int64
	osrmTable
}

// readJSON reads any of the documents that the package comment lists.
func readJSON(src *source, opt Options) (*tsp.Instance, error) {
	data, err := src.all()
	if err != nil {
		return nil, err
	}
	if data[firstByte(data)] == '[' {
		return src.jsonList(data, opt)
	}
	var head struct{ Type any }
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, src.jsonError(data, err)
	}
	if head.Type != nil {
		return src.geojson(data, opt)
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, src.jsonError(data, err)
	}
	if doc.Code != "" || doc.Durations != nil || doc.Distances != nil {
		return src.osrm(&doc.osrmTable, opt)
	}
	return src.document(&doc, opt)
}

// jsonError adds the line to an error of package json.
func (s *source) jsonError(data []byte, err error) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	section := ""
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
		if syntax.Error() == "unexpected end of JSON input" {
			err = errors.New(breaksOff)
		}
	case errors.As(err, &kind):
		offset, section = kind.Offset, strings.ToLower(kind.Field)
		err = fmt.Errorf("expected %s, found %s", jsonKind(kind.Type.Kind().String()), kind.Value)
	}
	line := 0
	if offset >= 0 && offset <= int64(len(data)) {
		line = 1 + bytes.Count(data[:offset], []byte("\n"))
	}
	return s.wrap(line, section, err)
}

// jsonKind translates the name of a Go type to JSON terms.
func jsonKind(kind string) string {
	switch kind {
	case "float64":
		return "number"
	case "int64":
		return "whole number"
	case "slice", "array":
		return "array"
	case "struct", "map":
		return "object"
	}
	return kind
}

// jsonList reads a document that is an array.
func (s *source) jsonList(data []byte, opt Options) (*tsp.Instance, error) {
	var rows []spot
	err := json.Unmarshal(data, &rows)
	if err != nil {
		return nil, s.jsonError(data, err)
	}
	if opt.Metric == "" && isTriangle(rows) || len(rows) > 0 && len(rows[0].v) > 3 {
		var values []numbers
		for _, r := range rows {
			values = append(values, r.v)
		}
		return s.rows("", values, opt)
	}
	return s.spots(&document{}, "", rows, unnamed, opt)
}

// isTriangle reports whether three lists of three numbers are distances.
func isTriangle(rows []spot) bool {
	var v []float64
	for _, r := range rows[:min(len(rows), 4)] {
		if len(r.v) != 3 || r.axes != unnamed {
			return false
		}
		v = append(v, r.v...)
	}
	return triangle(v)
}

// document reads a document that is an object.
func (s *source) document(doc *document, opt Options) (in *tsp.Instance, err error) {
	switch {
	case doc.Matrix != nil:
		in, err = s.rows("matrix", doc.Matrix, opt)
	case doc.LatLon != nil:
		in, err = s.spots(doc, "latlon", doc.LatLon, globe, opt)
	case doc.Points != nil:
		in, err = s.spots(doc, "points", doc.Points, unnamed, opt)
	default:
		err = s.fail(0, "", "expected \"points\", \"latlon\" or \"matrix\", GeoJSON, or a response of OSRM's table service")
	}
	if err != nil {
		return nil, err
	}
	return s.describe(doc, in)
}

// rows makes an instance from rows of distances.
func (s *source) rows(member string, rows []numbers, opt Options) (*tsp.Instance, error) {
	if opt.Metric != "" {
		return nil, s.refuseMetric(opt.Metric)
	}
	m := &matrix{n: len(rows)}
	for i, row := range rows {
		if len(row) != m.n {
			return nil, s.fail(0, member+"["+strconv.Itoa(i)+"]", "expected %d distances, one for each of the %d rows, found %d", m.n, m.n, len(row))
		}
		m.values = append(m.values, row...)
	}
	return s.square(m)
}

// spots makes an instance from points.
func (s *source) spots(doc *document, member string, list []spot, kind axes, opt Options) (*tsp.Instance, error) {
	c := &cities{src: s, axes: kind}
	for i, p := range list {
		where := member + "[" + strconv.Itoa(i) + "]"
		if err := c.spot(where, p); err != nil {
			return nil, err
		}
	}
	return c.instance(opt.Metric, doc.Metric)
}

func (c *cities) spot(where string, p spot) error {
	if p.axes != unnamed && c.dims == 0 && c.axes == unnamed {
		c.axes = p.axes
	}
	if c.dims == 0 {
		c.dims = len(p.v)
	}
	switch {
	case len(p.v) != c.dims || c.dims < 2 || c.dims > 3 || c.axes == globe && c.dims != 2:
		return c.src.fail(0, where, "expected %d coordinates, found %d", min(max(c.dims, 2), 3), len(p.v))
	case p.axes != unnamed && p.axes != c.axes:
		return c.src.fail(0, where, "expected the same members as before: x and y, or lat and lon")
	}
	if p.id != nil {
		c.ids.add(*p.id)
	}
	if p.name != nil {
		c.labels.add(*p.name)
	}
	if n := c.n() + 1; c.ids.n != 0 && c.ids.n != n || c.labels.n != 0 && c.labels.n != n {
		return c.src.fail(0, where, "expected a name for every city or for none")
	}
	return c.place(0, where, p.v...)
}

// describe adds everything in a document other than the distances.
func (s *source) describe(doc *document, in *tsp.Instance) (*tsp.Instance, error) {
	in.Name, in.Comment = s.title(doc.Name), doc.Comment
	if in.Unit != "" && doc.Unit != "" && doc.Unit != in.Unit {
		return nil, s.fail(0, "unit", "%v measures in %s: expected that or no unit, found %s", in.Metric(), in.Unit, quote([]byte(doc.Unit)))
	}
	in.Unit = cmp.Or(in.Unit, doc.Unit)
	for _, id := range doc.IDs {
		if id < 0 {
			return nil, s.fail(0, "ids", "expected ids of 0 or more, found %d", id)
		}
	}
	if doc.IDs != nil {
		if err := in.SetIDs(doc.IDs); err != nil {
			return nil, s.wrap(0, "ids", err)
		}
	}
	if doc.Labels != nil {
		if err := in.SetLabels(doc.Labels); err != nil {
			return nil, s.wrap(0, "labels", err)
		}
	}
	if err := s.jsonDisplay(doc, in); err != nil {
		return nil, err
	}
	return s.jsonRoute(doc, in)
}

func (s *source) jsonDisplay(doc *document, in *tsp.Instance) error {
	if doc.Display == nil {
		return nil
	}
	var xy []float64
	for i, p := range doc.Display {
		if len(p.v) != 2 {
			return s.fail(0, "display["+strconv.Itoa(i)+"]", "expected 2 coordinates, found %d", len(p.v))
		}
		xy = append(xy, p.v...)
	}
	return s.display("display", in, xy)
}

// display sets the places to draw an instance with.
func (s *source) display(member string, in *tsp.Instance, xy []float64) error {
	for i, v := range xy {
		if fault := coordFault(v); fault != "" {
			return s.fail(0, member+"["+strconv.Itoa(i/2)+"]", "%s", fault)
		}
	}
	return s.wrap(0, member, in.SetDisplay(xy))
}

// jsonRoute adds fixed edges and the ends of a path.
func (s *source) jsonRoute(doc *document, in *tsp.Instance) (*tsp.Instance, error) {
	find := in.Cities()
	var edges [][2]int32
	for i, e := range doc.Fixed {
		a, okA := find(e[0])
		b, okB := find(e[1])
		if !okA || !okB {
			return nil, s.fail(0, "fixed["+strconv.Itoa(i)+"]", "expected ids of the instance, found %d and %d", e[0], e[1])
		}
		edges = append(edges, [2]int32{a, b})
	}
	var err error
	if edges != nil {
		if in, err = in.FixEdges(edges); err != nil {
			return nil, s.wrap(0, "fixed", err)
		}
	}
	ends := [2]int32{-1, -1}
	for k, id := range []*int64{doc.Start, doc.End} {
		if id == nil {
			continue
		}
		var ok bool
		if ends[k], ok = find(*id); !ok {
			return nil, s.fail(0, []string{"start", "end"}[k], "expected an id of the instance, found %d", *id)
		}
	}
	switch {
	case doc.Open:
		in, err = in.Path(ends[0], ends[1])
	case ends[1] >= 0:
		err = errors.New("a closed tour has no end: expected \"open\": true as well")
	case ends[0] >= 0:
		in, err = in.StartAt(ends[0])
	}
	return in, s.wrap(0, "start, end", err)
}
