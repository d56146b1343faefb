package output

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Picture describes the appearance of a map. The zero value is the default.
type Picture struct {
	Title  string // "" means the instance name
	Width  int    // in pixels; 0 means automatic
	Whole  bool   // whether to include cities far from all others
	Theme  plot.Theme
	System humanize.System
	// Details returns the details to show, given the usual details for the map. If Details is nil,
	// the map shows the usual details.
	Details func(usual plot.Details) plot.Details
}

// Map returns a map of a tour. If roads are known, the tour follows them. If t is nil, the map
// shows only the cities.
func (p Picture) Map(in *tsp.Instance, t tsp.Tour, ways format.Roads) plot.Map {
	start, _ := in.Ends()
	m := plot.Map{
		XY: places.Picture(in), World: places.Project(in).World(), Labels: namesOf(in), Tour: t,
		Open: in.Open(), Mark: start >= 0, Crop: !p.Whole, Title: cmp.Or(p.Title, in.Name()),
		Note: humanize.Count(in.N(), "city"), Theme: p.Theme, Width: p.Width, System: p.System,
	}
	m.Unit, m.PerUnit = unitOf(in)
	if t != nil {
		m.Tour = fromStart(in, t)
		m.Legs = legsOf(in, t, ways, m.Tour)
		m.Note += " · " + Price(in.Cost(t), in.Details().Unit, p.System) + strings.Replace(Quality(in, in.Cost(t), p.System), ", ", " · ", 1)
	}

	m.Details = m.Helpful()
	if p.Details != nil {
		m.Details = p.Details(m.Details)
	}
	return m
}

// fromStart rotates a round trip to start at the start city of the instance.
func fromStart(in *tsp.Instance, t tsp.Tour) tsp.Tour {
	start, _ := in.Ends()
	if at := slices.Index(t, start); at > 0 && !in.Open() {
		return slices.Concat(t[at:], t[:at])
	}
	return t
}

// namesOf returns the city names, or nil if the cities have only ids.
func namesOf(in *tsp.Instance) []string {
	if in.Details().Labels == nil && in.Details().Codes == nil {
		return nil
	}
	names := make([]string, in.N())
	for i := range names {
		names[i] = in.NameOf(int32(i))
	}
	return names
}

// unitOf returns a unit for the coordinates of the picture, and the length of one coordinate unit
// in that unit. The unit is "" if the coordinates are not lengths in a known unit.
func unitOf(in *tsp.Instance) (unit string, per float64) {
	if places.Locations(in) != nil {
		return "m", geom.DegreeLength
	}
	if _, ok := humanize.Metres(in.Details().Unit); ok && in.Details().Display == nil {
		return in.Details().Unit, 1
	}
	return "", 1
}

// legsOf returns the roads of tour t in the plane of the picture, rotated to match drawn. It
// returns nil if drawn is a different tour.
func legsOf(in *tsp.Instance, t tsp.Tour, ways format.Roads, drawn tsp.Tour) [][]float64 {
	edges := len(t)
	if in.Open() {
		edges--
	}
	if places.Locations(in) == nil || len(ways) != edges {
		return nil
	}
	k := slices.Index(t, drawn[0])
	if !slices.Equal(slices.Concat(t[k:], t[:k]), drawn) {
		return nil
	}
	p := places.Project(in)
	project := func(way []float64) []float64 { return planar(p, way) }
	return list.Map(slices.Concat(ways[k:], ways[:k]), project)
}

// planar returns a road in the plane of the picture.
func planar(p places.Projection, way []float64) []float64 {
	xy := make([]float64, len(way))
	for i := 0; i < len(way); i += 2 {
		xy[i], xy[i+1] = p.XY(way[i], way[i+1])
	}
	return xy
}
