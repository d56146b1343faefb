package plot

import (
	"slices"
	"testing"
)

func TestThinKeepsEndsAndWhatMoves(t *testing.T) {
	points := []point{{0, 0}, {0.2, 0}, {0.6, 0}, {0.7, 0}, {5, 5}, {5, 5.1}}
	want := []point{{0, 0}, {0.6, 0}, {5, 5}, {5, 5.1}}
	before := slices.Clone(points)
	if got := thin(points, 0.5); !slices.Equal(got, want) {
		t.Errorf("thin = %v, want %v", got, want)
	}
	if !slices.Equal(points, before) {
		t.Error("thin changed its argument")
	}
}

func TestInRowsIsAPermutationWithShortSteps(t *testing.T) {
	m := strips(500)
	points := m.layout().view.project(m.XY)
	for i := range points { // shuffles the points
		j := i * 7_919 % len(points)
		points[i], points[j] = points[j], points[i]
	}
	rows := inRows(points)
	if length(rows) > length(points)/20 {
		t.Errorf("%v pixels of steps, before %v", length(rows), length(points))
	}
	key := func(p point) float64 { return float64(p.x)*1e5 + float64(p.y) }
	sum := func(ps []point) (s float64) {
		for _, p := range ps {
			s += key(p)
		}
		return s
	}
	if a, b := sum(points), sum(rows); !near(a, b, 1e-9*a) {
		t.Error("not the same points")
	}
}
