package format_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// Every optimal tour that comes with TSPLIB has exactly the optimal length.
func TestOptimalTours(t *testing.T) {
	data := testkit.Data(t)
	known := optima(t, data)
	files, _ := filepath.Glob(filepath.Join(data, "tsplib", "*.opt.tour"))
	if len(files) != 32 {
		t.Errorf("%d tours, expected 32", len(files))
	}
	state := 0
	for _, file := range files {
		in, err := format.ReadFile(strings.TrimSuffix(file, ".opt.tour")+".tsp", format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tour, stated, err := format.ReadTourFile(file, in)
		if err != nil {
			t.Error(err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".opt.tour")
		// the file states 3919, but the tour costs 3916
		if err := stated.Check(in, tour); (err != nil) != (name == "tsp225") {
			t.Error(name, err)
		}
		if stated.Cost != nil {
			state++
		}
		if got, want := in.Length(tour), known[name].cost; got != want || in.Check(tour) != nil {
			t.Errorf("%s: length %d, optimum %d, %v", name, got, want, in.Check(tour))
		}
	}
	if state != 26 {
		t.Errorf("%d tours state their cost, expected 26", state)
	}
}

// linhp318 is a path problem, stored as lin318 with an edge that must be used.
func TestFixedEdgeOfLinhp318(t *testing.T) {
	data := testkit.Data(t)
	in, err := format.ReadFile(filepath.Join(data, "tsplib", "linhp318.tsp"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][2]int32{{0, 213}}, in.FixedEdges()); diff != "" {
		t.Error(diff)
	}
	if in.Check(tsp.Identity(in.N())) == nil {
		t.Error("a tour without the edge from 1 to 214 was accepted")
	}
}

// labelled returns an instance of four cities with ids and labels.
func labelled(t *testing.T) *tsp.Instance {
	return read(t, "a.csv", "id,name,x,y\n10,A,0,0\n20,B,0,1\n30,C,1,1\n40,\"D, E\",1,0\n", format.Options{})
}

func TestReadTour(t *testing.T) {
	in := labelled(t)
	want := tsp.Tour{2, 0, 3, 1}
	for title, text := range map[string]string{
		"TSPLIB":           "NAME : x\nTYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n30\n10\n40\n20\n-1\nEOF\n",
		"TSPLIB on a line": "TYPE: TOUR\r\nTOUR_SECTION\r\n30 10 40 20 -1\r\n-1\r\nEOF",
		"no -1":            "TOUR_SECTION\n30 10\n40 20",
		"list":             "30\n10\n40\n20\n",
		"list on a line":   " 30 10 40 20 -1",
		"commas":           "30,10,40,20\n",
		"closed":           "30 10 40 20 30",
		"CSV":              "x,id\n1,30\n0,10\n1,40\n0,20\n",
		"CSV with labels":  "stop\nC\nA\n\"D, E\"\nB\n",
		"labels":           "C\nA\nD, E\nB\n",
		"labels, quoted":   "\r\nC\r\n A \r\n\"D, E\"\r\n\r\nB",
		"labels, closed":   "C\nA\nD, E\nB\nC\n",
		"CSV semicolons":   "position;ID\n1;30\n2;10\n3;40\n4;20\n",
		"result":           `{"schema": "tourmaline/result/v1", "cost": 4, "tour": [30, 10, 40, 20], "trace": []}`,
		"JSON list":        "[30, 10,\n40, 20]",
	} {
		got, _, err := format.ReadTour(strings.NewReader(text), "a.tour", in)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %v, %v", title, got, err)
		}
	}
}

func TestReadTourRefuses(t *testing.T) {
	plain := read(t, "a.csv", "x,y\n0,0\n0,1\n1,1\n", format.Options{})
	for text, want := range map[string]string{
		"":                                  "a.tour: expected a tour of all 3 cities, found only 0: city 1 is missing",
		"# none\n":                          "a.tour: expected a tour of all 3 cities, found only 0",
		"1\n2\n":                            "a.tour: expected a tour of all 3 cities, found only 2: city 3 is missing",
		"1\n2\n2\n":                         "a.tour:3: position 3: city 2 is visited twice",
		"0\n1\n2\n":                         "a.tour:1: expected ids of the instance, such as 1, found 0: is the list 0-based?",
		"1\n2\n4\n":                         "a.tour:3: expected ids of the instance, such as 1, found 4",
		"1\ntwo\n":                          `a.tour:2: expected a city id, found "two"`,
		"1 2 3 1 1":                         "a.tour:1: the tour continues after returning",
		"1 2 3 2":                           "a.tour:1: position 4: city 2 is visited twice",
		"TYPE: TSP\n":                       `a.tour:1: TYPE: expected TOUR, found "TSP"`,
		"TYPE: TOUR\n":                      "a.tour: TOUR_SECTION: the section is missing",
		"TOUR_SECTION\n1 x":                 `a.tour:2: TOUR_SECTION: expected a number or a keyword, found "x"`,
		"TOUR_SECTION\n1 1":                 "a.tour:2: TOUR_SECTION: position 2: city 1 is visited twice",
		"A\nB\nC\n":                         `a.tour:1: expected a column id or name, found "A"`,
		"<?xml version=\"1.0\"?>\n<gpx/>":   "a.tour: expected a route (rte) in GPX, found none",
		"<kml/>":                            "a.tour: found XML: expected a tour as one of tour, csv",
		`{"type": "FeatureCollection"}`:     "a.tour: features: expected a GeoJSON tour whose points have the properties position and id, found none",
		"[1, 2":                             "a.tour:1: the file is truncated",
		"\xff\xfe1\x00":                     "a.tour: expected a tour of all 3 cities, found only 1",
		"x,y\n1,2\n":                        `a.tour:2: expected the columns of the instance next to those of the tour, found "1,2"`,
		"id\n1\nB\n":                        `a.tour:3: id: expected a city of the instance, found "B"`,
		"x,id\n1,1\n5\n":                    "a.tour:3: expected 2 fields, found 1",
		"TOUR_SECTION\n1 2 3 -1\n3 2 1 -1":  "a.tour:3: TOUR_SECTION: the section continues after the -1 that ends the tour: expected one tour",
		"1 2 3 -1 3":                        "a.tour:1: the file continues after the -1 that ends the tour",
		"1 2 3 -1 EOF x":                    "a.tour:1: the file continues after the -1 that ends the tour",
		"id,x,y\n1,0,a\n":                   `a.tour:2: y: expected a coordinate, found "a"`,
		"{}":                                `expected {"tour": [ids]} or a list of ids, found neither`,
		"{\"tour\": [1,\n2}":                "a.tour:2: invalid character",
		"[1, 2, 3.5]":                       "expected whole number, found number 3.5",
		"[1, 2]":                            "tour: expected a tour of all 3 cities, found only 2",
		"DIMENSION: 4\nTOUR_SECTION\n1 2 3": "a.tour:1: DIMENSION: expected the 3 cities of the instance, found 4",
	} {
		_, _, err := format.ReadTour(strings.NewReader(text), "a.tour", plain)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n   found %v\nexpected %s", text, err, want)
		}
	}
}

