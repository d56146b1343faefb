package places_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var somewhere = []tsp.Point{{52.52, 13.40}, {52.50, 13.50}, {48.14, 11.58}}

func stops(t *testing.T) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(tsp.Haversine, somewhere)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Anna", "Ben", "Clara"}
	return must(in.With(tsp.Details{Name: "stops", Labels: names, Columns: column(names), IDs: []int64{7, 8, 9}}))
}

// A column is a table with one column of names.
type column []string

func (column) Titles() []string                { return []string{"name"} }
func (c column) Len() int                      { return len(c) }
func (c column) Text(city int32, _ int) string { return c[city] }

func seconds(t *testing.T) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromMatrix(3, []float64{0, 10, 20, 11, 0, 30, 21, 31, 0})
	if err != nil {
		t.Fatal(err)
	}
	return must(in.With(tsp.Details{Unit: "s"}))
}

// The result has the cities of one instance and the distances of the other.
func TestWithDistances(t *testing.T) {
	in, table := stops(t), seconds(t)
	from, err := in.StartAt(1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := places.WithDistances(from, table)
	if err != nil {
		t.Fatal(err)
	}
	if _, back := got.Leg(1, 0); got.Symmetric() || back != 11 || got.Details().Unit != "s" {
		t.Errorf("from 1 to 0: %v %s, symmetric %v", back, got.Details().Unit, got.Symmetric())
	}
	if start, _ := got.Ends(); got.Name() != "stops" || start != 1 || got.ID(2) != 9 || got.Details().Columns.Text(2, 0) != "Clara" {
		t.Errorf("%s from %d, city %d, %s", got.Name(), start, got.ID(2), got.Details().Columns.Text(2, 0))
	}
	if diff := cmp.Diff(in.Details().Labels, got.Details().Labels); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(places.Locations(in), places.Locations(got)); diff != "" {
		t.Error(diff)
	}
	if plain, err := places.WithDistances(in, table); err != nil || plain.Hash() != table.Hash() {
		t.Errorf("the names changed the hash: %v", err)
	}
}

// Cities in the plane keep their positions in the picture.
func TestWithDistancesInThePlane(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Euclidean, somewhere)
	if err != nil {
		t.Fatal(err)
	}
	got, err := places.WithDistances(in, seconds(t))
	if err != nil || !cmp.Equal(places.Picture(got), places.Picture(in)) || places.Locations(got) != nil {
		t.Errorf("%v, %v, %v", err, places.Picture(got), places.Locations(got))
	}
}

// WithDistances detects rows in a different order by their names and places.
func TestMismatch(t *testing.T) {
	for name, c := range map[string]struct {
		details tsp.Details
		want    string
		belong  int32
	}{
		"same names":     {tsp.Details{Labels: []string{"Anna", " Ben", "Clara "}}, "", 0},
		"ids":            {tsp.Details{IDs: []int64{7, 8, 9}}, "", 0},
		"counted":        {tsp.Details{IDs: []int64{0, 1, 2}}, "", 0},
		"names as ids":   {tsp.Details{Labels: []string{"7", "Ben", "9"}}, "", 0},
		"order of names": {tsp.Details{Labels: []string{"Anna", "Clara", "Ben"}}, `row 2 is named "Clara", but city 2 is named "Ben"`, 2},
		"order of ids":   {tsp.Details{IDs: []int64{7, 9, 8}}, `row 2 is named "9"`, 2},
		"other names":    {tsp.Details{Labels: []string{"Anna", "Ben", "Dora"}}, `row 3 is named "Dora"`, -1},
		// Rows with places are named after streets.
		"roads": {tsp.Details{
			Locations: []float64{52.521, 13.401, 52.5, 13.51, 48.14, 11.57}, Labels: []string{"A", "B", "C"},
		}, "", 0},
		"a hut":           {tsp.Details{Locations: []float64{52.52, 13.4, 52.5, 13.5, 48.24, 11.58}}, "", 0},
		"order of places": {tsp.Details{Locations: []float64{52.5, 13.5, 52.52, 13.4, 48.14, 11.58}}, `the place of row 1 is 7124 m from city 1, "Anna"`, 1},
		"another country": {tsp.Details{Locations: []float64{52.52, 13.4, 52.5, 13.5, 40, 11.58}}, `row 3 is 905128 m from city 3, "Clara"`, -1},
	} {
		t.Run(name, func(t *testing.T) {
			table := must(seconds(t).With(c.details))
			_, err := places.WithDistances(stops(t), table)
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var m *places.Mismatch
			if !errors.As(err, &m) || !strings.Contains(m.Error(), c.want) || m.Belong != c.belong {
				t.Errorf("%v, %+v, expected %s, belongs to %d", err, m, c.want, c.belong)
			}
		})
	}
}

// WithDistances rejects a matrix that cannot hold the distances of the cities.
func TestWithDistancesRefuses(t *testing.T) {
	in, table := stops(t), seconds(t)
	path, err := table.Path(0, -1)
	if err != nil {
		t.Fatal(err)
	}
	two, err := tsp.FromMatrix(2, make([]float64, 4))
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := in.FixEdges([][2]int32{{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string][2]*tsp.Instance{
		"computed by the metric HAVERSINE":  {in, in},
		"a matrix of 2 x 2 distances for 3": {in, two},
		"the matrix defines a path":         {in, path},
		"fixed edges need a symmetric":      {fixed, table},
	} {
		if _, err := places.WithDistances(c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}

// The distance in a Mismatch is the distance that the metric computes.
func TestMismatchIsInMetres(t *testing.T) {
	in := stops(t)
	table := must(seconds(t).With(tsp.Details{Locations: []float64{52.5, 13.5, 52.52, 13.4, 48.14, 11.58}}))
	_, apart := in.Leg(0, 1)
	var m *places.Mismatch
	if _, err := places.WithDistances(in, table); !errors.As(err, &m) || math.Abs(m.Apart-apart) > 0.01 {
		t.Errorf("%v, expected %v", m, apart)
	}
}
