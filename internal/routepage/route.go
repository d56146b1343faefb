package routepage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/fleet"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Route holds a tour, the search that found it, the roads of its legs and the unit system for
// lengths.
type Route struct {
	Instance *tsp.Instance
	Tour     tsp.Tour
	Result   *tourmaline.Result // nil if the tour is a part of a larger plan
	Facts    []Fact             // shown first
	Trip     *fleet.Trip        // route of a vehicle, whose depots are no stops; nil if all places are stops
	Roads    format.Roads       // nil for straight lines
	System   humanize.System
	Date     time.Time // shown on the page, unless it is zero
	Count    int       // number of stops without depots; 0 if every city is a stop
	Remarks  []string  // what to do at each place of Tour; nil if there is nothing to say
}

// Page returns the page of a route. If tiles is nil, the page has no map.
func (r Route) Page(tiles *Tiles) (*Page, error) {
	noun := output.Noun(r.Instance)
	p := &Page{
		Title: humanize.Printable(r.Instance.Name()), Summary: r.summary(noun), Noun: noun, Plural: plurals[noun],
		Facts: r.facts(), Notes: list.Map(r.Instance.Details().Notes, humanize.Printable), Map: r.plot(), Lines: lines(r.Roads), Tiles: tiles,
	}
	p.Stops, p.Return = r.stops()
	var err error
	p.Downloads, err = r.downloads()
	return p, err
}

func (r Route) amount(v float64) string {
	return humanize.Amount(v, r.Instance.Details().Unit, r.System)
}

// plurals maps the words for a city to their plurals.
var plurals = map[string]string{"stop": "stops", "city": "cities"}

// stops returns the rows of the list and, for a round trip, the return to the start.
func (r Route) stops() (rows []Stop, back *Stop) {
	in, t := r.Instance, r.Tour
	latlon, about := places.Locations(in), abouts(in)
	for i, s := range in.Stops(t) {
		row := Stop{Number: r.number(i), Name: humanize.Printable(in.NameOf(s.City)), Leg: r.amount(s.Leg), Total: r.amount(s.Total)}
		if v, known := in.Visit(i, s); known {
			row.Arrive = humanize.Clock(v.Arrive)
		}
		if latlon != nil {
			row.Place = latlon[2*s.City : 2*s.City+2]
		}
		switch {
		case i == 0:
			row.Leg = ""
		case i == len(t):
			row.Name = "back to " + row.Name
			return rows, &row
		}
		row.About = about(s.City)
		if i < len(r.Remarks) {
			row.About = row.About.with(r.Remarks[i])
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// number returns the number of the k-th place of the route, or 0 for a depot.
func (r Route) number(k int) int {
	if r.Trip == nil {
		return k + 1
	}
	return r.Trip.Number(k)
}

// lines returns the roads of the legs, or nil for straight lines.
func lines(ways format.Roads) (lines [][][2]float64) {
	for _, way := range ways {
		pairs := slices.Collect(slices.Chunk(way, 2))
		lines = append(lines, list.Map(pairs, func(at []float64) [2]float64 { return [2]float64(at) }))
	}
	return lines
}

func (r Route) summary(noun string) string {
	in := r.Instance
	text := humanize.Count(cmp.Or(r.Count, in.N()), noun) + ", " + r.amount(in.Cost(r.Tour))
	if len(r.Tour) > 0 {
		text += ", start " + humanize.Printable(in.NameOf(r.Tour[0]))
	}
	return text
}

func (r Route) facts() []Fact {
	in, cost := r.Instance, r.Instance.Cost(r.Tour)
	facts := append(slices.Clone(r.Facts), Fact{Name: "Route", Value: r.kind()})
	if quality := r.quality(cost); quality != "" {
		facts = append(facts, Fact{Name: "Quality", Value: quality})
	}
	if in.Metric() == tsp.Haversine {
		facts = append(facts, Fact{Name: "Distances", Value: strings.TrimPrefix(output.Lines(in, cost, r.System), " in ")})
	}
	if times := output.Times(in, r.Tour); times != "" {
		facts = append(facts, Fact{Name: "Times", Value: strings.TrimPrefix(times, ", ")})
	}
	if !r.Date.IsZero() {
		facts = append(facts, Fact{Name: "Date", Value: r.Date.Format("2 January 2006")})
	}
	if r.Result != nil {
		facts = append(facts, Fact{Name: "Found by", Value: fmt.Sprintf("%s, seed %d, in %.2f s", r.Result.Algorithm, r.Result.Seed, r.Result.Seconds)})
	}
	return facts
}

// kind describes where the route starts and ends.
func (r Route) kind() string {
	in, t := r.Instance, r.Tour
	if !in.Open() || len(t) == 0 {
		return "round trip"
	}
	return "one way: " + humanize.Printable(in.NameOf(t[0])) + " → " + humanize.Printable(in.NameOf(t[len(t)-1]))
}

// quality states how good the route is, or "" if that is not known.
func (r Route) quality(cost float64) string {
	if r.Result == nil {
		return ""
	}
	quality := strings.TrimPrefix(output.Quality(r.Instance, cost, r.System), ", ")
	if quality == "" && r.Result.Termination == search.Optimal {
		quality = "the optimum"
	}
	return quality
}

// plot returns the picture, or nil if the cities have no coordinates. The picture has no title,
// because the page has one.
func (r Route) plot() *plot.Map {
	if !places.Drawable(r.Instance) {
		return nil
	}
	m := output.Picture{System: r.System}.Map(r.Instance, r.Tour, r.Roads)
	m.Title, m.Note, m.Mark = "", "", true
	if r.Trip != nil {
		m.Stops = r.Tour[r.Trip.First:][:r.Trip.Stops()]
	}
	return &m
}

// downloads returns the files that can hold the route. Files for devices come first, and the file
// for programs comes last.
func (r Route) downloads() (files []Download, err error) {
	forms := slices.DeleteFunc(output.Forms(), func(f output.Form) bool { return f.IsPicture() || f == output.JSON })
	slices.Reverse(forms)
	if r.Result != nil {
		forms = append(forms, output.JSON)
	}
	for _, f := range forms {
		if f.Fits(r.Instance) != nil {
			continue
		}
		var text strings.Builder
		if f == output.JSON {
			err = output.WriteTourJSON(&text, r.Instance, r.Result)
		} else {
			err = output.WriteTour(&text, r.Instance, r.Tour, r.Roads, f)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, Download{File: output.FileName(r.Instance.Name()) + "." + string(f), Type: f.MediaType(), Text: text.String()})
	}
	return files, nil
}
