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

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// all reads the rest of the source.
func (s *source) all() ([]byte, error) {
	whole := s.Budget.Whole()
	data, err := io.ReadAll(io.LimitReader(s, whole+1))
	switch {
	case err != nil:
		return nil, s.wrap(0, "", err)
	case int64(len(data)) > whole:
		return nil, s.wrap(0, "", fmt.Errorf("%w: expected a document of at most %s, found more: TSPLIB and CSV files may be larger", ErrTooLarge, humanize.Bytes(whole)))
	}
	return data, nil
}

// json reads a JSON document. If the first byte is neither { nor [, it rejects the input without
// reading the rest.
func (s *source) json() ([]byte, error) {
	head, _ := s.Peek(unpack.BufferSize)
	if text := head[firstByte(head):]; len(text) > 0 && text[0] != '{' && text[0] != '[' {
		return nil, s.fail(1+bytes.Count(head[:firstByte(head)], []byte("\n")), "", "expected JSON, found %s", quote(text))
	}
	data, err := s.all()
	if err == nil && firstByte(data) == len(data) {
		err = s.fail(0, "", "expected JSON, found nothing")
	}
	return data, err
}

const breaksOff = "the file is truncated: is it complete?"

// firstByte returns the index of the first byte that is not white space.
func firstByte(data []byte) int { return len(data) - len(bytes.TrimLeft(data, " \t\r\n")) }

// A document is a JSON object that holds an instance. Other members are ignored.
type document struct {
	Name, Comment string
	Metric, Unit  string
	Type          json.RawMessage // type of a GeoJSON object
	Points        json.RawMessage // array of spots
	LatLon        json.RawMessage // array of spots
	Matrix        json.RawMessage // array of rows of numbers
	Display       json.RawMessage // array of spots
	Locations     json.RawMessage // array of spots
	IDs           []int64
	Codes         []string
	Labels        []string
	Fixed         [][2]int64
	Open          bool
	Start, End    *int64
	osrmTable
}

// readJSON reads any of the JSON documents that the package comment lists.
func readJSON(src *source, opt Options) (*tsp.Instance, error) {
	data, err := src.json()
	if err != nil {
		return nil, err
	}
	if data[firstByte(data)] == '[' {
		return src.jsonList(data, opt)
	}
	var doc document
	err = json.Unmarshal(data, &doc)
	if given(doc.Type) {
		return src.geojson(data, opt)
	}
	if err != nil {
		return nil, src.jsonError(data, err)
	}
	if doc.Code != "" || given(doc.Durations) || given(doc.Distances) {
		return src.osrm(data, &doc.osrmTable, opt)
	}
	return src.document(data, &doc, opt)
}

// jsonError adds the line number to an error from package json.
func (s *source) jsonError(data []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		if syntax.Error() == "unexpected end of JSON input" {
			err = errors.New(breaksOff)
		}
		return s.wrap(lineOf(data, syntax.Offset), "", err)
	case errors.As(err, &kind):
		return s.wrap(lineOf(data, kind.Offset), strings.ToLower(kind.Field), budget.PlainJSON(err))
	}
	return s.wrap(0, "", err)
}

