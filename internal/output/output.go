// Package output writes what a search has found in the forms that people take home: files
// of tours, results in JSON, and pictures.
package output

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A Form is one that a result can be written in. It is the ending of the file as well.
type Form string

// The forms. All but JSON are for tours.
const (
	Tour    Form = "tour"
	JSON    Form = "json"
	GeoJSON Form = "geojson"
	GPX     Form = "gpx"
	CSV     Form = "csv"
	SVG     Form = "svg"
	PNG     Form = "png"
)

// Forms are all forms.
func Forms() []Form { return []Form{Tour, JSON, GeoJSON, GPX, CSV, SVG, PNG} }

// MediaType is what HTTP calls a form.
func (f Form) MediaType() string {
	switch f {
	case JSON:
		return "application/json"
	case GeoJSON:
		return "application/geo+json"
	case GPX:
		return "application/gpx+xml"
	case CSV:
		return "text/csv"
	case SVG:
		return "image/svg+xml"
	case PNG:
		return "image/png"
	}
	return "text/plain"
}

// IsPicture tells pictures from files with data.
func (f Form) IsPicture() bool { return f == SVG || f == PNG }

// WriteTour writes a tour, along its roads if they are known, in any form but JSON, which
// holds more than a tour.
func WriteTour(w io.Writer, in *tsp.Instance, t tsp.Tour, ways format.Roads, f Form) error {
	if !f.IsPicture() {
		return format.WriteTourAlong(w, in, t, ways, format.Format(f))
	}
	if err := Drawable(in); err != nil {
		return err
	}
	return Draw(w, Picture{}.Map(in, t, ways), f)
}

// WriteJSON writes a result as a line of JSON.
func WriteJSON(w io.Writer, r *tourmaline.Result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Drawable returns an error if the cities have no places.
func Drawable(in *tsp.Instance) error {
	if !places.Drawable(in) {
		return fmt.Errorf("%s has no coordinates to draw: its distances are a matrix without display data", in.Name())
	}
	return nil
}

// A Drawing is a map or curves.
type Drawing interface {
	SVG(io.Writer) error
	PNG(io.Writer) error
}

// Draw writes a drawing as SVG or PNG.
func Draw(w io.Writer, d Drawing, f Form) error {
	if f == PNG {
		return d.PNG(w)
	}
	return d.SVG(w)
}

// FileName is a name that every system takes as that of a file.
func FileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if humanize.Unprintable(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, "-"))
	if clean = strings.Trim(clean, " .-"); clean == "" {
		return "route"
	}
	return clean
}
