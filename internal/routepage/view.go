package routepage

import (
	_ "embed" // of the page, its style and its script
	"html/template"
	"path/filepath"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/plot"
)

//go:embed route.html.tmpl
var pageText string

//go:embed route.css
var styleText string

// The script is one block, in pieces that are read one by one.
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

// A view is what the template shows.
type view struct {
	*Page
	Policy      string
	Style       template.CSS
	Script      template.JS
	Light, Dark template.HTML // the picture, for both themes
	Size        [2]int        // of the picture in pixels
	Folded      bool          // the list starts closed
	Data        data          // for the script
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
	// named is the number of stops up to which a picture has their names. Such a picture
	// is drawn small, so that names can be read on a phone.
	named      = 60
	smallWidth = 480
)

// draw draws the picture for both themes, and tells the script where the stops are.
//
// The theme plot.Page would do with one drawing, but the colours along a tour and those of
// names are no variables of it.
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

// style has the colours of the pictures for both themes.
func style() template.CSS {
	return template.CSS(strings.NewReplacer(
		"/*light*/", plot.Variables(plot.Light),
		"/*dark*/", plot.Variables(plot.Dark),
	).Replace(styleText))
}

// script is strict and keeps its names to itself.
func script() template.JS {
	return template.JS("(() => {\n'use strict';\n" + gesturesText + pictureText + mapText + routeText + "})();\n")
}

// label returns the kind of a file by its name: GPX for route.gpx.
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
