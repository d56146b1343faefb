package format

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var errNoPlaces = errors.New("the instance has distances but no coordinates: expected coordinates, locations or display data")

// readGeoJSON reads the points of a GeoJSON file. A library for all of GeoJSON would add a database
// driver to the dependencies.
func readGeoJSON(src *source, opt Options) (*tsp.Instance, error) {
	data, err := src.json()
	if err != nil {
		return nil, err
	}
	return src.geojson(data, opt)
}

// A feature is any GeoJSON object: a collection, a feature or a geometry.
type feature struct {
	Type        string
	Name        string
	Comment     string
	Metric      string
	ID          json.RawMessage
	Properties  map[string]json.RawMessage
	Features    json.RawMessage // array of features
	Geometry    *feature
	Geometries  json.RawMessage // array of features
	Coordinates json.RawMessage
}

func (s *source) geojson(data []byte, opt Options) (*tsp.Instance, error) {
	var doc feature
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, s.jsonError(data, err)
	}
	c := &cities{src: s, axes: globe, dims: 2, sure: true}
	if m, err := tsp.ParseMetric(doc.Metric); err == nil && m != tsp.Geo && m != tsp.Haversine {
		c.axes = plane
	}
	if err := c.collect(data, &doc); err != nil {
		return nil, err
	}
	if c.n() == 0 {
		return nil, s.fail(0, "", "expected Point or MultiPoint geometries, found none")
	}
	for _, list := range []*names{&c.ids, &c.labels} {
		if list.n != c.n() { // the points of a MultiPoint have no names
			*list = names{}
		}
	}
	c.about.Name, c.about.Comment = doc.Name, doc.Comment
	return c.instance(opt.Metric, doc.Metric)
}

// collect adds the points of a document.
func (c *cities) collect(data []byte, doc *feature) error {
	switch doc.Type {
	case "FeatureCollection":
		if !given(doc.Features) {
			return nil
		}
		return c.features(list{c.src, data, "features", doc.Features})
	case "Feature":
		return c.feature("", doc)
	}
	return c.feature("", &feature{Geometry: doc})
}

// features adds the points of a collection and warns about features without points.
func (c *cities) features(l list) error {
	first, without := "", 0
	err := each(l, func(i int, f *feature) error {
		before := c.n()
		err := c.feature(l.at(i), f)
		if err == nil && c.n() == before {
			if without++; without == 1 {
				first = l.at(i)
			}
		}
		return c.src.faults.take(err)
	})
	switch {
	case err != nil:
		return err
	case without == 1:
		c.src.doubt(0, "skipped 1 feature that is not a point: %s", first)
	case without > 1:
		c.src.doubt(0, "skipped %d features that are not points; the first is %s", without, first)
	}
	return c.src.faults.err()
}

func (c *cities) feature(where string, f *feature) error {
	if f == nil {
		return c.src.fail(0, where, "expected a feature, found null")
	}
	var found []float64 // two coordinates per point
	if err := c.points(where, f.Geometry, 0, &found); err != nil {
		return err
	}
	for i := 0; i < len(found); i += 2 {
		x, y := found[i], found[i+1]
		if c.axes == globe {
			x, y = y, x
		}
		if err := c.place(0, where, x, y); err != nil {
			return err
		}
		c.nameFeature(f, len(found) == 2)
	}
	return nil
}

// mostNested is the maximum depth of nested collections. It is small because every level of nesting
// parses its text again, and because RFC 7946 advises against nesting.
const mostNested = 8

// points appends the points of a geometry to found. A geometry may have no points.
func (c *cities) points(where string, f *feature, depth int, found *[]float64) error {
	if f == nil {
		return nil
	}
	coordinates := list{c.src, nil, where, f.Coordinates}
	add := func(_ int, p numbers) error {
		if len(p) < 2 {
			return coordinates.misplaced()
		}
		*found = append(*found, p[0], p[1])
		return nil
	}
	switch f.Type {
	case "Point":
		var p numbers
		if err := json.Unmarshal(f.Coordinates, &p); err != nil {
			return coordinates.unreadable(err)
		}
		return add(0, p)
	case "MultiPoint":
		if err := each(coordinates, add); err != nil {
			return coordinates.unreadable(err)
		}
		return nil
	case "GeometryCollection":
		if depth == mostNested {
			return c.src.fail(0, where, "collections are nested more than %d levels deep: expected fewer levels", mostNested)
		}
		if !given(f.Geometries) {
			return nil
		}
		parts := list{c.src, nil, where, f.Geometries}
		return each(parts, func(_ int, part *feature) error { return c.points(where, part, depth+1, found) })
	case "LineString", "MultiLineString", "Polygon", "MultiPolygon":
		return nil
	}
	return c.src.fail(0, where, "expected a FeatureCollection, Feature or geometry, found the type %s", quote(f.Type))
}

// unreadable returns the error for coordinates that package json rejects.
func (l list) unreadable(err error) error {
	if err = budget.PlainJSON(err); !errors.Is(err, budget.ErrRange) {
		return l.misplaced()
	}
	if own := (*Error)(nil); errors.As(err, &own) {
		return err
	}
	return l.src.wrap(0, l.member, err)
}

