package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// errTied is the error for writing an instance that Closed created.
var errTied = errors.New("the instance has a dummy city or tied edges: write the original instance instead")

// writeJSON writes all data of an instance.
func writeJSON(w io.Writer, in *tsp.Instance) error {
	if in.Plain() != nil {
		return errTied
	}
	p := newPrinter(w)
	p.text("{")
	p.member("name", in.Name())
	if in.Details().Comment != "" {
		p.text(",\n")
		p.member("comment", in.Details().Comment)
	}
	if in.Details().Unit != "" && !places.Geographic(in) {
		p.text(",\n")
		p.member("unit", in.Details().Unit)
	}
	if err := p.jsonPlaces(in); err != nil {
		return err
	}
	if in.Details().Display != nil {
		p.text(",\n\"display\": ")
		p.jsonSpots(in.Details().Display, 2)
	}
	if latlon := places.Locations(in); latlon != nil && !places.Geographic(in) {
		p.text(",\n\"locations\": ")
		p.jsonSpots(latlon, 2)
	}
	if ownIDs(in) {
		p.text(",\n\"ids\": ")
		p.jsonIDs(in, tsp.Identity(in.N()))
	}
	if in.Details().Codes != nil {
		p.text(",\n")
		p.member("codes", in.Details().Codes)
	}
	if in.Details().Labels != nil {
		p.text(",\n")
		p.member("labels", in.Details().Labels)
	}
	p.jsonRoute(in)
	p.text("}\n")
	return p.Flush()
}

func (p *printer) member(key string, value any) {
	b, _ := json.Marshal(value) // cannot fail for strings
	fmt.Fprintf(p.Writer, "%q: %s", key, b)
}

func (p *printer) jsonPlaces(in *tsp.Instance) error {
	p.text(",\n")
	if in.Metric().Dims() > 0 {
		p.member("metric", in.Metric().String())
		key := "points"
		if places.Geographic(in) {
			key = "latlon"
		}
		p.text(",\n\"", key, "\": ")
		p.jsonSpots(in.Coords(), in.Dims())
		return nil
	}
	if err := checkMatrix(in, "a JSON matrix"); err != nil {
		return err
	}
	p.text("\"matrix\": [\n")
	for i := range int32(in.N()) {
		if i > 0 {
			p.text(",")
		}
		p.text("[")
		p.row(in, i, 0, ",")
		p.text("]")
	}
	p.text("]")
	return nil
}

func (p *printer) jsonSpots(coords []float64, dims int) {
	for i, v := range coords {
		switch {
		case i == 0:
			p.text("[[")
		case i%dims == 0:
			p.text("],\n[")
		default:
			p.text(",")
		}
		p.float(v)
	}
	p.text("]]")
}

func (p *printer) jsonIDs(in *tsp.Instance, order tsp.Tour) {
	p.text("[")
	for k, c := range order {
		if k > 0 {
			p.text(",")
		}
		p.int(in.ID(c))
	}
	p.text("]")
}

func (p *printer) jsonRoute(in *tsp.Instance) {
	for k, e := range in.FixedEdges() {
		if k == 0 {
			p.text(",\n\"fixed\": [")
		} else {
			p.text(",")
		}
		fmt.Fprintf(p.Writer, "[%d,%d]", in.ID(e[0]), in.ID(e[1]))
	}
	if len(in.FixedEdges()) > 0 {
		p.text("]")
	}
	if in.Open() {
		p.text(",\n\"open\": true")
	}
	start, end := in.Ends()
	if start >= 0 {
		fmt.Fprintf(p.Writer, ",\n\"start\": %d", in.ID(start))
	}
	if end >= 0 {
		fmt.Fprintf(p.Writer, ",\n\"end\": %d", in.ID(end))
	}
}

// writeTourJSON writes the cost and the tour in the form of a result.
func writeTourJSON(w io.Writer, in *tsp.Instance, t tsp.Tour, _ Roads) error {
	p := newPrinter(w)
	p.text("{\"instance\": {")
	p.member("name", in.Name())
	if in.Open() {
		p.text(", \"problem\": \"path\"")
	}
	fmt.Fprintf(p.Writer, ", \"n\": %d}, \"cost\": ", in.N())
	p.float(in.Cost(t))
	p.text(", \"tour\": ")
	p.jsonIDs(in, t)
	p.text("}\n")
	return p.Flush()
}
