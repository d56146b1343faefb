package plot

import "testing"

func TestBoxWithin(t *testing.T) {
	b := box{0, 10, 0, 10}
	tests := []struct {
		p, q point
		want float64
	}{
		{point{-5, 5}, point{15, 5}, 10},  // through
		{point{5, -5}, point{5, 4}, 4},    // into
		{point{2, 2}, point{5, 6}, 5},     // inside
		{point{-5, 11}, point{15, 11}, 0}, // past
		{point{11, -5}, point{11, 15}, 0}, // past, vertical
		{point{-20, 0}, point{0, 20}, 0},  // past a corner
		{point{3, 3}, point{3, 3}, 0},     // no length
		{point{20, 20}, point{20, 20}, 0}, // no length, outside
		{point{-3, 2}, point{3, 10}, 5},   // through one side, ending on another side
	}
	for _, tt := range tests {
		if got := b.within(tt.p, tt.q); !near(got, tt.want, 1e-6) {
			t.Errorf("%v to %v: %v, want %v", tt.p, tt.q, got, tt.want)
		}
	}
}

func TestBoxDistance(t *testing.T) {
	b := box{0, 10, 0, 10}
	for p, want := range map[point]float64{{5, 5}: 0, {10, 10}: 0, {-2, 5}: 2, {5, 13}: 3, {13, 14}: 5} {
		if got := b.distance(p); !near(got, want, 1e-6) {
			t.Errorf("%v is %v away, want %v", p, got, want)
		}
	}
}

func TestBoxOverlapsAndContains(t *testing.T) {
	b := box{0, 10, 0, 10}
	tests := []struct {
		o                  box
		overlaps, contains bool
	}{
		{box{2, 3, 2, 3}, true, true},
		{box{-1, 3, 2, 3}, true, false},
		{box{-1, 11, 4, 5}, true, false},
		{box{10, 12, 0, 10}, false, false}, // touching
		{box{2, 3, 12, 13}, false, false},
	}
	for _, tt := range tests {
		if b.overlaps(tt.o) != tt.overlaps || tt.o.overlaps(b) != tt.overlaps || b.contains(tt.o) != tt.contains {
			t.Errorf("%v: overlaps %v, contains %v", tt.o, b.overlaps(tt.o), b.contains(tt.o))
		}
	}
}
