package plot

import (
	"math"
	"strings"
	"testing"
)

func labels(a axis) string {
	var s []string
	for _, t := range a.ticks {
		s = append(s, t.label)
	}
	return strings.Join(s, " ")
}

func TestLinearTicks(t *testing.T) {
	tests := []struct {
		lo, hi float64
		want   string
	}{
		{0, 60, "0 10 20 30 40 50 60"},
		{0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{0, 7, "0 1 2 3 4 5 6 7"},
		{0, 0.03, "0 0.005 0.010 0.015 0.020 0.025 0.030"},
		{-1, 1, "−1.0 −0.5 0 0.5 1.0"},
		{258_000, 322_000, "260,000 270,000 280,000 290,000 300,000 310,000 320,000"},
		{1_234_000, 1_236_000, "1,234,000 1,234,500 1,235,000 1,235,500 1,236,000"},
		{0, 5e15, "0 1e15 2e15 3e15 4e15 5e15"},
		{0, 5e-15, "0 1e-15 2e-15 3e-15 4e-15 5e-15"},
	}
	for _, tt := range tests {
		if got := labels(linearAxis(tt.lo, tt.hi, 7)); got != tt.want {
			t.Errorf("[%v, %v]: %s, want %s", tt.lo, tt.hi, got, tt.want)
		}
	}
}

func TestAxisPlacesItsTicksWithinItself(t *testing.T) {
	ranges := [][2]float64{{0, 0}, {5, 5}, {-7, -7}, {1e15, 1e15 + 1}, {-1e300, 1e300}, {0, 5e-324}, {0.1, 0.3}}
	for _, r := range ranges {
		a := linearAxis(r[0], r[1], 7)
		if len(a.ticks) > 15 {
			t.Errorf("%v: %d ticks", r, len(a.ticks))
		}
		for _, tick := range a.ticks {
			if at := a.of(tick.at); !(at > -1e-6 && at < 1+1e-6) {
				t.Errorf("%v: tick %v at %v", r, tick.at, at)
			}
		}
		if mid := a.of(r[0]/2 + r[1]/2); math.IsNaN(mid) || mid < 0 || mid > 1 {
			t.Errorf("%v: the middle is at %v", r, mid)
		}
	}
}

func TestLogAxisHoldsZeroAtItsEdge(t *testing.T) {
	a := logScale(axis{lo: 0.01, hi: 100}, 7, "")
	for v, want := range map[float64]float64{-3: 0, 0: 0, 0.01: 0, 1: 0.5, 100: 1} {
		if got := a.of(v); !near(got, want, 1e-9) {
			t.Errorf("%v is at %v, want %v", v, got, want)
		}
	}
}

// Tick labels do not overlap, although labels of large numbers are wider than those of small
// numbers.
func TestLabelsOfBoxesDoNotOverlap(t *testing.T) {
	for _, low := range []float64{0.001, 1, 71_865_826} {
		for part := 1e-5; part < 10; part *= 1.1 {
			f := Boxes{Rows: []Row{{Name: "ils", Values: []float64{low, low + part*low}}}, XUnit: " m"}.frame()
			if f.x.crowded(f.right-f.left, labelSize*f.scale) || len(f.x.ticks) == 0 {
				t.Errorf("from %v to %v: labels %s", low, low+part*low, labels(f.x))
			}
		}
	}
}
