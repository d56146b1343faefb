package output

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/plot"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A picture keeps the direction of the given tour, even if the places alone would allow both
// directions, because the tour may depend on one-way streets.
func TestPicturesKeepTheDirection(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	given := tsp.Tour{0, 3, 2, 1}
	if got := (Picture{}).Map(in, given, nil).Tour; !slices.Equal(got, given) {
		t.Errorf("%v is drawn as %v", given, got)
	}
	if in, err = in.StartAt(2); err != nil {
		t.Fatal(err)
	}
	if got, want := (Picture{}).Map(in, given, nil).Tour, []int32{2, 1, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("from city 2, %v is drawn as %v, want %v", given, got, want)
	}
}

// A picture of the same tour with a different first city shows the roads of the tour. A picture of
// a different tour shows no roads.
func TestLegsOfAPicture(t *testing.T) {
	in, err := tsp.FromMatrix(3, make([]float64, 9))
	if err != nil {
		t.Fatal(err)
	}
	if in, err = in.With(tsp.Details{Locations: []float64{0, 1, 0, 2, 0, 3}}); err != nil {
		t.Fatal(err)
	}
	ways := format.Roads{{0, 1, 0, 2}, {0, 2, 0, 3}, {0, 3, 0, 1}}
	tour := tsp.Tour{0, 1, 2}
	got := legsOf(in, tour, ways, tsp.Tour{1, 2, 0})
	if diff := cmp.Diff([][]float64{{2, 0, 3, 0}, {3, 0, 1, 0}, {1, 0, 2, 0}}, got); diff != "" {
		t.Error(diff)
	}
	open, err := in.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	for name, legs := range map[string][][]float64{
		"the other way round": legsOf(in, tour, ways, tsp.Tour{0, 2, 1}),
		"no roads":            legsOf(in, tour, nil, tour),
		"a path":              legsOf(open, tour, ways, tour),
	} {
		if legs != nil {
			t.Errorf("%s: %v", name, legs)
		}
	}
}

// A picture shows the number of cities and the cost, and its caller chooses the details.
func TestTextOfAPicture(t *testing.T) {
	in := burma14(t)
	tour := tsp.Identity(14)
	p := Picture{Width: 400, Details: func(usual plot.Details) plot.Details { return usual &^ plot.Arrows }}
	m := p.Map(in, tour, nil)
	if m.Title != "burma14" || m.Width != 400 || !m.Crop || m.Open || m.Mark || m.Details&plot.Arrows != 0 || m.Labels != nil {
		t.Errorf("%+v", m)
	}
	if want := "14 cities · 4,562 km · 37.29 % over the optimum"; !strings.HasPrefix(m.Note, want) {
		t.Errorf("the note is %q, expected the start %q", m.Note, want)
	}
	if empty := (Picture{Title: "T"}).Map(in, nil, nil); empty.Note != "14 cities" || empty.Title != "T" || empty.Tour != nil {
		t.Errorf("without a tour: %+v", empty)
	}
	started, err := in.StartAt(3)
	if err != nil {
		t.Fatal(err)
	}
	if !(Picture{}).Map(started, tour, nil).Mark {
		t.Error("the start is not marked")
	}
}

// Names and units of a picture are those of the instance.
func TestNamesAndUnits(t *testing.T) {
	in := square(t)
	if unit, per := unitOf(in); unit != "m" || per != 1 {
		t.Errorf("%v %q, expected metres", per, unit)
	}
	for name, d := range map[string]tsp.Details{"a time": {Unit: "s"}, "other places": {Unit: "m", Display: make([]float64, 8)}} {
		other, err := in.With(d)
		if err != nil {
			t.Fatal(err)
		}
		if unit, _ := unitOf(other); unit != "" {
			t.Errorf("%s: the unit is %q, expected none", name, unit)
		}
	}
	globe, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	if unit, per := unitOf(globe); unit != "m" || per < 111_000 || per > 112_000 {
		t.Errorf("a degree has %v %s", per, unit)
	}
	labelled, err := globe.With(tsp.Details{Labels: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := namesOf(labelled); !slices.Equal(got, []string{"a", "b"}) || namesOf(globe) != nil {
		t.Errorf("names %q and %q", got, namesOf(globe))
	}
}
