package format

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A damaged route is described without the names of Go packages.
func TestDamagedRoutes(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{1, 2}, {3, 4}, {5, 6}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`<?xml version="1.p"?><gpx><rte/></gpx>`:                      "invalid XML: unsupported version",
		`<gpx><rte><rtept lat="-20.7;3" lon="1"></rtept></rte></gpx>`: `expected a number, found "-20.7;3"`,
	} {
		_, _, err := ReadTour(strings.NewReader(text), "route.gpx", in)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}
