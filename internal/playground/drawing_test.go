package playground

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// first returns the drawing of a file.
func first(t *testing.T, request, file string) *Drawing {
	t.Helper()
	all, err := solve(t, request, file)
	if err != nil {
		t.Fatal(err)
	}
	return all[0].Drawing
}

// Places in the plane are relative to the middle of their box.
func TestPlacesInThePlane(t *testing.T) {
	d := first(t, `{"file": "a.csv", "steps": 1}`, "name,x,y\na,10,20\nb,30,20\nc,30,60\n")
	want := &Drawing{
		Problem: "tsp",
		Kind:    "places",
		Name:    "a",
		N:       3,
		Named:   true,
		Origin:  [2]float64{20, 40},
		Places:  []float32{-10, -20, 10, -20, 10, 20},
		Names:   []string{"a", "b", "c"},
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

// On the globe, x is the longitude and y the latitude.
func TestPlacesOnTheGlobe(t *testing.T) {
	d := first(t, `{"file": "a.csv", "steps": 1}`, "name,lat,lon\na,50,10\nb,52,10\nc,52,14\n")
	want := []float32{-2, -1, -2, 1, 2, 1}
	if diff := cmp.Diff(want, d.Places); diff != "" || !d.Geographic {
		t.Errorf("geographic %v: %s", d.Geographic, diff)
	}
	if d.Origin != [2]float64{12, 51} {
		t.Errorf("origin %v", d.Origin)
	}
}

// The ends of a path without fixed ends are not marked.
func TestFreeEndsAreNotMarked(t *testing.T) {
	d := first(t, `{"file": "a.csv", "steps": 1, "open": true}`, "x,y\n0,0\n1,0\n2,0\n")
	if !d.Open || d.Start != nil || d.End != nil {
		t.Errorf("open %v from %v to %v", d.Open, d.Start, d.End)
	}
	if city := known(3); city == nil || *city != 3 {
		t.Errorf("a known city is %v", city)
	}
}
