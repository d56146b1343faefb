package format

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// gpxSpace is the namespace of this project's GPX extensions.
const gpxSpace = "urn:tourmaline"

// gpxExtension returns an element in the namespace gpxSpace.
func gpxExtension(name, value string) string {
	return "<extensions><" + name + " xmlns=\"" + gpxSpace + "\">" + value + "</" + name + "></extensions>"
}

// writeTourGPX writes a route with its cost, and a track along the roads if roads are given. A
// closed route returns to its start. Cities with labels carry their ids as extensions, because
// labels may repeat. The description of each city states its distance from the previous city and
// from the start, and the times if they are known.
func writeTourGPX(w io.Writer, in *tsp.Instance, t tsp.Tour, roads Roads) error {
	return drawGPX(w, in, func(p *printer) { p.gpxTour(in, t, "", roads) })
}

// gpxTour writes a route and its track. name is an element or "".
func (p *printer) gpxTour(in *tsp.Instance, t tsp.Tour, name string, roads Roads) {
	a := atlasOf(in)
	p.text("<rte>", name, gpxNotes(in), gpxExtension("cost", show(in.Cost(t))), "\n")
	stops := in.Stops(t)
	for k, s := range stops {
		p.gpxStop(in, a, s.City, when(in, k, s)+howFar(in, stops, k))
	}
	p.text("</rte>\n")
	p.gpxTrack(name, roads)
}

// gpxNotes returns a description that contains the notes about the file, or "".
func gpxNotes(in *tsp.Instance) string {
	if text := notesOf(in); text != "" {
		return "<desc>" + escaped(text) + "</desc>"
	}
	return ""
}

// notesOf returns the notes about the file, one per line.
func notesOf(in *tsp.Instance) string { return strings.Join(in.Details().Notes, "\n") }

// gpxTrack writes the roads of all legs as one track segment. name is an element or "".
func (p *printer) gpxTrack(name string, roads Roads) {
	if roads == nil {
		return
	}
	p.text("<trk>", name, "<trkseg>\n")
	for _, leg := range roads {
		for i := 0; i < len(leg); i += 2 {
			p.text("<trkpt lat=\"", show(leg[i]), "\" lon=\"", show(leg[i+1]), "\"/>\n")
		}
	}
	p.text("</trkseg></trk>\n")
}

func (p *printer) gpxStop(in *tsp.Instance, a atlas, c int32, about string) {
	id := ""
	if in.Details().Labels != nil {
		id = gpxExtension("id", strconv.FormatInt(in.ID(c), 10))
	}
	p.gpxPoint(in, a, c, "rtept", "<desc>"+escaped(about)+"</desc>"+id)
}

// when describes the times at the k-th stop, or returns "" if they are not known.
func when(in *tsp.Instance, k int, s tsp.Stop) string {
	v, known := in.Visit(k, s)
	if !known {
		return ""
	}
	return "arrive " + humanize.Clock(v.Arrive) + ", leave " + humanize.Clock(v.Leave) + "; "
}

// howFar describes the distance of the k-th city from the previous city and from the start.
func howFar(in *tsp.Instance, stops []tsp.Stop, k int) string {
	if k == 0 {
		return "start"
	}
	s := stops[k]
	return fmt.Sprintf("%s from %s, %s so far", humanize.Amount(s.Leg, in.Details().Unit, humanize.Metric), in.NameOf(stops[k-1].City), humanize.Amount(s.Total, in.Details().Unit, humanize.Metric))
}

// A gpxStop is a point of a route.
type gpxStop struct {
	Lat  float64 `xml:"lat,attr"`
	Lon  float64 `xml:"lon,attr"`
	Name string  `xml:"name"`
	ID   *int64  `xml:"extensions>id"`
}

// A gpxRoute reads the route of a file.
type gpxRoute struct {
	*tourBuilder
	xml    *xml.Decoder
	look   func(string) (int32, bool)
	routes int
}

// readGPX reads a route. Each point identifies its city by id or, if it has no id, by name.
func (b *tourBuilder) readGPX() error {
	b.where = "rte"
	r := &gpxRoute{tourBuilder: b, xml: newXML(b.src), look: firstOf(b.byLabel(), b.byCode(), b.byID)}
	for {
		token, err := r.xml.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if start, ok := token.(xml.StartElement); ok && err == nil {
			err = r.element(start)
		}
		if own := (*Error)(nil); errors.As(err, &own) {
			return err
		}
		if err != nil {
			return (&gpx{src: b.src, xml: r.xml}).wrap(err)
		}
	}
	if r.routes == 0 {
		return b.src.fail(0, "", "expected a route (rte) in GPX, found none")
	}
	b.stated.Path = !b.closed && len(b.tour) > 1
	return nil
}

// element reads an element that belongs to the route and ignores all other elements.
func (r *gpxRoute) element(start xml.StartElement) error {
	line, _ := r.xml.InputPos()
	switch start.Name.Local {
	case "rte":
		if r.routes++; r.routes > 1 {
			return r.src.fail(line, "rte", "the file contains several routes: expected one")
		}
	case "rtept":
		var s gpxStop
		if err := r.xml.DecodeElement(&s, &start); err != nil {
			return err
		}
		return r.stop(s, line)
	case "cost":
		if start.Name.Space == gpxSpace {
			return r.cost(start, line)
		}
	}
	return nil
}

func (r *gpxRoute) cost(start xml.StartElement, line int) error {
	var text string
	if err := r.xml.DecodeElement(&text, &start); err != nil {
		return err
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return r.src.fail(line, "cost", "expected a number, found %s", quote([]byte(text)))
	}
	r.stated.Cost = &v // infinite if the number is too large
	return nil
}

// stop adds the city of a route point.
func (r *gpxRoute) stop(s gpxStop, line int) error {
	c, ok := r.look(strings.TrimSpace(s.Name))
	if s.ID != nil {
		c, ok = r.find(*s.ID)
	}
	if !ok {
		return r.src.refuse(line, "rtept", "expected a city of the instance, found %s", quote([]byte(s.Name)))
	}
	if err := r.add(c, line); err != nil {
		return err
	}
	r.stated.Places = append(r.stated.Places, s.Lon, s.Lat)
	if s.ID != nil && !r.closed {
		r.stated.Labels = append(r.stated.Labels, s.Name)
	}
	return nil
}
