package format

import (
	"io"
	"strconv"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// writeTourKML writes a tour as a line, along the roads if they are given, and its cities as
// placemarks with their positions, distances and times.
func writeTourKML(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads) error {
	p := newPrinter(w)
	p.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><name>", escaped(in.Name()), "</name>", kmlNotes(in), "\n")
	p.text("<Placemark><name>", escaped(in.Name()), "</name><LineString><tessellate>1</tessellate><coordinates>\n")
	stops, a := in.Stops(t), atlasOf(in)
	if roads == nil {
		for _, s := range stops {
			p.kmlSpot(a.at(s.City))
		}
	}
	for _, road := range roads {
		for i := 0; i < len(road); i += 2 {
			p.kmlSpot(road[i : i+2])
		}
	}
	p.text("</coordinates></LineString></Placemark>\n")
	for k, s := range stops[:len(t)] {
		p.text("<Placemark><name>", strconv.Itoa(k+1), " ", escaped(in.NameOf(s.City)), "</name><description>", escaped(when(in, k, s)+howFar(in, stops, k)), "</description><Point><coordinates>\n")
		p.kmlSpot(a.at(s.City))
		p.text("</coordinates></Point></Placemark>\n")
	}
	p.text("</Document></kml>\n")
	return p.Flush()
}

// kmlSpot writes a latitude and a longitude.
func (p *printer) kmlSpot(latlon []float64) { p.text(show(latlon[1]), ",", show(latlon[0]), "\n") }

// kmlNotes returns a description with the notes about the file, or "".
func kmlNotes(in *tsp.Instance) string {
	if text := notesOf(in); text != "" {
		return "<description>" + escaped(text) + "</description>"
	}
	return ""
}
