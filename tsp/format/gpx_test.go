package format_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Waypoints take precedence over route points, and route points over track points.
func TestGPX(t *testing.T) {
	const (
		head  = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>Trip</name></metadata>`
		wpt   = `<wpt lat="48.8" lon="2.3"><ele>35</ele><name>A &amp; B</name></wpt><wpt lon="12.5" lat="41.9"/>`
		route = `<rte><name>way</name><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/><rtept lat="1" lon="2"/></rte>`
		track = `<trk><trkseg><trkpt lat="5" lon="6"><name>9</name></trkpt></trkseg><trkseg><trkpt lat="7" lon="8"><name>4</name></trkpt></trkseg></trk>`
	)
	for text, want := range map[string]summary{
		wpt + route + track: {"HAVERSINE", []float64{48.8, 2.3, 41.9, 12.5}, []int64{1, 2}, []string{"A & B", ""}, nil},
		track + route:       {"HAVERSINE", []float64{1, 2, 3, 4}, []int64{1, 2}, nil, nil},
		track:               {"HAVERSINE", []float64{5, 6, 7, 8}, []int64{9, 4}, nil, nil},
	} {
		for _, name := range []string{"a.gpx", "stdin"} {
			in := read(t, name, head+text+"</gpx>", format.Options{})
			if diff := cmp.Diff(want, summarise(in)); diff != "" || in.Name() != "Trip" {
				t.Errorf("%s: name %q, %s", text, in.Name(), diff)
			}
		}
	}
}

func TestGPXTour(t *testing.T) {
	in := read(t, "a.csv", "lat,lon,name\n1,2,A\n3,4,B<\n5,6,C\n", format.Options{})
	var b strings.Builder
	if err := format.WriteTour(&b, in, tsp.Tour{1, 0, 2}, nil, format.GPX); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "<rtept"); got != 4 {
		t.Errorf("%d points in a closed route of three cities", got)
	}
	for _, want := range []string{
		`<name>B&lt;</name><desc>start</desc>`, `<name>A</name><desc>314.4 km from B&lt;, 314.4 km so far</desc>`,
		`<name>B&lt;</name><desc>314.1 km from C, 1,257 km so far</desc>`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
	plain, err := read(t, "a.csv", "lat,lon\n1,2\n3,4\n", format.Options{}).With(tsp.Details{Name: "a", Labels: []string{"", "B"}})
	if err != nil {
		t.Fatal(err)
	}
	var c strings.Builder
	if err := format.WriteTour(&c, plain, tsp.Tour{0, 1}, nil, format.GPX); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(c.String(), `lon="2"><name>1</name><desc>start</desc><extensions>`) || strings.Contains(c.String(), "<name></name>") {
		t.Errorf("no id for a name in %s", c.String())
	}
	back := read(t, "a.gpx", b.String(), format.Options{})
	if !cmp.Equal(back.Details().Labels, []string{"B<", "A", "C"}) {
		t.Errorf("labels %v", back.Details().Labels)
	}
}
