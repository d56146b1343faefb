package plot

import (
	"io"
	"math"
	"strings"
	"testing"
)

// A tour along roads passes through the points of its legs, and the picture has room for them.
func TestMapLegs(t *testing.T) {
	m := square()
	m.Legs = [][]float64{{5, -5}, nil, {5, 12, 4, 12}, {0, 5}}
	s, _ := svgOf(t, m)
	edges := 0
	for _, p := range s.lines() {
		points := p.points(t)
		edges += len(points) - 1
		for _, q := range points {
			if q.x < 0 || q.y < 0 || float64(q.x) > float64(s.Width) || float64(q.y) > float64(s.Height) {
				t.Errorf("%v is outside of the picture", q)
			}
		}
	}
	if edges != 4+1+2+1 {
		t.Errorf("%d edges, expected 8", edges)
	}
	if w := m.layout().world; w.minY != -5 || w.maxY != 12 || w.minX != 0 || w.maxX != 10 {
		t.Errorf("the world is %v", w)
	}
}

// Legs that do not match the tour are rejected.
func TestMapLegsThatAreNone(t *testing.T) {
	for _, legs := range [][][]float64{{}, {nil, nil, nil}, {{1}, nil, nil, nil}, {{1, math.NaN()}, nil, nil, nil}} {
		m := square()
		m.Legs = legs
		if err := m.SVG(io.Discard); err == nil || !strings.Contains(err.Error(), "leg") {
			t.Errorf("%v: %v", legs, err)
		}
	}
	m := square()
	m.Open, m.Legs = true, make([][]float64, 3)
	if err := m.SVG(io.Discard); err != nil {
		t.Error(err)
	}
}
