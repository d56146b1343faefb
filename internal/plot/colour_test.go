package plot

import (
	"math"
	"testing"
)

func TestColourConvertsFromOKLCH(t *testing.T) {
	tests := []struct {
		c    colour
		want string
	}{
		{colour{0, 0, 0}, "#000000"},
		{colour{1, 0, 0}, "#ffffff"},
		{colour{0.62796, 0.25768, 29.234}, "#ff0000"},
		{colour{0.86644, 0.29483, 142.495}, "#00ff00"},
		{colour{0.45201, 0.31321, 264.052}, "#0000ff"},
	}
	for _, tt := range tests {
		if got := tt.c.hex(); got != tt.want {
			t.Errorf("%v is %s, want %s", tt.c, got, tt.want)
		}
	}
}

func TestColourOutsideTheGamutKeepsItsHue(t *testing.T) {
	p := colour{0.7, 0.4, 145}.rgba() // a green that no screen can show
	if !(p.G > p.R && p.G > p.B) {
		t.Errorf("%v is not green", p)
	}
}

// distance returns the perceived difference between two colours.
func distance(a, b colour) float64 {
	as, ac := math.Sincos(a.h * math.Pi / 180)
	bs, bc := math.Sincos(b.h * math.Pi / 180)
	return math.Hypot(a.l-b.l, math.Hypot(a.c*ac-b.c*bc, a.c*as-b.c*bs))
}

func TestGradientsAreSmoothAndCyclicOnesClose(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		p := theme.palette()
		for name, g := range map[string]gradient{"cyclic": p.cyclic, "breath": p.breath, "sequential": p.sequential} {
			for i := range hues {
				if d := distance(g(float64(i)/hues), g(float64(i+1)/hues)); d > 0.03 {
					t.Errorf("%s: step %d of %v", name, i, d)
				}
			}
			if closed := distance(g(0), g(1)) < 1e-9; closed != (name != "sequential") {
				t.Errorf("%s: closed is %v", name, closed)
			}
		}
	}
}

func TestCurveColoursStandOutAndDiffer(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		p := theme.palette()
		for i := range shades {
			if math.Abs(p.serial(i).l-p.paper.l) < 0.3 {
				t.Errorf("series %d is too near the paper", i)
			}
			for j := range i {
				for name, sight := range sights {
					if d := distance(sight.see(p.serial(i)), sight.see(p.serial(j))); d < 0.05 {
						t.Errorf("series %d and %d look the same to %s eyes: %v", i, j, name, d)
					}
				}
			}
		}
	}
}
