package output

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
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
