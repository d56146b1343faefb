package near

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Lists join entrances and exits of different cities, contain the nearest ones, are symmetric, and
// do not depend on the number of threads.
func TestDoubledLists(t *testing.T) {
	in, err := tsp.Generate("oneway", 80, 1)
	if err != nil {
		t.Fatal(err)
	}
	d := in.Doubled().Instance
	l, err := Doubled(t.Context(), d, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Doubled(t.Context(), d, 5, 3)
	if err != nil || !slices.Equal(l.City, other.City) || !slices.Equal(l.First, other.First) || !slices.Equal(l.Dist, other.Dist) {
		t.Errorf("another number of threads changes the lists: %v", err)
	}
	for c := range int32(d.N()) {
		list := l.Of(c)
		if len(list) < 5 {
			t.Fatalf("city %d has %d neighbours", c, len(list))
		}
		far := d.Dist(c, list[4])
		for o := range int32(d.N()) {
			listed := slices.Contains(list, o)
			if listed && (o&1 == c&1 || o == c^1 || !slices.Contains(l.Of(o), c)) {
				t.Errorf("city %d lists %d", c, o)
			}
			if !listed && o&1 != c&1 && o != c^1 && d.Dist(c, o) < far {
				t.Errorf("city %d does not list %d", c, o)
			}
		}
	}
}
