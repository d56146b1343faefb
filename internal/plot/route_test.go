package plot

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestRouteJoinsLinesThatMeet(t *testing.T) {
	a, b, c, d, e := point{0, 0}, point{1, 0}, point{2, 0}, point{3, 0}, point{4, 0}
	aside := point{1, 5}
	r := route{stops: []point{a, b, c, d, e}, parts: map[int][][]point{1: {{b, aside}, {aside, c}}, 3: {{d, point{3, 9}}, {point{4, 9}, e}}}}
	want := [][]point{{a, b, aside, c, d, {3, 9}}, {{4, 9}, e}}
	if got := r.all(); !slices.EqualFunc(got, want, slices.Equal[[]point]) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := r.lines(2, 3); len(got) != 1 || !slices.Equal(got[0], []point{c, d}) {
		t.Errorf("the third edge is %v", got)
	}
	if r.stops[3] != d || r.lines(2, 2) != nil || (route{}).all() != nil {
		t.Error("joining has changed the stops, or nothing has lines")
	}
}

// An edge between two cities on opposite sides of the date line leaves the page on the right and
// enters it on the left at the same height.
func TestEdgesGoTheShortWayRoundTheGlobe(t *testing.T) {
	m := Map{World: 360, XY: []float64{-170, 10, 170, 20, 0, 0}, Tour: []int32{0, 2, 1}}
	l := m.layout()
	page := l.page()
	cities := l.project(m.XY)
	parts := m.route(cities, l).parts
	if len(parts) != 1 || len(parts[2]) != 2 {
		t.Fatalf("parts %v, want two of the last edge", parts)
	}
	out, in := parts[2][0], parts[2][1]
	if out[0] != cities[1] || in[1] != cities[0] || !near(float64(out[1].x), page.maxX, 0.01) || !near(float64(in[0].x), page.minX, 0.01) {
		t.Errorf("from %v to %v, and from %v to %v on the page %v", out[0], out[1], in[0], in[1], page)
	}
	if !(out[1].y > out[0].y && in[0].y > out[1].y && in[1].y > in[0].y) {
		t.Errorf("the edge is not straight: %v, %v", out, in)
	}
	m.Tour = []int32{1, 2, 0} // opposite direction
	back := m.route(cities, l).parts[2]
	if len(back) != 2 || back[0][0] != cities[0] || back[1][1] != cities[1] || !near(float64(back[0][1].x), page.minX, 0.01) || !near(float64(back[1][0].x), page.maxX, 0.01) {
		t.Errorf("the way back is %v", back)
	}
	m.World = 0
	if parts := m.route(cities, l).parts; parts != nil {
		t.Errorf("a plane has other sides: %v", parts)
	}
}

// Legs pass through the given points, and the frame contains them.
func TestLegs(t *testing.T) {
	m := square()
	m.Legs = [][]float64{{5, -4}, nil, {}, {-3, 5, -3, 4}}
	s, _ := svgOf(t, m)
	l := m.layout()
	place := func(xy ...float64) []point { return l.view.project(xy) }
	want := [][]point{place(0, 0, 5, -4, 10, 0), place(10, 0, 10, 10), place(10, 10, 0, 10), place(0, 10, -3, 5, -3, 4, 0, 0)}
	for i, line := range s.lines() {
		if !slices.EqualFunc(line.points(t), want[i], func(p, q point) bool {
			return near(float64(p.x), float64(q.x), 0.06) && near(float64(p.y), float64(q.y), 0.06)
		}) {
			t.Errorf("leg %d is %v, want %v", i, line.points(t), want[i])
		}
	}
	if l.world != (box{-3, 10, -4, 10}) {
		t.Errorf("the frame is %v", l.world)
	}
}

func TestLegsThatAreNoneOfTheTour(t *testing.T) {
	for want, legs := range map[string][][]float64{
		"0 legs for a tour of 4 edges":                   {},
		"leg 1: got 1 coordinates":                       {nil, {1}, nil, nil},
		"leg 2: coordinate y of point 1 is +Inf, want a": {nil, nil, {1, 2, 3, math.Inf(1)}, nil},
	} {
		m := square()
		m.Legs = legs
		if err := m.SVG(io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	one := Map{XY: []float64{1, 2}, Tour: []int32{0}, Legs: [][]float64{}}
	if err := one.PNG(io.Discard); err != nil {
		t.Errorf("a tour of one city: %v", err)
	}
}
