package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/unpack"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// gpxRank ranks the GPX point types: waypoints before route points before track points.
var gpxRank = map[string]int{"wpt": 3, "rtept": 2, "trkpt": 1}

// A gpx collects the points of the highest-ranked type seen so far.
type gpx struct {
	src  *source
	xml  *xml.Decoder
	path []string // names of the open elements
	name []byte   // text of the open name element
	rank int
	cities
	title string
	named bool // whether any city has a name
}

const (
	// maxDepth is the maximum nesting depth of elements. Ordinary GPX files need a depth of five.
	maxDepth = 64
	// maxMarkup is the maximum length of an element or text in bytes. Package xml allocates up to
	// thirty bytes for each byte.
	maxMarkup = 1 << 20
)

// readGPX reads the points of the highest-ranked type in the file.
func readGPX(src *source, opt Options) (*tsp.Instance, error) {
	tokens := &budget.Pieces{R: src, Most: maxMarkup, What: "element or text"}
	g := &gpx{src: src, xml: newXML(tokens)}
	g.reset(0)
	for {
		tokens.Next()
		token, err := g.xml.Token()
		if errors.Is(err, io.EOF) {
			return g.instance(opt)
		}
		if err != nil {
			return nil, g.wrap(err)
		}
		if err := g.take(token); err != nil {
			return nil, err
		}
	}
}

// newXML returns a decoder for any encoding that package unpack supports.
func newXML(r io.Reader) *xml.Decoder {
	d := xml.NewDecoder(r)
	d.CharsetReader = unpack.XML
	return d
}

func (g *gpx) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		g.path = append(g.path, t.Name.Local)
		return g.start(t)
	case xml.EndElement:
		g.end()
		g.path = g.path[:len(g.path)-1]
	case xml.CharData:
		if n := len(g.path); n > 0 && g.path[n-1] == "name" {
			g.name = append(g.name, t...)
		}
	}
	return nil
}

func (g *gpx) wrap(err error) error {
	line, _ := g.xml.InputPos()
	if encoding := (*unpack.EncodingError)(nil); errors.As(err, &encoding) {
		return g.src.wrap(line, "", encoding)
	}
	var bad *xml.SyntaxError
	if errors.As(err, &bad) && bad.Msg == "unexpected EOF" {
		return g.src.fail(bad.Line, "", breaksOff)
	}
	if errors.As(err, &bad) {
		return g.src.fail(bad.Line, "", "invalid XML: %s", bad.Msg)
	}
	if number := (*strconv.NumError)(nil); errors.As(err, &number) {
		return g.src.fail(line, "", "expected a number, found %s", budget.Quote(number.Num))
	}
	if text, ok := strings.CutPrefix(err.Error(), "xml: "); ok {
		return g.src.fail(line, "", "invalid XML: %s", budget.Message(text))
	}
	return g.src.wrap(line, "", err)
}

// reset discards the points collected so far, which have a lower rank.
func (g *gpx) reset(rank int) {
	g.rank, g.named = rank, false
	g.cities = cities{src: g.src, axes: globe, dims: 2}
}

func (g *gpx) start(t xml.StartElement) error {
	line, _ := g.xml.InputPos()
	switch {
	case len(g.path) == 1 && t.Name.Local != "gpx":
		return g.src.fail(line, "", "expected the element gpx, found %s", quote(t.Name.Local))
	case len(g.path) > maxDepth:
		return g.src.fail(line, "", "elements are nested %d levels deep, expected at most %d", len(g.path), maxDepth)
	}
	rank := gpxRank[t.Name.Local]
	if rank == 0 || rank < g.rank {
		return nil
	}
	if rank > g.rank {
		g.reset(rank)
	}
	var v [2]float64
	for k, key := range []string{"lat", "lon"} {
		text := strings.TrimSpace(attribute(t, key))
		x, n := parseFloat([]byte(text))
		if n == 0 || n != len(text) {
			return g.src.fail(line, t.Name.Local, "expected the attribute %s with a number, found %s", key, quote([]byte(text)))
		}
		v[k] = x
	}
	g.labels.labels = append(g.labels.labels, "")
	return g.place(line, t.Name.Local, v[0], v[1])
}

func attribute(t xml.StartElement, key string) string {
	for _, a := range t.Attr {
		if a.Name.Local == key {
			return a.Value
		}
	}
	return ""
}

// end handles the end of an element. At the end of a name element, it stores the name of the file
// or of the last stored point.
func (g *gpx) end() {
	n := len(g.path)
	if n < 2 || g.path[n-1] != "name" {
		return
	}
	switch {
	case g.path[n-2] == "metadata" || n == 2:
		g.title = string(bytes.TrimSpace(g.name))
	case gpxRank[g.path[n-2]] == g.rank && g.rank > 0:
		g.labels.labels[len(g.labels.labels)-1] = string(g.name)
		g.named = g.named || len(g.name) > 0
	}
	g.name = g.name[:0]
}

func (g *gpx) instance(opt Options) (*tsp.Instance, error) {
	if g.n() == 0 {
		return nil, g.src.fail(0, "", "expected waypoints, route points or track points (wpt, rtept, trkpt), found none")
	}
	list := g.labels.labels
	if last := 2 * (g.n() - 1); g.rank < 3 && last > 0 && g.coords[0] == g.coords[last] && g.coords[1] == g.coords[last+1] {
		g.coords, list = g.coords[:last], list[:len(list)-1]
	}
	g.labels = names{}
	for _, name := range list {
		if g.named {
			g.labels.add(strings.TrimSpace(name))
		}
	}
	g.about.Name = g.title
	return g.cities.instance(opt.Metric, "")
}

const gpxHead = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="tourmaline" xmlns="http://www.topografix.com/GPX/1/1">
`

// writeGPX writes the cities as waypoints.
func writeGPX(w io.Writer, in *tsp.Instance) error {
	return drawGPX(w, in, func(p *printer) {
		a := atlasOf(in)
		for i := range int32(in.N()) {
			p.gpxPoint(in, a, i, "wpt", "")
		}
	})
}

var errNoGlobe = errors.New("GPX and KML support only latitudes and longitudes: expected an instance with the metric HAVERSINE or GEO, or a matrix with locations")

func drawGPX(w io.Writer, in *tsp.Instance, body func(p *printer)) error {
	if places.Locations(in) == nil {
		return errNoGlobe
	}
	p := newPrinter(w)
	p.text(gpxHead, "<metadata><name>", escaped(in.Name()), "</name></metadata>\n")
	body(p)
	p.text("</gpx>\n")
	return p.Flush()
}

// escaped returns text with XML escaping.
func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never returns an error
	return b.String()
}

// gpxPoint writes a city with its label or, if it has no label, its code or id. more is XML to add
// to the element.
func (p *printer) gpxPoint(in *tsp.Instance, a atlas, c int32, element, more string) {
	v := a.at(c)
	p.text("<", element, " lat=\"", show(v[0]), "\" lon=\"", show(v[1]), "\"><name>", escaped(in.NameOf(c)))
	p.text("</name>", more, "</", element, ">\n")
}
