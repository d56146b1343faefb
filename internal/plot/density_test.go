package plot

import "testing"

// pensOf returns the line width and the dot radius for a uniform map.
func pensOf(side int) (line, dot float64) {
	m := strips(side)
	l := m.layout()
	cities := l.view.project(m.XY)
	d := measure(cities, m.route(cities), l)
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
	m.XY = append(m.XY, 1e4, 1e4) // far from all the others
	l := m.layout()
	alone := measure(l.view.project(m.XY), nil, l).spacing
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
	if d := measure(l.view.project(m.XY), nil, l); d.spacing < 20 || d.dotRadius(false) == 0 {
		t.Errorf("spacing %v", d.spacing)
	}
}
