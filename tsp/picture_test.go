package tsp_test

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

func TestLocationsOfAMatrixAreProjected(t *testing.T) {
	in := must(tsp.FromMatrix(2, []float64{0, 1, 1, 0}))
	if in.Drawable() || in.Locations() != nil {
		t.Fatal("a bare matrix has places")
	}
	if err := in.SetLocations([]float64{60, 10, 60, 12}); err != nil {
		t.Fatal(err)
	}
	xy := in.Picture()
	if wide := xy[2] - xy[0]; math.Abs(wide-1) > 1e-9 || xy[1] != 60 {
		t.Errorf("two degrees of longitude at 60 degrees north are %v wide, want 1", wide)
	}
	for _, bad := range [][]float64{{60, 10}, {91, 0, 0, 0}, {0, 0, 0, 361}, {math.NaN(), 0, 0, 0}} {
		if in.SetLocations(bad) == nil {
			t.Errorf("locations %v were accepted", bad)
		}
	}
}

func TestProjectionKeepsBothSidesOfTheDateLineTogether(t *testing.T) {
	in := must(tsp.FromCoords(tsp.Haversine, 2, []float64{0, 179, 0, -179, 0, 170}))
	xy := in.Picture()
	if xy[2] <= xy[0] || xy[2]-xy[0] > 2.1 {
		t.Errorf("179 east is at %v and 179 west at %v, want them two degrees apart", xy[0], xy[2])
	}
	p := in.Projection()
	x1, _ := p.XY(0, 170)
	x2, _ := p.XY(0, 170+720)
	if math.Abs(x1-x2) > 1e-9 || p.World() != 360*p.Squeeze {
		t.Errorf("a longitude is at %v and two turns further at %v", x1, x2)
	}
}