// document reads a document that is a JSON object.
func (s *source) document(data []byte, doc *document, opt Options) (in *tsp.Instance, err error) {
	switch {
	case given(doc.Matrix):
		in, err = distances[numbers](list{s, data, "matrix", doc.Matrix}, opt)
	case given(doc.LatLon):
		in, err = list{s, data, "latlon", doc.LatLon}.spots(doc, globe, opt)
	case given(doc.Points):
		in, err = list{s, data, "points", doc.Points}.spots(doc, unnamed, opt)
	default:
		err = s.fail(0, "", "expected \"points\", \"latlon\" or \"matrix\", GeoJSON, or a response from the OSRM table service")
	}
	if err != nil {
		return nil, err
	}
	return s.describe(data, doc, in)
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
		return c.src.fail(0, where, "expected the same fields as in earlier places: x and y, or lat and lon")
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

// describe adds the document's details to the instance.
func (s *source) describe(data []byte, doc *document, in *tsp.Instance) (*tsp.Instance, error) {
	own := in.Details().Unit
	if own != "" && doc.Unit != "" && doc.Unit != own {
		return nil, s.fail(0, "unit", "the unit of metric %v is %s: expected this unit or none, found %s", in.Metric(), own, quote([]byte(doc.Unit)))
	}
	for _, id := range doc.IDs {
		if id < 0 {
			return nil, s.fail(0, "ids", "expected ids of 0 or more, found %d", id)
		}
	}
	display, locations, err := s.jsonPlaces(data, doc, in)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		member string
		set    func(d *tsp.Details)
	}{
		{"name", func(d *tsp.Details) {
			d.Name, d.Comment, d.Unit = s.title(doc.Name), doc.Comment, cmp.Or(own, doc.Unit)
		}},
		{"ids", func(d *tsp.Details) { d.IDs = orElse(doc.IDs, d.IDs) }},
		{"codes", func(d *tsp.Details) { d.Codes = orElse(doc.Codes, d.Codes) }},
		{"labels", func(d *tsp.Details) { d.Labels = orElse(doc.Labels, d.Labels) }},
		{"display", func(d *tsp.Details) { d.Display = display }},
		{"locations", func(d *tsp.Details) { d.Locations = locations }},
	} {
		if in, err = describe(in, part.set); err != nil {
			return nil, s.wrap(0, part.member, err)
		}
	}
	return s.jsonRoute(doc, in)
}

// orElse returns list, or other if list is nil.
func orElse[T any](list, other []T) []T {
	if list == nil {
		return other
	}
	return list
}

// jsonPlaces reads the coordinates at which to draw the cities, and the locations of a matrix's
// cities.
func (s *source) jsonPlaces(data []byte, doc *document, in *tsp.Instance) (display, locations []float64, err error) {
	if given(doc.Display) {
		if display, err = (list{s, data, "display", doc.Display}).pairs(); err != nil {
			return nil, nil, err
		}
		for i, v := range display {
			if fault := coordFault(v); fault != "" {
				return nil, nil, s.fail(0, "display["+strconv.Itoa(i/2)+"]", "%s", fault)
			}
		}
	}
	if !given(doc.Locations) {
		return display, nil, nil
	}
	if places.Geographic(in) {
		return nil, nil, s.fail(0, "locations", "expected no locations, because \"latlon\" already contains the coordinates")
	}
	if locations, err = (list{s, data, "locations", doc.Locations}).pairs(); err != nil {
		return nil, nil, err
	}
	return display, locations, s.checkLocations("locations", locations)
}

// pairs returns two coordinates for each element.
func (l list) pairs() (v []float64, err error) {
	err = each(l, func(i int, p spot) error {
		if len(p.v) != 2 {
			return l.src.fail(0, l.at(i), "expected 2 coordinates, found %d", len(p.v))
		}
		v = append(v, p.v...)
		return nil
	})
	return v, err
}

// checkLocations rejects latitudes and longitudes that are out of range.
func (s *source) checkLocations(member string, latlon []float64) error {
	for i := 0; i+1 < len(latlon); i += 2 {
		if fault := degreeFault(latlon[i], latlon[i+1]); fault != "" {
			return s.fail(0, member+"["+strconv.Itoa(i/2)+"]", "%s", fault)
		}
	}
	return nil
}

// jsonRoute adds the fixed edges, and the start and end of a path.
func (s *source) jsonRoute(doc *document, in *tsp.Instance) (*tsp.Instance, error) {
	find := in.City
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
	in, err = withEnds(in, doc.Open, ends, "\"open\": true as well")
	return in, s.wrap(0, "start, end", err)
}

// withEnds adds the start and end of a path, or the start of a closed tour; -1 means a free end.
func withEnds(in *tsp.Instance, open bool, ends [2]int32, expected string) (*tsp.Instance, error) {
	switch {
	case open:
		return in.Path(ends[0], ends[1])
	case ends[1] >= 0:
		return nil, fmt.Errorf("a closed tour has no end: expected %s", expected)
	case ends[0] >= 0:
		return in.StartAt(ends[0])
	}
	return in, nil
}
