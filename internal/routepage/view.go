package routepage

import (
	_ "embed" // for the page template, style and script
	"html/template"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

//go:embed route.html.tmpl
var pageText string

//go:embed route.css
var styleText string

// The page contains the script as one block, combined from several files.
var (
	//go:embed gestures.js
	gesturesText string
	//go:embed picture.js
	pictureText string
	//go:embed map.js
	mapText string
	//go:embed route.js
	routeText string
)

// A view holds the data of the template.
type view struct {
	*Page
	Policy      string
	Style       template.CSS
	Script      template.JS
	Light, Dark template.HTML // picture in the light and the dark theme
	Size        [2]int        // picture size in pixels
	Folded      bool          // whether the list is initially closed
	Data        data          // input of the script
}

func (p *Page) view() (*view, error) {
	v := &view{Page: p, Style: style(), Script: script(), Folded: len(p.Stops) > unfolded}
	if !p.onGlobe() {
		hidden := *p
		hidden.Tiles = nil
		v.Page = &hidden
	}
	var err error
	if v.Data, err = v.data(); err != nil {
		return nil, err
	}
	v.Policy = policy(string(v.Style), string(v.Script), v.Tiles)
	if p.Map == nil {
		return v, nil
	}
	m := *p.Map
	if len(p.Stops) <= named {
		m.Width = smallWidth
	}
	return v, v.draw(m)
}

// HasPlaces reports whether the list links to map apps.
func (v *view) HasPlaces() bool { return v.onGlobe() }

const (
	// named is the maximum number of stops for which a picture shows names. Such a picture is
	// small, so that its names are legible on a phone.
	named      = 60
	smallWidth = 480
)

// draw draws the picture in both themes and adds the positions of the stops to Data.
//
// A single drawing with the theme plot.Page is not enough, because plot.Page has no variables for
// the colours along a tour and the colours of names.
func (v *view) draw(m plot.Map) error {
	var both [2]strings.Builder
	for i, theme := range []plot.Theme{plot.Light, plot.Dark} {
		m.Theme = theme
		if err := m.SVG(&both[i]); err != nil {
			return err
		}
	}
	v.Light, v.Dark = template.HTML(both[0].String()), template.HTML(both[1].String())
	xy, width, height, err := m.Places()
	v.Size = [2]int{width, height}
	for _, city := range m.Tour {
		v.Data.Spots = append(v.Data.Spots, rounded(xy[2*city], 10), rounded(xy[2*city+1], 10))
	}
	return err
}

// style returns the style sheet with the picture colours for both themes.
func style() template.CSS {
	return template.CSS(strings.NewReplacer(
		"/*light*/", plot.Variables(plot.Light),
		"/*dark*/", plot.Variables(plot.Dark),
	).Replace(styleText))
}

// script returns the script in strict mode, inside a function so that its names stay local.
func script() template.JS {
	return template.JS("(() => {\n'use strict';\n" + gesturesText + pictureText + mapText + routeText + "})();\n")
}

// label returns the file type for a file name: GPX for route.gpx.
func label(file string) string {
	switch ext := strings.TrimPrefix(filepath.Ext(file), "."); ext {
	case "geojson":
		return "GeoJSON"
	case "tour":
		return "TSPLIB"
	default:
		return strings.ToUpper(ext)
	}
}
