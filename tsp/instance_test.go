package tsp_test

import (
	"math"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

var _ search.Problem[tsp.Tour] = (*tsp.Instance)(nil)

// The scale is the largest power of ten for which distances stay within an eighth of MaxDistance.
func TestCoordinatesBecomeFixedPoint(t *testing.T) {
	for _, c := range []struct {
		name   string
		metric tsp.Metric
		far    tsp.Point // the other city is at 0, 0
		want   float64
	}{
		{"unit square", tsp.Euclidean, tsp.Point{1, 1}, 1e7},
		{"tiny", tsp.Euclidean, tsp.Point{1e-6, 0}, 1e14},
		{"tinier", tsp.Euclidean, tsp.Point{1e-30, 0}, 1e38},
		{"a million", tsp.Euclidean, tsp.Point{1e6, 1e6}, 10},
		{"a thousand million", tsp.Euclidean, tsp.Point{1e9, 0}, 0.1},
		{"beyond the room", tsp.Euclidean, tsp.Point{1e9, 1e9}, 0.01},
		{"far beyond", tsp.Euclidean, tsp.Point{1e12, 0}, 1e-4},
		{"one place", tsp.Euclidean, tsp.Point{0, 0}, 1},
		{"TSPLIB", tsp.Euc2D, tsp.Point{1, 1}, 1},
		{"globe", tsp.Haversine, tsp.Point{0, 180}, 1},
		{"town", tsp.Haversine, tsp.Point{0.05, 0.05}, 1e4},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := must(tsp.FromPoints(c.metric, []tsp.Point{{0, 0}, c.far}))
			if in.Scale() != c.want {
				t.Errorf("scale %v, want %v", in.Scale(), c.want)
			}
		})
	}
}

func TestCostIsInTheUnitOfTheCoordinates(t *testing.T) {
	in := must(tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {0.3, 0}, {0.3, 0.4}}))
	if got := in.Cost(tsp.Identity(3)); math.Abs(got-1.2) > 1e-7 {
		t.Errorf("cost %v, want 1.2", got)
	}
	space := must(tsp.FromCoords(tsp.Euclidean, 3, []float64{0, 0, 0, 0.2, 0.3, 0.6}))
	if got := space.Cost(tsp.Identity(2)); math.Abs(got-1.4) > 1e-7 {
		t.Errorf("cost in space %v, want 1.4", got)
	}
}

func TestCoordinatesRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		metric tsp.Metric
		dims   int
		coords []float64
		word   string // expected in the error
	}{
		{"no cities", tsp.Euc2D, 2, nil, "at least one city"},
		{"half a city", tsp.Euc2D, 2, []float64{1, 2, 3}, "multiple"},
		{"no coordinates by metric", tsp.Explicit, 2, []float64{1, 2}, "EXPLICIT"},
		{"function", tsp.Function, 2, []float64{1, 2}, "FUNCTION"},
		{"four dimensions", tsp.Euclidean, 4, []float64{1, 2, 3, 4}, "2 or 3"},
		{"plane in space", tsp.Euc2D, 3, []float64{1, 2, 3}, "needs 2"},
		{"space in the plane", tsp.Man3D, 2, []float64{1, 2}, "needs 3"},
		{"not a number", tsp.Euc2D, 2, []float64{0, 0, 1, math.NaN()}, "city 2: coordinate 2"},
		{"infinite", tsp.Euclidean, 2, []float64{math.Inf(-1), 0}, "city 1: coordinate 1"},
		{"beyond 1e15", tsp.Euclidean, 2, []float64{0, 0, 2e15, 0}, "city 2: coordinate 1"},
		{"too far apart", tsp.Euc2D, 2, []float64{0, 0, 1.1e9, 0}, "limit"},
		{"too far by Manhattan", tsp.Man2D, 2, []float64{0, 0, 6e8, 6e8}, "limit"},
		{"too far in space", tsp.Euc3D, 3, []float64{0, 0, 0, 9e8, 9e8, 9e8}, "limit"},
		{"too far for a motor", tsp.Xray1, 3, []float64{0, 0, 0, 0, 0, 2e7}, "limit"},
		{"swapped", tsp.Haversine, 2, []float64{120, 40}, "swap"},
		{"latitude", tsp.Geo, 2, []float64{-91, 100}, "latitude -91"},
		{"longitude", tsp.Haversine, 2, []float64{10, 10, 10, 361}, "city 2: longitude"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := tsp.FromCoords(c.metric, c.dims, c.coords)
			if err == nil || in != nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("instance %v, error %v; want no instance and %q", in, err, c.word)
			}
		})
	}
}

func TestTheLargestDistanceIsAccepted(t *testing.T) {
	in, err := tsp.FromCoords(tsp.Euc2D, 2, []float64{0, 0, tsp.MaxDistance, 0})
	if err != nil {
		t.Fatal(err)
	}
	if d := in.Dist(0, 1); d != tsp.MaxDistance {
		t.Errorf("distance %d, want %d", d, tsp.MaxDistance)
	}
}

func TestFunctionsAreCalledAsTheyAre(t *testing.T) {
	in := must(tsp.FromFunc(4, false, 10, func(i, j int) int64 { return int64(100*i + j) }))
	if d := in.Dist(2, 3); d != 203 {
		t.Errorf("distance %d, want 203", d)
	}
	if in.Symmetric() || in.Metric() != tsp.Function || in.Dims() != 0 || in.Coords() != nil {
		t.Errorf("symmetric %v, metric %v, %d coordinates", in.Symmetric(), in.Metric(), in.Dims())
	}
	if got, want := in.Cost(tsp.Identity(4)), float64(1+102+203+300)/10; got != want {
		t.Errorf("cost %v, want %v", got, want)
	}
}

func TestFunctionsRefused(t *testing.T) {
	zero := func(int, int) int64 { return 0 }
	for _, c := range []struct {
		name  string
		n     int
		scale float64
	}{
		{"no cities", 0, 1},
		{"negative", -3, 1},
		{"too many", math.MaxInt32, 1},
		{"no scale", 3, 0},
		{"negative scale", 3, -1},
		{"scale not a number", 3, math.NaN()},
		{"infinite scale", 3, math.Inf(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if in, err := tsp.FromFunc(c.n, true, c.scale, zero); err == nil || in != nil {
				t.Errorf("instance %v, error %v", in, err)
			}
		})
	}
}
