package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

var errNoPlaces = errors.New("the instance has distances but no places: expected coordinates or display data")

// readGeoJSON reads points, which are all that is needed here. A library for
// all of GeoJSON would add a database driver to the dependencies.
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
	Features    json.RawMessage // of features
	Geometry    *feature
	Geometries  json.RawMessage // of features
	Coordinates json.RawMessage
}

func (s *source) geojson(data []byte, opt Options) (*tsp.Instance, error) {
	var doc feature
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, s.jsonError(data, err)
	}
	c := &cities{src: s, axes: globe, dims: 2}
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
		if list.n != c.n() { // a MultiPoint has no names for its points
			*list = names{}
		}
	}
	in, err := c.instance(opt.Metric, doc.Metric)
	if err != nil {
		return nil, err
	}
	in.Name, in.Comment = s.title(doc.Name), doc.Comment
	return in, nil
}

// collect adds the points of a document.
func (c *cities) collect(data []byte, doc *feature) error {
	switch doc.Type {
	case "FeatureCollection":
		if !given(doc.Features) {
			return nil
		}
		l := list{c.src, data, "features", doc.Features}
		return each(l, func(i int, f *feature) error { return c.feature(l.at(i), f) })
	case "Feature":
		return c.feature("", doc)
	}
	return c.feature("", &feature{Geometry: doc})
}

func (c *cities) feature(where string, f *feature) error {
	if f == nil {
		return c.src.fail(0, where, "expected a feature, found null")
	}
	var found []float64 // two for each point
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

// mostNested is how deep collections may be nested in collections, which RFC 7946
// advises against. Each level is scanned again.
const mostNested = 8

// points adds the points of a geometry to found. A feature may have none.
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
		if json.Unmarshal(f.Coordinates, &p) != nil {
			return coordinates.misplaced()
		}
		return add(0, p)
	case "MultiPoint":
		if each(coordinates, add) != nil {
			return coordinates.misplaced()
		}
		return nil
	case "GeometryCollection":
		if depth == mostNested {
			return c.src.fail(0, where, "collections are nested more than %d deep: expected fewer", mostNested)
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

// misplaced is the error for coordinates that are none.
func (l list) misplaced() error {
	return l.src.fail(0, l.member, "expected coordinates as [longitude, latitude], found %s", quote(l.text))
}

// nameFeature reads names from the properties. The first feature decides which
// of them are used; later features without them are named "".
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

// writeGeoJSON writes the cities as points: longitude, latitude on the globe,
// otherwise x, y with the metric as an additional member.
func writeGeoJSON(w io.Writer, in *tsp.Instance) error {
	if !in.Metric().Spatial() || in.Dims() != 2 {
		return errors.New("GeoJSON holds only places in the plane or on the globe: write tsplib or json instead")
	}
	return drawGeoJSON(w, in, tsp.Identity(in.N()), false)
}

func writeTourGeoJSON(w io.Writer, in *tsp.Instance, t tsp.Tour) error {
	return drawGeoJSON(w, in, t, true)
}

// drawGeoJSON writes the cities in the given order, preceded by the tour as a
// line if way is true.
func drawGeoJSON(w io.Writer, in *tsp.Instance, order tsp.Tour, way bool) error {
	spots := drawing(in)
	if spots == nil {
		return errNoPlaces
	}
	if way && in.Geographic() {
		wrapLongitudes(spots)
	}
	p := newPrinter(w)
	p.text("{\"type\": \"FeatureCollection\", ")
	p.member("name", in.Name)
	if in.Comment != "" {
		p.text(", ")
		p.member("comment", in.Comment)
	}
	if !in.Geographic() {
		p.text(", ")
		p.member("metric", in.Metric().String())
	}
	p.text(", \"features\": [\n")
	if way {
		p.way(in, order, spots)
	}
	for k, c := range order {
		if k > 0 {
			p.text(",\n")
		}
		position := 0
		if way {
			position = k + 1
		}
		p.point(in, c, position, spots)
	}
	p.text("\n]}\n")
	return p.Flush()
}

// drawing returns where to draw the cities, x, y each, or longitude, latitude
// on the globe. It is nil if the cities have no places.
func drawing(in *tsp.Instance) []float64 {
	if !in.Metric().Spatial() {
		return in.Picture()
	}
	xy := make([]float64, 0, 2*in.N())
	for i := range int32(in.N()) {
		v := place(in, i)
		if in.Geographic() {
			xy = append(xy, v[1], v[0])
		} else {
			xy = append(xy, v[0], v[1])
		}
	}
	return xy
}

func (p *printer) spot(xy []float64, c int32) {
	p.text("[")
	p.float(xy[2*c])
	p.text(",")
	p.float(xy[2*c+1])
	p.text("]")
}

// point writes a city, with its position in a tour if it has one.
func (p *printer) point(in *tsp.Instance, c int32, position int, xy []float64) {
	p.text("{\"type\": \"Feature\", \"properties\": {")
	if position > 0 {
		fmt.Fprintf(p.Writer, "\"position\": %d, ", position)
	}
	p.text("\"id\": ")
	p.int(in.ID(c))
	if labels := in.Labels(); labels != nil {
		p.text(", ")
		p.member("name", labels[c])
	}
	p.text("}, \"geometry\": {\"type\": \"Point\", \"coordinates\": ")
	p.spot(xy, c)
	p.text("}}")
}
