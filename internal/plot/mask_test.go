package plot

import (
	"math"
	"testing"
)

func (m *mask) total() (sum float64) {
	for _, v := range m.cover {
		sum += float64(min(v, 1))
	}
	return sum
}

// A hairline drawn in a thousand pieces is as dark as one drawn in a single piece.
func TestHairlineCoversItsAreaInAnyNumberOfPieces(t *testing.T) {
	ends := [][2]point{{{10.3, 20.2}, {90.3, 20.2}}, {{10, 10}, {70, 90}}, {{50.5, 90}, {50.5, 10}}, {{90, 40}, {10, 43}}}
	for _, e := range ends {
		for _, width := range []float32{0.1, 0.5, 1, 1.4} {
			for _, pieces := range []int{1, 7, 1000} {
				m := newMask(100, 100)
				for i := range pieces {
					m.segment(along(e, i, pieces), along(e, i+1, pieces), width)
				}
				want := float64(width * hypot(e[1].x-e[0].x, e[1].y-e[0].y))
				if got := m.total(); math.Abs(got-want) > 0.03*want {
					t.Errorf("%v, width %v in %d pieces covers %.2f, want %.2f", e, width, pieces, got, want)
				}
			}
		}
	}
}

func along(e [2]point, i, n int) point {
	t := float32(i) / float32(n)
	return point{e[0].x + (e[1].x-e[0].x)*t, e[0].y + (e[1].y-e[0].y)*t}
}

func TestStrokeIsACapsule(t *testing.T) {
	for _, width := range []float32{2, 5, 11} {
		m := newMask(100, 100)
		a, b := point{20, 30}, point{80, 65}
		m.segment(a, b, width)
		m.segment(b, a, width) // drawing the segment twice adds no coverage
		r := float64(width) / 2
		want := float64(width*hypot(b.x-a.x, b.y-a.y)) + math.Pi*r*r
		if got := m.total(); math.Abs(got-want) > 0.02*want {
			t.Errorf("width %v covers %.1f, want %.1f", width, got, want)
		}
	}
}

func TestDiscCoversItsArea(t *testing.T) {
	for _, r := range []float32{0.3, 0.5, 2, 7} {
		m := newMask(40, 40)
		m.disc(point{20.5, 20.5}, r)
		want := math.Pi * float64(r*r)
		// The smallest dots are one pixel. They have the tone of a square, not of a circle.
		if got := m.total(); got < 0.9*want || got > 1.35*want {
			t.Errorf("radius %v covers %.2f, want %.2f", r, got, want)
		}
	}
}

func TestMaskClipsAtTheEdges(t *testing.T) {
	m := newMask(10, 10)
	for _, width := range []float32{1, 4} {
		m.segment(point{-20, -20}, point{30, 30}, width)
		m.segment(point{5, -50}, point{5, 50}, width)
		m.segment(point{-50, -9}, point{-40, 90}, width)
		m.disc(point{-3, 12}, 6)
		m.disc(point{-30, 5}, 2)
	}
	if m.cover[5*10+5] < 1 {
		t.Error("the middle is not covered")
	}
}

func TestLayClearsTheMask(t *testing.T) {
	r := newRaster(sheet{width: 20, height: 20})
	r.line([]point{{2, 2}, {18, 18}}, pen{width: 3})
	if r.mask.total() != 0 {
		t.Error("coverage is left in the mask")
	}
	if isPaper(r.img, 10, 10, Light) || !isPaper(r.img, 2, 17, Light) {
		t.Error("the line is not where it was drawn")
	}
}

func TestDashesLeaveGaps(t *testing.T) {
	cut := dashes([]point{{0, 5}, {50, 5}}, []float64{10, 10})
	want := [][2]point{{{0, 5}, {10, 5}}, {{20, 5}, {30, 5}}, {{40, 5}, {50, 5}}}
	if len(cut) != len(want) {
		t.Fatalf("%v", cut)
	}
	for i := range cut {
		if cut[i] != want[i] {
			t.Errorf("dash %d is %v, want %v", i, cut[i], want[i])
		}
	}
}

// The dashes on a curve of short segments are as long as those on a straight line.
func TestDashesGoRoundCorners(t *testing.T) {
	var route []point
	for i := range 51 {
		route = append(route, point{float32(i), float32(i % 2)})
	}
	long := float32(0)
	for _, d := range dashes(route, []float64{20, 5}) {
		long += hypot(d[1].x-d[0].x, d[1].y-d[0].y)
	}
	// The route is 70.7 long: three dashes, two gaps, and the start of a third gap.
	if long < 59.9 || long > 60.1 {
		t.Errorf("dashes of %v in all, want 60", long)
	}
}

// Areas may extend beyond the picture on any side.
func TestAreasAreCutAtTheEdges(t *testing.T) {
	for _, c := range []struct {
		outline []point
		inside  bool
	}{
		{[]point{{-50, 10}, {10, -50}, {70, 30}, {10, 70}}, true},
		{[]point{{100, 100}, {120, 100}, {110, 130}}, false},
		{[]point{{-9, -9}, {-2, -9}, {-5, -1}}, false},
		{[]point{{5, 5}, {15, 5}, {15, 15}, {5, 15}}, true},
	} {
		r := newRaster(sheet{width: 20, height: 20})
		r.area(c.outline, Light.palette().ink, 1)
		if isPaper(r.img, 10, 10, Light) == c.inside {
			t.Errorf("%v: inside is %v", c.outline, c.inside)
		}
	}
	r := newRaster(sheet{width: 20, height: 20})
	r.area([]point{{5, 5}, {15, 5}, {15, 15}, {5, 15}}, Light.palette().ink, 1)
	for x := range 20 {
		if isPaper(r.img, x, 10, Light) != (x < 5 || x > 14) {
			t.Errorf("pixel %d of a square from 5 to 15", x)
		}
	}
}
