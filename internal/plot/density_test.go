package plot

import (
	"math"
	"slices"
	"testing"
)

// pensOf returns the line width and the dot radius for a uniform map.
func pensOf(side int) (line, dot float64) {
	m := strips(side)
	l := m.layout()
	cities := l.view.project(m.XY)
	d := measure(cities, m.route(cities, l), l)
	return d.lineWidth(), d.dotRadius(false)
}

func TestPensShrinkWithTheNumberOfCities(t *testing.T) {
	line, dot := pensOf(3)
	if line < 2 || dot < 4 {
		t.Errorf("nine cities: line %v, dot %v", line, dot)
	}
	for _, side := range []int{10, 30, 100, 400} {
		l, d := pensOf(side)
		if l >= line || d > dot {
			t.Errorf("side %d: line %v, dot %v, not less than %v, %v", side, l, d, line, dot)
		}
		line, dot = l, d
	}
	if dot != 0 {
		t.Errorf("dots of %v on a crowded map", dot)
	}
}

func TestPensOfAClusterAreThoseOfItsDensity(t *testing.T) {
	m := strips(100)
	m.XY = append(m.XY, 1e4, 1e4) // far from all other cities
	l := m.layout()
	alone := measure(l.view.project(m.XY), route{}, l).spacing
	if uniform := 16.0; alone > uniform/2 {
		t.Errorf("spacing %v in the cluster", alone)
	}
}

func TestPensOfALineOfCities(t *testing.T) {
	m := Map{}
	for i := range 60 {
		m.XY = append(m.XY, float64(i), 0)
	}
	l := m.layout()
	if d := measure(l.view.project(m.XY), route{}, l); d.spacing < 20 || d.dotRadius(false) == 0 {
		t.Errorf("spacing %v", d.spacing)
	}
}

// inkOf returns the mean difference from the paper colour in the middle of a map, from 0 to 1.
func inkOf(t *testing.T, m Map) float64 {
	t.Helper()
	s, err := m.sheet()
	if err != nil {
		t.Fatal(err)
	}
	r := newRaster(s)
	paper := [4]uint8(r.img.Pix[:4])
	s.paint(r)
	sum, count := 0.0, 0.0
	for y := s.height / 4; y < s.height*3/4; y++ {
		row := r.img.Pix[y*r.img.Stride+s.width/4*4 : y*r.img.Stride+s.width*3/4*4]
		for i, v := range row {
			sum += math.Abs(float64(v)-float64(paper[i%4])) / 255
			count += 0.75 // the fourth component is opacity
		}
	}
	return sum / count
}

// A crowded map has the same amount of ink on a small picture as on a large one, and enough ink to
// show colours.
func TestInkHoldsAtAnyWidth(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		m := strips(400)
		m.Theme = theme
		var inks []float64
		for _, width := range []int{600, 1200, 2400} {
			m.Width = width
			inks = append(inks, inkOf(t, m))
		}
		if slices.Min(inks) < 0.2 || slices.Max(inks) > 1.1*slices.Min(inks) {
			t.Errorf("theme %v: ink of %.3f at three widths", theme, inks)
		}
	}
}
