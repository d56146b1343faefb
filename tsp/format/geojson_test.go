package format_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func TestGeoJSON(t *testing.T) {
	plain := summary{"HAVERSINE", []float64{48.8, 2.3, 41.9, 12.5}, []int64{1, 2}, nil, nil}
	named := plain
	named.Labels = []string{"Paris", "Rome"}
	own := plain
	own.IDs = []int64{7, 5}
	point := func(lonlat, rest string) string {
		return `{"type": "Feature", "geometry": {"type": "Point", "coordinates": ` + lonlat + `}` + rest + `}`
	}
	collection := func(features ...string) string {
		return `{"type": "FeatureCollection", "features": [` + strings.Join(features, ",") + `]}`
	}
	const points = `{"type": "MultiPoint", "coordinates": [[2.3, 48.8], [12.5, 41.9]]}`
	for text, want := range map[string]summary{
		points: plain,
		`{"type": "Feature", "properties": null, "geometry": ` + points + `}`:                                                            plain,
		`{"type": "GeometryCollection", "geometries": [` + points + `]}`:                                                                 plain,
		collection(point("[2.3, 48.8, 35]", ""), point("[12.5, 41.9, 21]", "")):                                                          plain,
		collection(point("[2.3, 48.8]", `, "id": 7`), point("[12.5, 41.9]", `, "id": 5`)):                                                own,
		collection(point("[2.3, 48.8]", `, "properties": {"name": "Paris"}`), point("[12.5, 41.9]", `, "properties": {"name": "Rome"}`)): named,
		collection(`{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}`,
			point("[2.3, 48.8]", ""), `{"type": "Feature", "geometry": null}`, point("[12.5, 41.9]", "")): plain,
	} {
		for _, name := range []string{"a.geojson", "a.json", "stdin"} {
			in := read(t, name, text, format.Options{})
			if diff := cmp.Diff(want, summarise(in)); diff != "" {
				t.Errorf("%s: %s", text, diff)
			}
		}
	}
}

// The reader warns about features without points.
func TestGeoJSONDoubts(t *testing.T) {
	const (
		point = `{"type": "Feature", "geometry": {"type": "Point", "coordinates": [2.3, 48.8]}}`
		line  = `{"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}`
		none  = `{"type": "Feature", "geometry": null}`
	)
	for features, want := range map[string][]string{
		point:                           nil,
		point + "," + line:              {"a.geojson: skipped 1 feature that is not a point: features[1]"},
		line + "," + point + "," + none: {"a.geojson: skipped 2 features that are not points; the first is features[0]"},
	} {
		doc, err := load("a.geojson", `{"type": "FeatureCollection", "features": [`+features+`]}`, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, doubts(doc)); diff != "" {
			t.Errorf("%s: %s", features, diff)
		}
	}
}

// A tour is written as a closed line and its cities, a path as an open line and its cities.
func TestGeoJSONTour(t *testing.T) {
	in := read(t, "a.csv", "lat,lon,name\n1,2,A\n3,4,B\n5,6,C\n", format.Options{})
	path, err := in.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for line, of := range map[string]*tsp.Instance{"[[4,3],[2,1],[6,5],[4,3]]": in, "[[4,3],[2,1],[6,5]]": path} {
		var b strings.Builder
		if err := format.WriteTour(&b, of, tsp.Tour{1, 0, 2}, nil, format.GeoJSON); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), `{"type": "LineString", "coordinates": `+line+`}`) {
			t.Errorf("no line %s in %s", line, b.String())
		}
		if !strings.Contains(b.String(), `{"position": 2, "id": 1, "name": "A", "leg": 314403.39, "total": 314403.39}`) {
			t.Errorf("no position of A in %s", b.String())
		}
		changed := strings.Replace(b.String(), `"total": 314403.39}`, `"total": 314403.4}`, 1)
		tour, stated, err := format.ReadTour(strings.NewReader(changed), "a.geojson", of)
		if err != nil || stated.Check(of, tour) == nil {
			t.Errorf("a false total passed: %v, %v", err, stated.Check(of, tour))
		}
		back := read(t, "a.geojson", b.String(), format.Options{})
		if !cmp.Equal(back.Details().Labels, []string{"B", "A", "C"}) {
			t.Errorf("labels %v", back.Details().Labels)
		}
	}
}

// A tour across the date line is cut there, as RFC 7946 §3.1.9 recommends.
func TestGeoJSONDateLine(t *testing.T) {
	for text, want := range map[string]string{
		"lat,lon\n45,170\n45,-170\n": `"MultiLineString", "coordinates": [[[170,45],[180,45]],[[-180,45],[-170,45],[-180,45]],[[180,45],[170,45]]]}`,
		"lat,lon\n0,-170\n40,150\n":  `"MultiLineString", "coordinates": [[[-170,0],[-180,10]],[[180,10],[150,40],[180,10]],[[-180,10],[-170,0]]]}`,
		"lat,lon\n0,170\n0,190\n":    `"MultiLineString", "coordinates": [[[170,0],[180,0]],[[-180,0],[-170,0],[-180,0]],[[180,0],[170,0]]]}`,
		"lat,lon\n1,180\n2,-180\n":   `"MultiLineString", "coordinates": [[[180,1],[180,1]],[[-180,1],[-180,2],[-180,2]],[[180,2],[180,1]]]}`,
		"lat,lon\n0,350\n0,10\n":     `"LineString", "coordinates": [[-10,0],[10,0],[-10,0]]}`,
		"lat,lon\n0,-90\n0,90\n":     `"LineString", "coordinates": [[-90,0],[90,0],[-90,0]]}`,
		"x,y\n170,45\n-170,45\n":     `"LineString", "coordinates": [[170,45],[-170,45],[170,45]]}`,
		"lat,lon\n1,2\n":             `"LineString", "coordinates": [[2,1],[2,1]]}`,
	} {
		in := read(t, "a.csv", text, format.Options{})
		var b strings.Builder
		if err := format.WriteTour(&b, in, tsp.Identity(in.N()), nil, format.GeoJSON); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q: no %s in %s", text, want, b.String())
		}
	}
}