// misplaced returns the error for invalid coordinates.
func (l list) misplaced() error {
	return l.src.fail(0, l.member, "expected coordinates as [longitude, latitude], found %s", quote(l.text))
}

// nameFeature reads the properties id and name of a feature with a single point. If the property id
// is missing, it uses the feature's own id. Only properties that the first feature has are used. If
// a later feature lacks one of them, its value is "".
func (c *cities) nameFeature(f *feature, single bool) {
	for _, kind := range []struct {
		key  string
		list *names
	}{{"id", &c.ids}, {"name", &c.labels}} {
		value, ok := f.Properties[kind.key]
		if !ok && kind.key == "id" {
			value, ok = f.ID, f.ID != nil
		}
		if kind.list.n != c.n()-1 || !ok && c.n() == 1 || !single {
			continue
		}
		if name := text(value); name != nil {
			kind.list.add(*name)
		} else {
			kind.list.add("")
		}
	}
}

// writeGeoJSON writes the cities as points: longitude and latitude on the globe, otherwise x and y
// with the metric as an additional member.
func writeGeoJSON(w io.Writer, in *tsp.Instance) error {
	if atlasOf(in).dims != 2 {
		return errors.New("GeoJSON supports only places in the plane or on the globe: use tsplib or json instead")
	}
	return drawGeoJSON(w, in, tsp.Identity(in.N()), nil)
}

// writeTourGeoJSON writes the tour as a line, along the roads if roads are given, followed by the
// cities.
func writeTourGeoJSON(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads) error {
	return drawGeoJSON(w, in, t, wayOf(roads))
}

// drawGeoJSON writes the cities in the given order. If way is not nil, the order is a tour, and way
// writes the line before the cities.
func drawGeoJSON(w io.Writer, in *tsp.Instance, order tsp.Tour, way wayWriter) error {
	if spots, _ := drawing(in); spots == nil {
		return errNoPlaces
	}
	p := newPrinter(w)
	p.collection(in.Name(), in)
	p.features(in, order, way)
	p.text("\n]}\n")
	return p.Flush()
}

// A wayWriter writes the line of a tour.
type wayWriter func(p *printer, in *tsp.Instance, order tsp.Tour, xy []float64, globe bool)

// wayOf returns the writer of a line along roads, or of straight lines if roads is nil.
func wayOf(roads Roads) wayWriter {
	if roads == nil {
		return (*printer).way
	}
	return func(p *printer, in *tsp.Instance, order tsp.Tour, _ []float64, _ bool) { p.roads(in, order, roads) }
}

// collection writes the beginning of a document with the places of an instance.
func (p *printer) collection(name string, in *tsp.Instance) {
	p.member("{\"type\": \"FeatureCollection\", ", "name", name)
	if in.Details().Comment != "" {
		p.member(", ", "comment", in.Details().Comment)
	}
	if _, globe := drawing(in); !globe {
		p.member(", ", "metric", in.Metric().String())
	}
	p.text(", \"features\": [\n")
}

// features writes the line, if way is not nil, and the cities.
func (p *printer) features(in *tsp.Instance, order tsp.Tour, way wayWriter) {
	spots, globe := drawing(in)
	var stops []tsp.Stop
	if way != nil {
		if globe {
			wrapLongitudes(spots)
		}
		stops = in.Stops(order)
		way(p, in, order, spots, globe)
	}
	for k, c := range order {
		if k > 0 {
			p.text(",\n")
		}
		p.point(in, c, spots, stops[:min(len(stops), k+1)])
	}
}

// feature begins a feature. Its properties start with the vehicle, if there are several.
func (p *printer) feature() {
	p.text("{\"type\": \"Feature\", \"properties\": {")
	if p.vehicle != "" {
		p.member("", titleVehicle, p.vehicle)
		p.text(", ")
	}
}

func (p *printer) spot(xy []float64, c int32) {
	p.text("[")
	p.float(xy[2*c])
	p.text(",")
	p.float(xy[2*c+1])
	p.text("]")
}

// point writes city c. If c is on a tour, so holds the stops up to and including c.
func (p *printer) point(in *tsp.Instance, c int32, xy []float64, so []tsp.Stop) {
	p.feature()
	if len(so) > 0 {
		p.text("\"position\": ", strconv.Itoa(len(so)), ", ")
	}
	if codes := in.Details().Codes; codes != nil {
		p.member("", "id", codes[c])
	} else {
		p.text("\"id\": ")
		p.int(in.ID(c))
	}
	if labels := in.Details().Labels; labels != nil {
		p.member(", ", "name", labels[c])
	}
	if len(so) > 0 {
		last := so[len(so)-1]
		p.text(", \"leg\": ", show(last.Leg), ", \"total\": ", show(last.Total))
		if v, known := in.Visit(len(so)-1, last); known {
			p.member(", ", titleArrive, humanize.Clock(v.Arrive))
			p.member(", ", titleLeave, humanize.Clock(v.Leave))
		}
	}
	p.text("}, \"geometry\": {\"type\": \"Point\", \"coordinates\": ")
	p.spot(xy, c)
	p.text("}}")
}
