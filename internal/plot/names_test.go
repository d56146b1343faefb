package plot

import (
	"slices"
	"testing"
)

func TestSpread(t *testing.T) {
	tests := []struct{ heights, want []float64 }{
		{nil, nil},
		{[]float64{50}, []float64{50}},
		{[]float64{20, 80}, []float64{20, 80}},         // far apart, so they stay
		{[]float64{52, 48}, []float64{55, 45}},         // both move and keep their order
		{[]float64{50, 50, 50}, []float64{40, 50, 60}}, // equal heights
		{[]float64{99, 98}, []float64{100, 90}},        // at the end of the space
		{[]float64{1, 0, 30}, []float64{10, 0, 30}},    // at the start of the space
		{[]float64{40, 41, 56}, []float64{35.5, 45.5, 56}},
	}
	for _, tt := range tests {
		got := slices.Clone(tt.heights)
		spread(got, 10, 0, 100)
		if !slices.EqualFunc(got, tt.want, func(a, b float64) bool { return near(a, b, 1e-9) }) {
			t.Errorf("%v become %v, want %v", tt.heights, got, tt.want)
		}
	}
}

func TestSpreadOfMoreThanFit(t *testing.T) {
	heights := make([]float64, 1000)
	spread(heights, 10, 0, 100)
	if slices.Min(heights) < 0 || slices.Max(heights) > 100 {
		t.Errorf("from %v to %v", slices.Min(heights), slices.Max(heights))
	}
}
