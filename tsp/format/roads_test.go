package format_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// berlin returns an instance with a distance matrix and the locations of its three cities.
func berlin(t *testing.T) *tsp.Instance {
	t.Helper()
	return read(t, "table.json", `{"code": "Ok", "durations": [[0, 192.6, 382.8], [199, 0, 283.9], [344.7, 222.3, 0]],
		"sources": [{"location": [13.3888, 52.517033], "name": "Friedrichstraße"},
			{"location": [13.397631, 52.529432], "name": "Torstraße"}, {"location": [13.428554, 52.523239], "name": "Platz"}]}`, format.Options{})
}

func tourText(t *testing.T, in *tsp.Instance, tour tsp.Tour, roads format.Roads, f format.Format) string {
	t.Helper()
	var b strings.Builder
	if err := format.WriteTour(&b, in, tour, roads, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// For a matrix with locations, formats for places write the locations, and formats for distances
// write the matrix.
func TestLocationsAreWritten(t *testing.T) {
	in := berlin(t)
	for f, want := range map[format.Format]string{
		format.GPX:     `<wpt lat="52.529432" lon="13.397631"><name>Torstraße</name>`,
		format.GeoJSON: `"name": "Torstraße"}, "geometry": {"type": "Point", "coordinates": [13.397631,52.529432]}`,
		format.JSON:    `"locations": [[52.517033,13.3888],`,
		format.TSPLIB:  "DISPLAY_DATA_TYPE : LATLON_DISPLAY\n",
		format.CSV:     "Torstraße,199,0,283.9\n",
	} {
		var b strings.Builder
		if err := format.Write(&b, in, f); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, expected %s in\n%s", f, err, want, b.String())
		}
	}
	if csv, want := tourText(t, in, tsp.Tour{0, 2, 1}, nil, format.CSV), "2,3,52.523239,13.428554,Platz,382.8,382.8\n"; !strings.Contains(csv, want) {
		t.Errorf("expected %q in\n%s", want, csv)
	}
}

// For an instance with a matrix and locations, the legs and the coordinates in a tour file are
// checked.
func TestToursOfLocations(t *testing.T) {
	in, tour := berlin(t), tsp.Tour{0, 2, 1}
	for _, f := range []format.Format{format.CSV, format.GeoJSON, format.GPX} {
		text := tourText(t, in, tour, nil, f)
		got, stated, err := format.ReadTour(strings.NewReader(text), "tour", in)
		if err != nil || !cmp.Equal(got, tour) || stated.Check(in, got) != nil {
			t.Errorf("%s: %v, %v, %v", f, got, err, stated.Check(in, got))
		}
		moved := strings.ReplaceAll(text, "13.428554", "13.528554")
		if _, stated, err = format.ReadTour(strings.NewReader(moved), "tour", in); err != nil || stated.Check(in, tour) == nil {
			t.Errorf("%s: a place that is false: %v, %v", f, err, stated.Check(in, tour))
		}
	}
}

var ways = format.Roads{
	{52.517033, 13.3888, 52.52, 13.41, 52.523239, 13.428554},
	{52.523239, 13.428554, 52.529432, 13.397631},
	{52.529432, 13.397631, 52.517033, 13.3888},
}

// Roads that are written and read again are unchanged, and so is the tour in the same file.
func TestRoads(t *testing.T) {
	closed := berlin(t)
	open, err := closed.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	tour := tsp.Tour{0, 2, 1}
	for _, c := range []struct {
		in    *tsp.Instance
		roads format.Roads
	}{{closed, ways}, {open, ways[:2]}} {
		text := tourText(t, c.in, tour, c.roads, format.GeoJSON)
		got, stated, err := format.ReadTour(strings.NewReader(text), "a.geojson", c.in)
		if err != nil || stated.Check(c.in, got) != nil || stated.Path != c.in.Open() || !cmp.Equal(got, tour) {
			t.Fatalf("%v, %v, path %v, tour %v in\n%s", err, stated.Check(c.in, got), stated.Path, got, text)
		}
		if diff := cmp.Diff(c.roads, stated.Roads); diff != "" {
			t.Error(diff)
		}
		text = tourText(t, c.in, tour, c.roads, format.GPX)
		if !strings.Contains(text, `<trkpt lat="52.52" lon="13.41"/>`) {
			t.Errorf("no track in\n%s", text)
		}
		got, stated, err = format.ReadTour(strings.NewReader(text), "a.gpx", c.in)
		if err != nil || stated.Check(c.in, got) != nil || stated.Path != c.in.Open() || !cmp.Equal(got, tour) {
			t.Errorf("%v, %v, path %v, tour %v in\n%s", err, stated.Check(c.in, got), stated.Path, got, text)
		}
	}
}

// The line of a road that crosses the date line does not go around the globe.
func TestRoadAcrossTheDateLine(t *testing.T) {
	in := read(t, "a.json", `{"matrix": [[0, 1], [1, 0]], "locations": [[-17, 179], [-17, -179]], "open": true}`, format.Options{})
	want := format.Roads{{-17, 179, -17, 179.5, -17, -179.5, -17, -179}}
	text := tourText(t, in, tsp.Tour{0, 1}, want, format.GeoJSON)
	if !strings.Contains(text, "[[[179,-17],[179.5,-17],[180.5,-17],[181,-17]]]") {
		t.Error(text)
	}
	_, stated, err := format.ReadTour(strings.NewReader(text), "a.geojson", in)
	if diff := cmp.Diff(want, stated.Roads); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

// Both the writer and the reader reject roads that do not fit the tour.
func TestRoadsThatAreNone(t *testing.T) {
	in, tour := berlin(t), tsp.Tour{0, 2, 1}
	for _, roads := range []format.Roads{{}, ways[:2], {ways[0], ways[1], {52, 13}}, {ways[0], ways[1], {52, 13, 999, 13}}} {
		if err := format.WriteTour(&strings.Builder{}, in, tour, roads, format.GeoJSON); err == nil {
			t.Errorf("%v: no error", roads)
		}
	}
	text := tourText(t, in, tour, ways, format.GeoJSON)
	for _, c := range []struct{ old, new, want string }{
		{"[[13.428554,52.523239],[13.397631", "[[13.5,52.523239],[13.397631", "road 2 does not begin where road 1 ends"},
		{",\n[[13.428554,52.523239],[13.397631,52.529432]],\n[[13.397631,52.529432],[13.3888,52.517033]]", "", "expected a line for each of the 2 or 3 legs, found 1"},
		{"[13.41,52.52]", "[13.41,952.52]", "road 1: expected longitude and latitude"},
		{"[13.41,52.52]", "[13.41]", "road 1: expected longitude and latitude"},
		{"[13.428554,52.523239],[13.397631,52.529432]],", "[13.428554,52.523239]],", "road 2: expected a line of two or more points, found 1"},
	} {
		_, _, err := format.ReadTour(strings.NewReader(strings.Replace(text, c.old, c.new, 1)), "a.geojson", in)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, expected %q", c.new, err, c.want)
		}
	}
}

// Invalid locations are rejected.
func TestLocationsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		`{"matrix": [[0, 1], [1, 0]], "locations": [[1, 2]]}`:               "locations: got 2 latitudes and longitudes for 2 cities",
		`{"matrix": [[0, 1], [1, 0]], "locations": [[1, 2], [100, 2]]}`:     "locations[1]: latitude 100 is not between -90 and 90: did you swap",
		`{"matrix": [[0, 1], [1, 0]], "locations": [[1, 2, 3], [1, 2]]}`:    "locations[0]: expected 2 coordinates, found 3",
		`{"latlon": [[0, 1], [1, 0]], "locations": [[1, 2], [1, 2]]}`:       "locations: expected no locations, because \"latlon\"",
		`{"durations": [[0]], "sources": [{"location": [13.4, 152.5]}]}`:    "sources[0]: latitude 152.5",
		`{"durations": [[0]], "sources": [{"location": [913.4, 52.5]}]}`:    "sources[0]: longitude 913.4",
		`{"matrix": [[0, 1], [1, 0]], "locations": [[1, 2], [null, null]]}`: "locations[1]: expected numbers, found null",
	} {
		if _, err := format.Read(strings.NewReader(text), "a.json", format.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
}
