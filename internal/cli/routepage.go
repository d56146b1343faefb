package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/internal/routepage"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// noTiles is the value of --tiles for pages without a map.
const noTiles = "none"

// isPage tells whether a file is one of HTML, by its name.
func isPage(path string) bool {
	return strings.EqualFold(filepath.Ext(format.UnpackedName(path)), ".html")
}

// checkTiles finds faults in --tiles before the search.
func (v *solve) checkTiles() error {
	if v.tiles != "" && v.outputForm() != "html" {
		return usageError("--tiles is for pages of HTML: expected -o FILE.html or --format html")
	}
	_, err := v.tileServer()
	return err
}

// tileServer is where a page may load a map from; nil for nowhere.
func (v *solve) tileServer() (*routepage.Tiles, error) {
	address := v.tiles
	switch address {
	case noTiles:
		return nil, nil
	case "":
		address = routepage.OpenStreetMap
	}
	tiles, err := routepage.ParseTiles(address)
	if err != nil {
		return nil, usageError("--tiles: %w; or none", err)
	}
	return tiles, nil
}

// writePage writes a result as a page of HTML.
func (v *solve) writePage(w io.Writer, in *tsp.Instance, r *tourmaline.Result, ways format.Roads) error {
	tiles, err := v.tileServer()
	if err != nil {
		return err
	}
	stops, back := v.pageStops(in, r.Order())
	noun, plural := pageNouns(in)
	p := routepage.Page{
		Title: humanize.Printable(in.Name()), Summary: v.pageSummary(in, r, noun), Noun: noun, Plural: plural,
		Facts: v.pageFacts(in, r), Stops: stops, Return: back, Map: v.pageMap(in, r.Order(), ways), Lines: pageLines(ways), Tiles: tiles,
	}
	if p.Downloads, err = v.pageDownloads(in, r, ways); err != nil {
		return err
	}
	return p.Write(w)
}

// pageNouns say what a route goes through: stops on the globe, cities anywhere else.
func pageNouns(in *tsp.Instance) (noun, plural string) {
	if places.Locations(in) != nil {
		return "stop", "stops"
	}
	return "city", "cities"
}

// pageStops are the rows of the list, and the way back of a round trip.
func (v *solve) pageStops(in *tsp.Instance, t tsp.Tour) (rows []routepage.Stop, back *routepage.Stop) {
	latlon := places.Locations(in)
	for i, s := range in.Stops(t) {
		row := routepage.Stop{Number: i + 1, Name: humanize.Printable(in.NameOf(s.City)), Leg: v.figure(s.Leg, in.Details().Unit), Total: v.figure(s.Total, in.Details().Unit)}
		if latlon != nil {
			row.Place = latlon[2*s.City : 2*s.City+2]
		}
		switch {
		case i == 0:
			row.Leg = "" // nothing is before it
		case i == len(t):
			row.Name = "back to " + row.Name
			return rows, &row
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// pageLines are the roads of the legs; nil for straight lines.
func pageLines(ways format.Roads) (lines [][][2]float64) {
	for _, way := range ways {
		var line [][2]float64
		for i := 0; i < len(way); i += 2 {
			line = append(line, [2]float64{way[i], way[i+1]})
		}
		lines = append(lines, line)
	}
	return lines
}

func (v *solve) pageSummary(in *tsp.Instance, r *tourmaline.Result, noun string) string {
	text := humanize.Count(in.N(), noun) + ", " + v.figure(r.Cost, in.Details().Unit)
	if t := r.Order(); len(t) > 0 {
		text += ", start " + humanize.Printable(in.NameOf(t[0]))
	}
	return text
}

func (v *solve) pageFacts(in *tsp.Instance, r *tourmaline.Result) []routepage.Fact {
	way := "round trip"
	if in.Open() {
		way = "path, with no way back"
	}
	facts := []routepage.Fact{{Name: "Route", Value: way}}
	good := strings.TrimPrefix(v.quality(in, r.Cost), ", ")
	if good == "" && r.Termination == search.Optimal {
		good = "the optimum"
	}
	if good != "" {
		facts = append(facts, routepage.Fact{Name: "Quality", Value: good})
	}
	return append(facts, routepage.Fact{Name: "Found by", Value: fmt.Sprintf("%s, seed %d, in %.2f s", r.Algorithm, r.Seed, r.Seconds)})
}

// pageMap is the picture without a title, which the page has; nil if the cities have no places.
func (v *solve) pageMap(in *tsp.Instance, t tsp.Tour, ways format.Roads) *plot.Map {
	if !places.Drawable(in) {
		return nil
	}
	m := output.Picture{System: v.system()}.Map(in, t, ways)
	m.Title, m.Note, m.Mark = "", "", true
	return &m
}

// pageForms are those of the downloads that a page may have.
var pageForms = []output.Form{output.GPX, output.GeoJSON, output.CSV, output.Tour, output.JSON}

// pageDownloads are the forms that fit the instance.
func (v *solve) pageDownloads(in *tsp.Instance, r *tourmaline.Result, ways format.Roads) (files []routepage.Download, err error) {
	for _, f := range pageForms {
		if format.Fits(in, format.Format(f)) != nil {
			continue
		}
		var text strings.Builder
		if err := v.writeResult(&text, in, r, ways, string(f)); err != nil {
			return nil, err
		}
		files = append(files, routepage.Download{File: output.FileName(in.Name()) + "." + string(f), Type: f.MediaType(), Text: text.String()})
	}
	return files, nil
}
