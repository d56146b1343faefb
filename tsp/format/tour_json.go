package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/places"
)

// A tourDocument is a JSON object that holds a tour. Other members are ignored.
type tourDocument struct {
	Type     any // type of a GeoJSON object
	Instance json.RawMessage
	Cost     *float64
	Tour     tourIDs
	Labels   []string
	Bound    *float64 `json:"lower_bound"`

	Certificate json.RawMessage
}

// tourIDs is an array of ids. It rejects null, which package json would read as 0.
type tourIDs []int64

// UnmarshalJSON rejects null.
func (l *tourIDs) UnmarshalJSON(data []byte) error {
	if bytes.Contains(data, []byte("null")) {
		return errors.New("tour: expected ids, found null")
	}
	return json.Unmarshal(data, (*[]int64)(l))
}

// readJSON reads {"tour": [ids]}, [ids] or GeoJSON.
func (b *tourBuilder) readJSON() error {
	b.where = "tour"
	data, err := b.src.all()
	if err != nil {
		return err
	}
	var doc tourDocument
	if data[firstByte(data)] == '[' {
		err = json.Unmarshal(data, &doc.Tour)
	} else {
		err = json.Unmarshal(data, &doc)
	}
	switch {
	case err != nil:
		return b.src.jsonError(data, err)
	case doc.Tour == nil && doc.Type != nil:
		return b.readGeoJSON(data)
	case doc.Tour == nil:
		return b.src.fail(0, "", "expected {\"tour\": [ids]} or a list of ids, found neither")
	}
	for _, id := range doc.Tour {
		if err := b.visit(id, 0); err != nil {
			return err
		}
	}
	return b.stateJSON(&doc)
}

// stateJSON stores the properties that a result states about its tour.
func (b *tourBuilder) stateJSON(doc *tourDocument) error {
	var of struct {
		Problem, Hash string
		N             *int
	}
	// in files of other programs, "instance" may have any meaning
	if json.Unmarshal(doc.Instance, &of) == nil && of.N != nil {
		if err := b.statesSize(*of.N, 0, "instance.n"); err != nil {
			return err
		}
	}
	if doc.Labels != nil && len(doc.Labels) != len(doc.Tour) {
		return b.src.refuse(0, "labels", "expected a label for each of the %d cities, found %d", len(doc.Tour), len(doc.Labels))
	}
	b.stated = Stated{Cost: doc.Cost, Path: of.Problem == "path", Hash: of.Hash, Labels: doc.Labels, Bound: doc.Bound, Certificate: doc.Certificate}
	return nil
}

// A drawnTour is a FeatureCollection with the cities of a tour as points and optionally the tour as
// a line.
type drawnTour struct {
	Features []struct {
		Properties struct {
			Position int
			ID       json.RawMessage // whole number, or code of the city
			Name     *string
			Cost     *float64
			Leg      *float64
			Total    *float64
			Roads    bool // whether the line follows roads
		}
		Geometry struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
}

// A stop is a point of a drawn tour.
type stop struct {
	position int
	id       string
	name     *string
	leg      *float64
	total    *float64
	at       []float64
}

const drawnStops = "expected a GeoJSON tour whose points have the properties position and id"

// readGeoJSON reads the points in the order of their positions. A line must pass through the points
// in this order or follow roads. It shows whether the tour is closed.
func (b *tourBuilder) readGeoJSON(data []byte) error {
	b.where = "features"
	var doc drawnTour
	if err := json.Unmarshal(data, &doc); err != nil {
		return b.src.jsonError(data, err)
	}
	var stops []stop
	var line [][]float64
	var roads [][][]float64 // one line per leg
	for _, f := range doc.Features {
		var err error
		switch p := f.Properties; f.Geometry.Type {
		case "Point":
			id := text(p.ID)
			if id == nil || p.Position == 0 {
				return b.src.fail(0, b.where, "%s, found a point without them", drawnStops)
			}
			s := stop{position: p.Position, id: *id, name: p.Name, leg: p.Leg, total: p.Total}
			err = json.Unmarshal(f.Geometry.Coordinates, &s.at)
			stops = append(stops, s)
		case "LineString":
			b.stated.Cost = p.Cost
			err = json.Unmarshal(f.Geometry.Coordinates, &line)
		case "MultiLineString":
			b.stated.Cost = p.Cost
			if p.Roads {
				err = json.Unmarshal(f.Geometry.Coordinates, &roads)
			} else {
				line, err = joined(f.Geometry.Coordinates)
			}
		}
		if err != nil {
			return b.src.fail(0, b.where, "expected the coordinates of a %s: %v", f.Geometry.Type, err)
		}
	}
	if stops == nil {
		return b.src.fail(0, b.where, "%s, found none", drawnStops)
	}
	if err := b.visitStops(stops); err != nil {
		return err
	}
	if roads != nil {
		return b.readRoads(roads, len(stops))
	}
	return b.follow(line, stops)
}

// joined rejoins a line that was cut at the date line and removes the end points of the cuts.
func joined(coordinates json.RawMessage) (line [][]float64, err error) {
	var parts [][][]float64
	err = json.Unmarshal(coordinates, &parts)
	for k, part := range parts {
		if k > 0 && len(part) > 0 {
			part = part[1:]
		}
		if k+1 < len(parts) && len(part) > 0 {
			part = part[:len(part)-1]
		}
		line = append(line, part...)
	}
	return line, err
}

func (b *tourBuilder) visitStops(stops []stop) error {
	find := firstOf(b.byCode(), b.byID)
	slices.SortStableFunc(stops, func(a, b stop) int { return a.position - b.position })
	for k, s := range stops {
		if s.position != k+1 {
			return b.src.refuse(0, b.where, "expected each of the positions 1 to %d exactly once, found %d", len(stops), s.position)
		}
		c, ok := find(s.id)
		if !ok {
			return b.src.refuse(0, b.where, "expected ids of the instance, such as %s, found %s", places.IDText(b.in, 0), quote(s.id))
		}
		if err := b.add(c, 0); err != nil {
			return err
		}
		if len(s.at) < 2 {
			return b.src.fail(0, b.where, "expected two coordinates for city %s, found %v", s.id, s.at)
		}
		b.stated.Places = append(b.stated.Places, s.at[:2]...)
		if s.name != nil {
			b.stated.Labels = append(b.stated.Labels, *s.name)
		}
		if s.leg != nil {
			b.stated.ahead = append(b.stated.ahead, *s.leg)
		}
		if s.total != nil {
			b.stated.Totals = append(b.stated.Totals, *s.total)
		}
	}
	if len(b.stated.Labels) != len(stops) {
		b.stated.Labels = nil
	}
	if len(b.stated.Totals) != len(stops) {
		b.stated.Totals = nil
	}
	return nil
}

// follow checks that a line passes through the stops in order.
func (b *tourBuilder) follow(line [][]float64, stops []stop) error {
	if line == nil {
		return nil
	}
	if extra := len(line) - len(stops); extra != 0 && extra != 1 {
		return b.src.refuse(0, b.where, "expected a line through %d points, found a line through %d", len(stops), len(line))
	}
	for k, at := range line {
		if s := stops[k%len(stops)]; !slices.Equal(at, s.at) {
			return b.src.refuse(0, b.where, "position %d: the line goes through %v, but city %s is at %v", k+1, at, s.id, s.at)
		}
	}
	b.stated.Path = len(line) == len(stops)
	return nil
}
