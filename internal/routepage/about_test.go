package routepage

import (
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// The page shows what a driver needs at each stop, and nothing twice.
func TestDetailsOfStops(t *testing.T) {
	const table = `Kunde,Straße,PLZ,Ort,Telefon,E-Mail,Bemerkung,Zeitfenster,Latitude,Longitude
Müller,Hauptstr. 1,20095,Hamburg,+49 (40) 123-45,a@x.de,"Hof, 2. Tor",8-10,53.5,9.9
Schmidt,,,Hamburg,,b@x.de,,,53.6,9.8
Weber,Weg 3,20097,Hamburg,,c@x.de,,,53.55,9.7
`
	in, err := format.Read(strings.NewReader(table), "tour.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	about := abouts(in)
	if got, want := *about(0), (About{"Hauptstr. 1, 20095, Hamburg", "+49 (40) 123-45", "Hof, 2. Tor · Zeitfenster 8-10"}); got != want || got.Call() != "tel:+494012345" {
		t.Errorf("%+v, want %+v; call %s", got, want, got.Call())
	}
	if got, want := *about(1), (About{Address: "Hamburg"}); got != want || got.Call() != "" {
		t.Errorf("%+v, want %+v", got, want)
	}
	for remark, want := range map[string]string{"boxes 3": "boxes 3 · Hof, 2. Tor · Zeitfenster 8-10", "": "Hof, 2. Tor · Zeitfenster 8-10"} {
		if got := about(0).with(remark); got.Note != want || got.Phone == "" {
			t.Errorf("with the remark %q: %+v, want %s", remark, got, want)
		}
	}
	if got := (*About)(nil).with("boxes 3"); *got != (About{Note: "boxes 3"}) || (*About)(nil).with("") != nil {
		t.Errorf("%+v", got)
	}
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), tourmaline.Config{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Route{Instance: in, Tour: r.Order(), Result: r, Date: time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)}.Page(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := written(t, p)
	for _, want := range []string{
		`<a href="tel:&#43;494012345">&#43;49 (40) 123-45</a>`, `Hauptstr. 1, 20095, Hamburg`, `Hof, 2. Tor · Zeitfenster 8-10`,
		`<dd>18 November 2026</dd>`, `<dd>straight lines</dd>`, `looks like times`, `https://www.google.com/maps/dir/?api=1`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
