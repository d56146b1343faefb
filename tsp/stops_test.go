package tsp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestStops(t *testing.T) {
	square, err := FromPoints(Euc2D, []Point{{0, 0}, {10, 0}, {10, 20}, {0, 20}})
	if err != nil {
		t.Fatal(err)
	}
	path, err := square.Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	way := []Stop{{0, 0, 0}, {1, 10, 10}, {2, 20, 30}, {3, 10, 40}}
	if got := path.Stops(Tour{0, 1, 2, 3}); !slices.Equal(got, way) {
		t.Errorf("a path: %v, want %v", got, way)
	}
	if got, want := square.Stops(Tour{0, 1, 2, 3}), slices.Concat(way, []Stop{{0, 20, 60}}); !slices.Equal(got, want) {
		t.Errorf("a tour: %v, want %v", got, want)
	}
}

// A path of n cities has n stops, and a closed tour has n+1, for any n and metric.
func TestNumberOfStops(t *testing.T) {
	for n := range 4 {
		for _, m := range []Metric{Euc2D, Geo, Haversine} {
			in, err := FromCoords(m, 2, make([]float64, 2*max(n, 1)))
			if err != nil {
				t.Fatal(err)
			}
			path, err := in.Path(-1, -1)
			if err != nil {
				t.Fatal(err)
			}
			tour, closed := Identity(n), n+min(n, 1)
			if got := in.Stops(tour); len(got) != closed || n == 1 && got[1] != (Stop{}) {
				t.Errorf("%v, %d cities: %v, want %d stops", m, n, got, closed)
			}
			if got := path.Stops(tour); len(got) != n {
				t.Errorf("%v, a path of %d cities: %v", m, n, got)
			}
		}
	}
}

// The last total equals the cost to the last bit, however distances are rounded.
func TestStopsAddUpToTheCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		unit := rapid.SampledFrom([]float64{1, 0.1, 1. / 3, 1e-9}).Draw(t, "unit")
		values := make([]float64, n*n)
		for i := range values {
			values[i] = float64(rapid.IntRange(0, 1e6).Draw(t, "d")) * unit
		}
		if rapid.Bool().Draw(t, "forbidden") {
			values[1] = 1e9
		}
		in, err := FromMatrix(n, values)
		if err != nil {
			t.Skip(err)
		}
		if rapid.Bool().Draw(t, "path") {
			if in, err = in.Path(-1, -1); err != nil {
				t.Fatal(err)
			}
		}
		tour := rapid.Permutation(Identity(n)).Draw(t, "tour")
		stops := in.Stops(tour)
		if last := stops[len(stops)-1]; last.Total != in.Cost(tour) {
			t.Errorf("the last total is %v, the cost %v", last.Total, in.Cost(tour))
		}
	})
}
