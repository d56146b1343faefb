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
	p, d := newPrinter(w), in.Details()
	p.member("{", "name", in.Name())
	if d.Comment != "" {
		p.member(",\n", "comment", d.Comment)
	}
	if d.Unit != "" && !places.Geographic(in) {
		p.member(",\n", "unit", d.Unit)
	}
	if err := p.jsonPlaces(in); err != nil {
		return err
	}
	if d.Display != nil {
		p.jsonSpots("display", d.Display, 2)
	}
	if latlon := places.Locations(in); latlon != nil && !places.Geographic(in) {
		p.jsonSpots("locations", latlon, 2)
	}
	if ownIDs(in) {
		p.text(",\n\"ids\": ")
		p.jsonIDs(in, tsp.Identity(in.N()))
	}
	if d.Codes != nil {
		p.member(",\n", "codes", d.Codes)
	}
	if d.Labels != nil {
		p.member(",\n", "labels", d.Labels)
	}
	p.jsonRoute(in)
	p.text("}\n")
	return p.Flush()
}

// member writes a member of an object, after a separator.
func (p *printer) member(separator, key string, value any) {
	b, _ := json.Marshal(value) // cannot fail for strings and whole numbers
	fmt.Fprintf(p.Writer, "%s%q: %s", separator, key, b)
}

func (p *printer) jsonPlaces(in *tsp.Instance) error {
	if in.Metric().Dims() > 0 {
		p.member(",\n", "metric", in.Metric().String())
		key := "points"
		if places.Geographic(in) {
			key = "latlon"
		}
		p.jsonSpots(key, in.Coords(), in.Dims())
		return nil
	}
	if err := checkMatrix(in, "a JSON matrix"); err != nil {
		return err
	}
	p.text(",\n\"matrix\": [\n")
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

func (p *printer) jsonSpots(key string, coords []float64, dims int) {
	for i, v := range coords {
		switch {
		case i == 0:
			p.text(",\n\"", key, "\": [[")
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
	var fixed [][2]int64
	for _, e := range in.FixedEdges() {
		fixed = append(fixed, [2]int64{in.ID(e[0]), in.ID(e[1])})
	}
	if fixed != nil {
		p.member(",\n", "fixed", fixed)
	}
	if in.Open() {
		p.member(",\n", "open", true)
	}
	start, end := in.Ends()
	if start >= 0 {
		p.member(",\n", "start", in.ID(start))
	}
	if end >= 0 {
		p.member(",\n", "end", in.ID(end))
	}
}

// writeTourJSON writes the cost and the tour in the form of a result.
func writeTourJSON(w io.Writer, in *tsp.Instance, t tsp.Tour, _ Roads) error {
	p := newPrinter(w)
	p.member("{\"instance\": {", "name", in.Name())
	if in.Open() {
		p.text(", \"problem\": \"path\"")
	}
	p.member(", ", "n", in.N())
	p.text("}, \"cost\": ", show(in.Cost(t)), ", \"tour\": ")
	p.jsonIDs(in, t)
	p.text("}\n")
	return p.Flush()
}
