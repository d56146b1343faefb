package places_test

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/geom"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestLocationsOfAMatrixAreProjected(t *testing.T) {
	in := must(tsp.FromMatrix(2, []float64{0, 1, 1, 0}))
	if places.Drawable(in) || places.Locations(in) != nil {
		t.Fatal("a bare matrix has places")
	}
	in = must(in.With(tsp.Details{Locations: []float64{60, 10, 60, 12}}))
	xy := places.Picture(in)
	if wide := xy[2] - xy[0]; math.Abs(wide-1) > 1e-9 || xy[1] != 60 {
		t.Errorf("two degrees of longitude at 60 degrees north are %v wide, want 1", wide)
	}
	for _, bad := range [][]float64{{60, 10}, {91, 0, 0, 0}, {0, 0, 0, 361}, {math.NaN(), 0, 0, 0}} {
		if _, err := in.With(tsp.Details{Locations: bad}); err == nil {
			t.Errorf("locations %v were accepted", bad)
		}
	}
}

func TestProjectionKeepsBothSidesOfTheDateLineTogether(t *testing.T) {
	in := must(tsp.FromCoords(tsp.Haversine, 2, []float64{0, 179, 0, -179, 0, 170}))
	xy := places.Picture(in)
	if xy[2] <= xy[0] || xy[2]-xy[0] > 2.1 {
		t.Errorf("179 east is at %v and 179 west at %v, want them two degrees apart", xy[0], xy[2])
	}
	p := places.Project(in)
	x1, _ := p.XY(0, 170)
	x2, _ := p.XY(0, 170+720)
	if math.Abs(x1-x2) > 1e-9 || p.World() != 360*p.Squeeze {
		t.Errorf("a longitude is at %v and two turns further at %v", x1, x2)
	}
}

// square returns an instance with four cities, one of them far from the others.
func square() *tsp.Instance {
	return must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {10, 0}, {10, 30}, {-5, 10}}))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestBox(t *testing.T) {
	want := geom.Box{Lo: [3]float64{-5, 0, 0}, Hi: [3]float64{10, 30, 0}}
	if got := places.Box(square()); got != want {
		t.Errorf("box %v, want %v", got, want)
	}
	space := must(tsp.FromCoords(tsp.Euc3D, 3, []float64{1, 2, 3, -1, 5, -7}))
	want = geom.Box{Lo: [3]float64{-1, 2, -7}, Hi: [3]float64{1, 5, 3}}
	if got := places.Box(space); got != want {
		t.Errorf("box in space %v, want %v", got, want)
	}
	if got := places.Box(must(tsp.FromMatrix(2, []float64{0, 1, 1, 0}))); got != (geom.Box{}) {
		t.Errorf("a matrix has the box %v", got)
	}
}

func TestPicture(t *testing.T) {
	plane := []float64{0, 0, 10, 0, 10, 30, -5, 10}
	if got := places.Picture(square()); !slices.Equal(got, plane) {
		t.Errorf("plane: %v", got)
	}
	space := must(tsp.FromCoords(tsp.Man3D, 3, []float64{1, 2, 3, 4, 5, 6}))
	if got := places.Picture(space); !slices.Equal(got, []float64{1, 2, 4, 5}) {
		t.Errorf("space: %v", got)
	}
	globe := must(tsp.FromPoints(tsp.Haversine, []tsp.Point{{59, 10}, {61, 20}}))
	got := places.Picture(globe)
	if math.Abs(got[0]-5) > 1e-12 || got[1] != 59 || math.Abs(got[2]-10) > 1e-12 || got[3] != 61 || !places.Geographic(globe) {
		t.Errorf("at 60 degrees north a degree of longitude is half as wide: %v", got)
	}
	weights := must(tsp.FromMatrix(2, []float64{0, 1, 1, 0}))
	if got := places.Picture(weights); got != nil {
		t.Errorf("a matrix has the picture %v", got)
	}
	drawn := must(weights.With(tsp.Details{Display: []float64{1, 2, 3, 4}}))
	if got := places.Picture(drawn); !slices.Equal(got, []float64{1, 2, 3, 4}) {
		t.Errorf("display %v", got)
	}
}
