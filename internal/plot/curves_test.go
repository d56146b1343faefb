package plot

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// descent improves a cost from 200 to just above 100 in n steps of a second.
func descent(name string, n int) Series {
	s := Series{Name: name}
	for i := range n {
		s.X = append(s.X, float64(i))
		s.Y = append(s.Y, 100+100/float64(i+1))
	}
	return s
}

func TestCurvesAreStairs(t *testing.T) {
	c := Curves{Series: []Series{descent("one", 10)}}
	s, _ := svgOf(t, c)
	hue := c.Theme.palette().serial(0).hex()
	for _, p := range s.lines() {
		if p.Stroke != hue {
			continue
		}
		points := p.points(t)
		if len(points) != 19 {
			t.Errorf("%d points, want 19", len(points))
		}
		for i := 1; i < len(points); i++ {
			level, drop := points[i].y == points[i-1].y, points[i].x == points[i-1].x
			if i%2 == 1 && !level || i%2 == 0 && !drop {
				t.Errorf("step %d goes from %v to %v", i, points[i-1], points[i])
			}
		}
		return
	}
	t.Error("no line of the first colour")
}

func TestCurvesLegendOnlyForSeveral(t *testing.T) {
	one, _ := svgOf(t, Curves{Series: []Series{descent("ants", 10)}})
	two, _ := svgOf(t, Curves{Series: []Series{descent("ants", 10), descent("genes", 8)}})
	if strings.Contains(one.words(), "ants") {
		t.Errorf("legend for one: %s", one.words())
	}
	if !strings.Contains(two.words(), "ants") || !strings.Contains(two.words(), "genes") {
		t.Errorf("no legend for two: %s", two.words())
	}
}

func TestCurvesReferenceOnlyIfNear(t *testing.T) {
	for reference, want := range map[float64]bool{100: true, 80: true, 150: true, 40: false, 1000: false, 0: false, -5: false} {
		s, _ := svgOf(t, Curves{Series: []Series{descent("", 10)}, Reference: reference})
		dashed := false
		for _, p := range s.lines() {
			dashed = dashed || p.Dash != ""
		}
		if worded := strings.Contains(s.words(), fmt.Sprintf("best known %v", reference)); dashed != want || worded != want {
			t.Errorf("reference %v: dashed %v, worded %v, want %v", reference, dashed, worded, want)
		}
	}
}

func TestCurvesChooseALogarithmicAxis(t *testing.T) {
	tests := []struct {
		x      []float64
		forced bool
		want   bool
	}{
		{[]float64{0, 1, 60}, false, false},
		{[]float64{0, 0.01, 60}, false, true},
		{[]float64{1, 10}, true, true},
		{[]float64{-2, 0}, true, false},
		{nil, true, false},
	}
	for _, tt := range tests {
		c := Curves{Series: []Series{{X: tt.x, Y: make([]float64, len(tt.x))}}, LogX: tt.forced}
		if f := c.frame(); f.x.log != tt.want {
			t.Errorf("%v: logarithmic %v, want %v", tt.x, f.x.log, tt.want)
		}
	}
}

func TestCurvesPNG(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		c := Curves{Series: []Series{{X: []float64{0, 10}, Y: []float64{5, 5}}}, Theme: theme, Width: 800}
		img := pngOf(t, c)
		if b := img.Bounds(); b.Dx() != 800 || b.Dy() != 450 {
			t.Errorf("size %v", b)
		}
		f := c.frame()
		p := f.place(4.3, 5)
		if !cornersArePaper(img, theme) || isPaper(img, int(p.x), int(p.y), theme) {
			t.Error("ink at the corners or none on the curve")
		}
		if off := f.place(4.3, 5.07); !isPaper(img, int(off.x), int(off.y), theme) {
			t.Error("ink off the curve")
		}
	}
}

func TestCurvesDegenerate(t *testing.T) {
	many := make([]Series, 100)
	for i := range many {
		many[i] = descent(strings.Repeat("long name ", 20), 3)
	}
	tests := map[string][]Series{
		"nothing":   nil,
		"no points": {{Name: "a"}, {Name: "b"}},
		"one point": {{X: []float64{0}, Y: []float64{0}}},
		"flat":      {{X: []float64{0, 1}, Y: []float64{7542, 7542}}},
		"huge":      {{X: []float64{0, 1e300}, Y: []float64{1e300, -1e300}}},
		"tiny":      {{X: []float64{0, 1e-310}, Y: []float64{1e-310, 0}}},
		"many":      many,
	}
	for name, series := range tests {
		for _, width := range []int{400, minWidth} {
			c := Curves{Series: series, Title: "title", XLabel: "seconds", YLabel: "cost", Reference: 7000, Width: width}
			s, _ := svgOf(t, c)
			for _, p := range s.Paths {
				for _, q := range p.points(t) {
					if !(q.x >= 0 && q.y >= 0 && q.y <= float32(s.Height)) {
						t.Fatalf("%s: %v is outside", name, q)
					}
				}
			}
			if img := pngOf(t, c); !cornersArePaper(img, Light) {
				t.Errorf("%s: ink at the corners", name)
			}
		}
	}
}

func TestCurvesRefuse(t *testing.T) {
	tests := []struct {
		c    Curves
		want string
	}{
		{Curves{Series: []Series{{Name: "a", X: []float64{1}}}}, `series "a": 1 x but 0 y`},
		{Curves{Series: []Series{{X: []float64{1}, Y: []float64{math.NaN()}}}}, "point 0 is (1, NaN)"},
		{Curves{Series: []Series{{X: []float64{math.Inf(1)}, Y: []float64{1}}}}, "point 0 is (+Inf, 1)"},
		{Curves{Series: []Series{{X: []float64{2, 1}, Y: []float64{1, 1}}}}, "x[1] = 1 is before x[0] = 2"},
		{Curves{Reference: math.NaN()}, "reference is NaN"},
		{Curves{Width: 3}, "width 3"},
	}
	for _, tt := range tests {
		err := tt.c.SVG(io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}

func TestStaircaseSkipsWhatIsTooSmallToSee(t *testing.T) {
	s := descent("", 1_000_000)
	c := Curves{Series: []Series{s}}
	f := c.frame()
	route := f.staircase(s.X, s.Y)
	if len(route) > 20_000 {
		t.Errorf("%d points", len(route))
	}
	if last := f.place(s.X[len(s.X)-1], s.Y[len(s.Y)-1]); route[len(route)-1] != last {
		t.Error("the last point is not the last cost")
	}
}