// Numbers are read as ids rather than labels, unless some line is not an id.
func TestReadTourLabelsOrIDs(t *testing.T) {
	in := read(t, "a.csv", "id,name,x,y\n1,2,0,0\n2,1,0,1\n3,D,1,1\n", format.Options{})
	for text, want := range map[string]tsp.Tour{"1\n2\n3\n": {0, 1, 2}, "1\n2\nD\n": {1, 0, 2}, "name\n1\n2\nD\n": {1, 0, 2}, "D\n1\n2\n": {2, 1, 0}} {
		got, _, err := format.ReadTour(strings.NewReader(text), "a.tour", in)
		if err != nil || !cmp.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"D\n1\n":      "expected a tour of all 3 cities, found only 2: city 1 is missing",
		"D\n1\n\n1\n": "a.tour:4: position 3: city 2 is visited twice",
		"D\n1\nE\n":   `a.tour:3: name: expected a city of the instance, found "E"`,
	} {
		if _, _, err := format.ReadTour(strings.NewReader(text), "a.tour", in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// The table of a tour has positions, and legs that add up to the totals. The table of a closed tour
// ends with the first city.
func TestTourCSV(t *testing.T) {
	closed := labelled(t)
	path, err := closed.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	matrix := read(t, "a.csv", "0,1.5,2\n4,0,8.25\n16,32,0\n", format.Options{})
	one := read(t, "a.csv", "x,y\n0,0\n", format.Options{})
	for _, c := range []struct {
		in   *tsp.Instance
		tour tsp.Tour
		want string
	}{
		{closed, tsp.Tour{2, 0, 3, 1}, "position,id,name,x,y,leg,total\n1,30,C,1,1,0,0\n2,10,A,0,0,1.4142136,1.4142136\n3,40,\"D, E\",1,0,1,2.4142136\n4,20,B,0,1,1.4142136,3.8284272\n5,30,C,1,1,1,4.8284272\n"},
		{path, tsp.Tour{2, 0, 3, 1}, "position,id,name,x,y,leg,total\n1,30,C,1,1,0,0\n2,10,A,0,0,1.4142136,1.4142136\n3,40,\"D, E\",1,0,1,2.4142136\n4,20,B,0,1,1.4142136,3.8284272\n"},
		{matrix, tsp.Tour{1, 2, 0}, "position,id,leg,total\n1,2,0,0\n2,3,8.25,8.25\n3,1,16,24.25\n4,2,1.5,25.75\n"},
		{one, tsp.Tour{0}, "position,x,y,leg,total\n1,0,0,0,0\n2,0,0,0,0\n"},
	} {
		var b bytes.Buffer
		if err := format.WriteTour(&b, c.in, c.tour, nil, format.CSV); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Error(diff)
		}
		got, stated, err := format.ReadTour(&b, "a.csv", c.in)
		if err != nil || !cmp.Equal(got, c.tour) {
			t.Errorf("%v became %v, %v", c.tour, got, err)
		}
		if err := stated.Check(c.in, got); err != nil || stated.Path != c.in.Open() {
			t.Errorf("%v: %+v, %v", c.tour, stated, err)
		}
	}
}

func TestWriteTourRefuses(t *testing.T) {
	in := labelled(t)
	for _, c := range []struct {
		tour tsp.Tour
		f    format.Format
		want string
	}{
		{tsp.Tour{0, 1, 2}, format.Tour, "the tour visits 3 cities, but the instance has 4"},
		{tsp.Tour{0, 1, 2, 2}, format.Tour, "visited twice"},
		{tsp.Tour{0, 1, 2, 3}, "pdf", "expected one of tour, csv, geojson, json, xlsx, kml, gpx"},
		{tsp.Tour{0, 1, 2, 3}, format.NPY, "expected one of tour, csv, geojson, json, xlsx, kml, gpx"},
		{tsp.Tour{0, 1, 2, 3}, format.GPX, "expected an instance with the metric HAVERSINE or GEO"},
	} {
		err := format.WriteTour(&bytes.Buffer{}, in, c.tour, nil, c.f)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v as %s: %v, expected %s", c.tour, c.f, err, c.want)
		}
	}
}
