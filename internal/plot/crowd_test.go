package plot

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// crowd returns a grid of side x side cities at distance 1, followed by the other cities.
func crowd(side int, others ...float64) []float64 {
	return append(strips(side).XY, others...)
}

func TestFewFarCitiesAreLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		xy   []float64
		want int
	}{
		"none":             {crowd(7), 0},
		"one":              {crowd(7, 2000, 3), 1},
		"below":            {crowd(7, 3, -2000), 1},
		"not far enough":   {crowd(7, 25, 3), 0},
		"three":            {crowd(7, 2000, 3, -500, 0, 400, 400), 3},
		"a tenth":          {crowd(7, 900, 0, 901, 0, 902, 0, 903, 0, 904, 0), 5},
		"more than that":   {crowd(7, 900, 0, 901, 0, 902, 0, 903, 0, 904, 0, 905, 0, 906, 0), 0},
		"two crowds":       {append(crowd(7), shiftedBy(crowd(7), 5000)...), 0},
		"one of six":       {[]float64{0, 0, 1, 0, 0, 1, 1, 1, 2, 1, 900, 900}, 1},
		"one of five":      {[]float64{0, 0, 1, 0, 0, 1, 1, 1, 900, 900}, 0},
		"all but one same": {[]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9}, 0},
		"endless":          {crowd(7, math.MaxFloat64, -math.MaxFloat64), 0},
		"nothing":          {nil, 0},
	} {
		if got := outside(c.xy); len(got) != c.want {
			t.Errorf("%s: %v are left out, want %d", name, got, c.want)
		}
	}
}

func shiftedBy(xy []float64, by float64) []float64 {
	for i := range xy {
		xy[i] += by
	}
	return xy
}

// If the shortcut applies, the full computation leaves out no city.
func TestScatteredMapsLeaveNobodyOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 1), rapid.Float64Range(-30, 30))
		n := rapid.IntRange(leastCrowd, 40).Draw(t, "n")
		xy := rapid.SliceOfN(coordinate, 2*n, 2*n).Draw(t, "xy")
		if all := bounds(xy); scattered(xy, all) && farOff(xy, all) != nil {
			t.Fatalf("%v are far off", farOff(xy, all))
		}
	})
}

func TestMapSaysWhatIsOutsideTheFrame(t *testing.T) {
	m := Map{XY: crowd(7, 2000, 3), Crop: true, Title: "stops", Note: "50 cities", Unit: "km", PerUnit: 2}
	m.Labels = make([]string, 50)
	m.Labels[49] = "Anna"
	for i := range 50 {
		m.Tour = append(m.Tour, int32(i))
	}
	s, _ := svgOf(t, m)
	if !strings.Contains(s.words(), "50 cities · 1 city is outside the frame") || !strings.Contains(s.words(), "Anna, 3,99") {
		t.Errorf("texts %q", s.words())
	}
	page, across := m.layout().page().grown(0.1), 0
	for _, line := range s.lines() {
		for _, p := range line.points(t) {
			if !page.has(p) {
				t.Errorf("%v is outside the page %v", p, page)
			}
			if near(float64(p.x), page.maxX-0.1, 0.1) {
				across++
			}
		}
	}
	if across != 2 {
		t.Errorf("%d lines leave the page, want both to Anna", across)
	}
	m.XY = append(m.XY, 3000, 0)
	m.Labels, m.Tour, m.Note, m.Unit = nil, nil, "", ""
	if s, _ = svgOf(t, m); s.words() != "stops|2 cities are outside the frame" {
		t.Errorf("texts %q", s.words())
	}
	m.Crop = false
	if s, _ = svgOf(t, m); s.words() != "stops" {
		t.Errorf("texts of the whole map %q", s.words())
	}
}

// A cropped map of the globe has the correct width at the latitude of the cities that it shows,
// regardless of how far away the others are.
func TestCroppedGlobeIsTrueToItsCrowd(t *testing.T) {
	const latitude = 60.0
	m := Map{World: 360, Crop: true, Unit: "m", PerUnit: 111_195}
	for i := range 36 {
		m.XY = append(m.XY, 20+0.02*float64(i%6), latitude-0.05+0.02*float64(i/6))
	}
	m.XY = append(m.XY, 110.05, 0) // on the equator, a quarter of the way round the globe
	l := m.layout()
	if w, h := l.world.maxX-l.world.minX, l.world.maxY-l.world.minY; !near(w/h, 0.5, 0.001) {
		t.Errorf("a square of degrees is %v : 1 at 60 degrees", w/h)
	}
	if got := m.away(36, l); got != "10,008 km away" {
		t.Errorf("%s, want a quarter of a great circle", got)
	}
}

func TestCroppedPathHasNoMarkOutsideThePage(t *testing.T) {
	m := Map{XY: crowd(7, 2000, 3), Crop: true, Open: true, Tour: []int32{49, 0, 1, 2}}
	s, _ := svgOf(t, m)
	page := m.layout().page()
	for _, p := range s.Paths {
		for _, q := range p.points(t) {
			if float64(q.y) > page.minY && !page.grown(0.1).has(q) { // below the key
				t.Errorf("%v is outside the page", q)
			}
		}
	}
}
