package output

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Picture describes the look of a map. The zero value is the default.
type Picture struct {
	Title   string // "": the name of the instance
	Width   int    // in pixels; 0: chosen
	Whole   bool   // cities far from all others are shown, too
	Theme   plot.Theme
	System  humanize.System
	Details func(usual plot.Details) plot.Details // nil: those that suit its size
}

// Map returns the map of a tour, along its roads if they are known. Without a tour it shows
// the cities.
func (p Picture) Map(in *tsp.Instance, t tsp.Tour, ways format.Roads) plot.Map {
	start, _ := in.Ends()
	m := plot.Map{
		XY: places.Picture(in), World: places.Project(in).World(), Labels: namesOf(in), Tour: t,
		Open: in.Open(), Mark: start >= 0, Crop: !p.Whole,
		Title: p.Title, Note: humanize.Count(in.N(), "city"), Theme: p.Theme, Width: p.Width, System: p.System,
	}
	m.Unit, m.PerUnit = unitOf(in)
	if t != nil {
		m.Tour = fromStart(in, t)
		m.Legs = legsOf(in, t, ways, m.Tour)
		m.Note += " · " + Price(in.Cost(t), in.Details().Unit, p.System) + strings.Replace(Quality(in, in.Cost(t), p.System), ", ", " · ", 1)
	}
	if m.Title == "" {
		m.Title = in.Name()
	}
	m.Details = m.Helpful()
	if p.Details != nil {
		m.Details = p.Details(m.Details)
	}
	return m
}

// fromStart rotates a round trip to begin at the start of the instance.
func fromStart(in *tsp.Instance, t tsp.Tour) tsp.Tour {
	start, _ := in.Ends()
	if at := slices.Index(t, start); at > 0 && !in.Open() {
		return slices.Concat(t[at:], t[:at])
	}
	return t
}

// namesOf returns the names of the cities, or nil if they have only ids.
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

// unitOf returns the unit of the coordinates of the picture, and their size in it. It is
// empty if they are not lengths of a known unit.
func unitOf(in *tsp.Instance) (unit string, per float64) {
	if places.Locations(in) != nil {
		return "m", geom.DegreeLength
	}
	if _, ok := humanize.Metres(in.Details().Unit); ok && in.Details().Display == nil {
		return in.Details().Unit, 1
	}
	return "", 1
}

// legsOf returns the roads of a tour in the plane of its picture, rotated like drawn. It
// returns nil for another tour.
func legsOf(in *tsp.Instance, t tsp.Tour, ways format.Roads, drawn tsp.Tour) (legs [][]float64) {
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
	for _, way := range slices.Concat(ways[k:], ways[:k]) {
		xy := make([]float64, len(way))
		for i := 0; i < len(way); i += 2 {
			xy[i], xy[i+1] = p.XY(way[i], way[i+1])
		}
		legs = append(legs, xy)
	}
	return legs
}
