package format_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func TestJSONPlaces(t *testing.T) {
	plane := summary{"EUCLIDEAN", []float64{0, 1.5, 2, 3}, []int64{1, 2}, nil, nil}
	globe := summary{"HAVERSINE", []float64{48.8, 2.3, 41.9, 12.5}, []int64{1, 2}, nil, nil}
	named := plane
	named.Labels = []string{"A", "B"}
	own := plane
	own.IDs = []int64{7, 5}
	coded := plane
	coded.Codes, coded.Labels = []string{"A", "B"}, []string{"C", "C"}
	rounded := plane
	rounded.Metric = "EUC_2D"
	for text, want := range map[string]summary{
		`{"points": [[0, 1.5], [2, 3]]}`:         plane,
		`[[0, 1.5], [2, 3]]`:                     plane,
		`[{"x": 0, "y": 1.5}, {"Y": 3, "X": 2}]`: plane,
		`{"points": [{"x": 0, "y": 1.5, "name": "A"}, {"x": 2, "y": 3, "name": "B"}]}`:           named,
		`{"points": [[0, 1.5], [2, 3]], "labels": ["A", "B"]}`:                                   named,
		`{"points": [[0, 1.5], [2, 3]], "ids": [7, 5]}`:                                          own,
		`[{"x": 0, "y": 1.5, "id": 7}, {"x": 2, "y": 3, "id": "5"}]`:                             own,
		`[{"x": 0, "y": 1.5, "id": "A", "name": "C"}, {"x": 2, "y": 3, "id": "B", "name": "C"}]`: coded,
		`{"points": [[0, 1.5], [2, 3]], "labels": ["C", "C"], "codes": ["A", "B"]}`:              coded,
		`{"metric": "EUC_2D", "points": [[0, 1.5], [2, 3]]}`:                                     rounded,
		`{"latlon": [[48.8, 2.3], [41.9, 12.5]]}`:                                                globe,
		`[{"lat": 48.8, "lon": 2.3}, {"latitude": 41.9, "lng": 12.5}]`:                           globe,
		`{"metric": "HAVERSINE", "points": [[48.8, 2.3], [41.9, 12.5]]}`:                         globe,
		` {"points": [{"lat": 48.8, "lon": 2.3, "x": 9, "y": 9}, {"lat": 41.9, "lon": 12.5}]}`:   globe,
	} {
		for _, name := range []string{"a.json", "stdin"} {
			in := read(t, name, text, format.Options{})
			if diff := cmp.Diff(want, summarise(in)); diff != "" {
				t.Errorf("%s: %s", text, diff)
			}
		}
	}
}

func TestJSONMatrix(t *testing.T) {
	for _, text := range []string{
		`{"matrix": [[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]}`,
		`[[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]`,
	} {
		in := read(t, "a.json", text, format.Options{})
		want := [][]int64{{0, 1, 2, 3}, {1, 0, 4, 5}, {2, 4, 0, 6}, {3, 5, 6, 0}}
		if diff := cmp.Diff(want, distances(in)); diff != "" {
			t.Error(diff)
		}
	}
}

// From an OSRM response, durations in seconds are read unless distances in metres are requested.
func TestOSRM(t *testing.T) {
	const both = `{"code": "Ok", "durations": [[0, 10.5], [12, 0]], "distances": [[0, 100], [120, 0]],
		"sources": [{"location": [2.3, 48.8], "name": "", "hint": "x"}, {"location": [2.4, 48.9]}]}`
	for _, c := range []struct {
		text, metric string
		want         float64
		unit         string
	}{
		{both, "", 10.5, "s"}, {both, "durations", 10.5, "s"}, {both, "distances", 100, "m"},
		{`{"code": "Ok", "distances": [[0, 100], [120, 0]]}`, "", 100, "m"},
	} {
		in := read(t, "table.json", c.text, format.Options{Metric: c.metric})
		if got := in.CostOf(in.Dist(0, 1)); got != c.want || in.Symmetric() || in.Details().Unit != c.unit {
			t.Errorf("%s %q: %v %s, expected %v %s", c.text, c.metric, got, in.Details().Unit, c.want, c.unit)
		}
	}
	in := read(t, "table.json", both, format.Options{})
	if want := []float64{48.8, 2.3, 48.9, 2.4}; !cmp.Equal(places.Locations(in), want) {
		t.Errorf("locations %v, expected %v", places.Locations(in), want)
	}
	// At this latitude, a degree of longitude is about two thirds as long as a degree of latitude.
	if xy := places.Picture(in); math.Abs(xy[2]-xy[0]-0.1*math.Cos(48.85*math.Pi/180)) > 1e-9 {
		t.Errorf("picture %v", xy)
	}
}

// The unit is unchanged after writing and reading.
func TestJSONUnit(t *testing.T) {
	in := read(t, "a.json", `{"code": "Ok", "durations": [[0, 1], [2, 0]]}`, format.Options{})
	var b strings.Builder
	if err := format.Write(&b, in, format.JSON); err != nil {
		t.Fatal(err)
	}
	if out := read(t, "a.json", b.String(), format.Options{}); out.Details().Unit != "s" {
		t.Errorf("unit %q in %s", out.Details().Unit, b.String())
	}
}

// Street names become labels. A place without a street name is labelled with its number.
func TestOSRMNames(t *testing.T) {
	for sources, want := range map[string][]string{
		`[{"location": [1, 2], "name": "Rue A"}, {"location": [3, 4], "name": "Rue B"}]`: {"Rue A", "Rue B"},
		`[{"location": [1, 2], "name": ""}, {"location": [3, 4], "name": "Rue B"}]`:      {"1", "Rue B"},
		`[{"location": [1, 2], "name": ""}, {"location": [3, 4]}]`:                       nil,
		`[{"name": "A"}, {"name": "B"}]`:                                                 {"A", "B"},
		`[]`:                                                                             nil,
	} {
		in := read(t, "a.json", `{"code": "Ok", "durations": [[0, 1], [2, 0]], "sources": `+sources+`}`, format.Options{})
		if diff := cmp.Diff(want, in.Details().Labels); diff != "" || (places.Locations(in) != nil) != strings.Contains(sources, "location") {
			t.Errorf("%s: locations %v, %s", sources, places.Locations(in), diff)
		}
	}
}
