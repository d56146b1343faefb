// Package output writes results in export formats: tour files, JSON and pictures.
package output

import (
	"cmp"
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

// A Form is a format for results. Its value is also the file extension.
type Form string

// Formats that need special treatment. Forms lists all formats.
const (
	JSON Form = "json" // holds more than a tour, and also results of other problems
	SVG  Form = "svg"
	PNG  Form = "png"
	HTML Form = "html" // package routepage writes it
)

// Downloads returns all formats of files that a service offers.
func Downloads() []Form { return append(Forms(), HTML) }

// Forms returns the formats that this package writes.
func Forms() (all []Form) {
	for _, f := range format.Formats() {
		if f.Tours {
			all = append(all, Form(f.Format))
		}
	}
	return append(all, SVG, PNG)
}

// info returns the description of a tour format. It returns the zero value for pictures.
func (f Form) info() format.Info {
	for _, info := range format.Formats() {
		if info.Format == format.Format(f) {
			return info
		}
	}
	return format.Info{}
}

// MediaType returns the media type of the format.
func (f Form) MediaType() string {
	switch f {
	case SVG:
		return "image/svg+xml"
	case PNG:
		return "image/png"
	case HTML:
		return "text/html; charset=utf-8"
	}
	return f.info().MediaType
}

// IsPicture reports whether the format is a picture.
func (f Form) IsPicture() bool { return f == SVG || f == PNG }

// DrawsRoads reports whether the format shows the roads of a tour.
func (f Form) DrawsRoads() bool { return f.IsPicture() || f.info().Roads }

// Fits returns an error if the format cannot hold tours of the instance.
func (f Form) Fits(in *tsp.Instance) error {
	if f.IsPicture() {
		return Drawable(in)
	}
	if fits := f.info().Fits; fits != nil {
		return fits(in)
	}
	return nil
}

// WriteTour writes a tour in any format except JSON. If roads are known, the tour follows them.
func WriteTour(w io.Writer, in *tsp.Instance, t tsp.Tour, ways format.Roads, f Form) error {
	if !f.IsPicture() {
		return format.WriteTour(w, in, t, ways, format.Format(f))
	}
	if err := f.Fits(in); err != nil {
		return err
	}
	return Draw(w, Picture{}.Map(in, t, ways), f)
}

// WriteJSON writes a result as a line of JSON.
func WriteJSON(w io.Writer, r *tourmaline.Result) error { return writeLine(w, r) }

// WriteTourJSON writes a result for tours as a line of JSON, with the times at the stops if they
// are known.
func WriteTourJSON(w io.Writer, in *tsp.Instance, r *tourmaline.Result) error {
	return writeLine(w, struct {
		*tourmaline.Result
		timetable
	}{r, timetableOf(in, r)})
}

// WriteFileJSON is like WriteTourJSON, and names the file of the instance. in is nil for problems
// other than tours.
func WriteFileJSON(w io.Writer, path string, in *tsp.Instance, r *tourmaline.Result) error {
	return writeLine(w, struct {
		File string `json:"file"`
		*tourmaline.Result
		timetable
	}{path, r, timetableOf(in, r)})
}

// WriteFailureJSON writes a line of JSON for a file that was not solved.
func WriteFailureJSON(w io.Writer, path string, failure error) error {
	return writeLine(w, struct {
		File  string `json:"file"`
		Error string `json:"error"`
	}{path, failure.Error()})
}

func writeLine(w io.Writer, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// Drawable returns an error if the cities have no coordinates for a picture.
func Drawable(in *tsp.Instance) error {
	if !places.Drawable(in) {
		return fmt.Errorf("cannot draw %s: it has a distance matrix but no display coordinates", in.Name())
	}
	return nil
}

// A Drawing can be drawn as SVG or PNG. It is a map or a set of curves.
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

// FileName converts a name to a file name that is valid on every operating system.
func FileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if humanize.Unprintable(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(name, "-"))
	return cmp.Or(strings.Trim(clean, " .-"), "route")
}
