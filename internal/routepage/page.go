// Package routepage writes a route as one self-contained HTML page. It has a picture, a list of
// stops, files to download and, at the reader's request, a map.
package routepage

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

// Most is the maximum number of stops on a page. Browsers are slow with longer tables.
const Most = 20_000

// unfolded is the maximum number of stops for which the list is initially open.
const unfolded = 2000

// A Page describes a route for human readers.
type Page struct {
	Title   string
	Summary string // for example "12 stops, 84.3 km, start Depot"
	Noun    string // word for a point on the route, for example "stop"
	Plural  string
	Facts   []Fact
	Notes   []string // warnings about the file
	Stops   []Stop   // in route order
	Return  *Stop    // return to the first stop; nil for a path
	// Map is the picture, or nil if there is nothing to draw. Its tour has the same order as Stops.
	Map *plot.Map
	// Lines holds the legs as latitudes and longitudes. Nil means straight lines between stops.
	Lines     [][][2]float64
	Downloads []Download
	Tiles     *Tiles // tile server for the map; nil for no map
}

// A Fact is a property of the route.
type Fact struct{ Name, Value string }

// A Stop is a row of the list. Its leg leads from the previous stop.
type Stop struct {
	Number           int // 0 for a depot, which is not counted
	Name, Leg, Total string
	Place            []float64 // latitude and longitude; nil if not on the globe
	About            *About    // nil if nothing is known
	Arrive           string    // time of day; empty if not known
}

// A Download is a file that the page contains.
type Download struct{ File, Type, Text string }

// Label returns the text of the download button.
func (d Download) Label() string { return label(d.File) }

// Geo returns a geo URL, which opens a map app. It returns "" if the stop has no place.
func (s Stop) Geo() template.URL {
	if len(s.Place) != 2 {
		return ""
	}
	at := fmt.Sprintf("%.6f,%.6f", s.Place[0], s.Place[1])
	return template.URL("geo:" + at + "?q=" + at) // with q, apps show a pin
}

// Write writes the page to w.
func (p *Page) Write(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	v, err := p.view()
	if err != nil {
		return err
	}
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	var out bytes.Buffer // buffered so that nothing is written on failure
	if err := t.Execute(&out, v); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// check returns an error if the page is inconsistent or too large.
func (p *Page) check() error {
	switch {
	case len(p.Stops) > Most:
		return fmt.Errorf("%d %s: a page can show at most %d", len(p.Stops), p.Plural, Most)
	case p.Map != nil && len(p.Map.Tour) != len(p.Stops):
		return fmt.Errorf("the picture shows a tour of %d, but the list contains %d %s", len(p.Map.Tour), len(p.Stops), p.Plural)
	}
	for _, s := range p.Stops {
		if len(s.Place) != 0 && len(s.Place) != 2 {
			return fmt.Errorf("%s %d: the place has %d coordinates, expected latitude and longitude", p.Noun, s.Number, len(s.Place))
		}
	}
	return nil
}

// Timed reports whether the times of arrival are known.
func (p *Page) Timed() bool { return len(p.Stops) > 0 && p.Stops[0].Arrive != "" }

// onGlobe reports whether all stops can be shown on a map.
func (p *Page) onGlobe() bool {
	lacksPlace := func(s Stop) bool { return len(s.Place) != 2 }
	return len(p.Stops) > 0 && !slices.ContainsFunc(p.Stops, lacksPlace)
}
