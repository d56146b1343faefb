package routepage

import (
	"fmt"
	"html/template"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/boombuler/barcode/qr"
)

// A Part opens some successive stops in map apps.
type Part struct {
	From, To      string // numbers of the first and the last stop; a round trip ends at the start
	Google, Apple template.URL
}

// mostInPart is the maximum number of stops in a link. Google Maps accepts no more on phones.
const mostInPart = 10

// mostParts is the maximum number of links. A driver cannot use a longer list.
const mostParts = 30

// Parts returns links to map apps. Each part starts at the last stop of the previous part.
func (p *Page) Parts() (parts []Part) {
	if !p.onGlobe() || len(p.Stops) < 2 || len(p.Stops) > mostParts*(mostInPart-1) {
		return nil
	}
	stops := slices.Clone(p.Stops)
	if p.Return != nil {
		stops = append(stops, *p.Return)
	}
	for first := 0; first < len(stops)-1; first += mostInPart - 1 {
		part := stops[first:min(first+mostInPart, len(stops))]
		from, to := ordinal(part[0], "the start"), ordinal(part[len(part)-1], "the end")
		if p.Return != nil && first+len(part) == len(stops) {
			to = "the start"
		}
		parts = append(parts, Part{from, to, google(part), apple(part)})
	}
	return parts
}

// ordinal returns the number of a stop, or a word for a depot.
func ordinal(s Stop, depot string) string {
	if s.Number == 0 {
		return depot
	}
	return strconv.Itoa(s.Number)
}

// mostCodes is the maximum number of QR codes on a printed page.
const mostCodes = 7

// Codes returns the parts that get a QR code on paper, or nil if there are too many of them.
func (p *Page) Codes() []Part {
	if parts := p.Parts(); len(parts) <= mostCodes {
		return parts
	}
	return nil
}

// spot returns the place of a stop to about a metre.
func spot(s Stop) string { return fmt.Sprintf("%.5f,%.5f", s.Place[0], s.Place[1]) }

// google returns a link that opens some stops in Google Maps.
func google(stops []Stop) template.URL {
	url := "https://www.google.com/maps/dir/?api=1&travelmode=driving&origin=" + spot(stops[0]) + "&destination=" + spot(stops[len(stops)-1])
	for k, s := range stops[1 : len(stops)-1] {
		separator := "%7C"
		if k == 0 {
			separator = "&waypoints="
		}
		url += separator + spot(s)
	}
	return template.URL(url)
}

// apple returns a link that opens some stops in Apple Maps.
func apple(stops []Stop) template.URL {
	url := "https://maps.apple.com/directions?mode=driving&source=" + spot(stops[0]) + "&destination=" + spot(stops[len(stops)-1])
	for _, s := range stops[1 : len(stops)-1] {
		url += "&waypoint=" + spot(s)
	}
	return template.URL(url)
}

// quiet is the width of the margin around a QR code that readers need, in modules.
const quiet = 4

// Code returns a QR code of the link to Google Maps, which phones without that app open in the
// browser.
func (p Part) Code() (template.HTML, error) {
	code, err := qr.Encode(string(p.Google), qr.L, qr.Auto)
	if err != nil {
		return "", err
	}
	n := code.Bounds().Dx()
	var path strings.Builder
	for y := range n {
		for x := range n {
			if code.At(x, y) == color.Black {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %[1]d %[1]d" role="img" aria-label="QR code of stops %[2]s to %[3]s"><path d="%[4]s"/></svg>`, n+2*quiet, p.From, p.To, path.String())), nil
}
