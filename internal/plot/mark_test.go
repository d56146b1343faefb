package plot

import (
	"image/color"
	"testing"
)

// discsOf returns the widths of the dots drawn at a position, from bottom to top.
func discsOf(t *testing.T, s parsed, at point) (widths []float64) {
	t.Helper()
	for _, p := range s.Paths {
		if !p.isDots() {
			continue
		}
		for _, q := range p.points(t) {
			if near(float64(q.x), float64(at.x), 0.1) && near(float64(q.y), float64(at.y), 0.1) {
				widths = append(widths, p.Width)
				break
			}
		}
	}
	return widths
}

func TestMapMarksTheStartOfAClosedTourIfAsked(t *testing.T) {
	m := square()
	m.Title, m.Tour = "round", []int32{2, 3, 0, 1}
	cities := m.layout().view.project(m.XY)
	s, _ := svgOf(t, m)
	if s.words() != "round" || len(discsOf(t, s, cities[2])) != 1 {
		t.Errorf("marked without being asked: %q", s.words())
	}
	m.Mark = true
	s, _ = svgOf(t, m)
	if s.words() != "start|round" {
		t.Errorf("texts %q", s.words())
	}
	for i, c := range cities {
		want := 1 // only the dot; a marked city also has paper and a mark
		if i == 2 {
			want = 3
		}
		if got := discsOf(t, s, c); len(got) != want {
			t.Errorf("city %d: discs %v, want %d", i, got, want)
		}
	}
	m.Tour = nil
	if s, _ = svgOf(t, m); s.words() != "round" {
		t.Errorf("a map without a tour has a start: %q", s.words())
	}
}

func TestMapMarksAPathTheSameWithAndWithoutMark(t *testing.T) {
	m := square()
	m.Open, m.Title = true, "path"
	_, without := svgOf(t, m)
	m.Mark = true
	if _, with := svgOf(t, m); with != without {
		t.Errorf("%d bytes with, %d without", with, without)
	}
}

func TestMapOfOnePlaceHasADotInTheMiddle(t *testing.T) {
	_, ten := pensOf(3)
	for _, n := range []int{1, 3, 1000} {
		for _, tour := range []bool{false, true} {
			m := Map{}
			for i := range n {
				m.XY = append(m.XY, 7.5, -3)
				if tour {
					m.Tour = append(m.Tour, int32(i))
				}
			}
			s, _ := svgOf(t, m)
			if s.Width != 1600 || s.Height != 1600 {
				t.Errorf("%d cities: %d x %d", n, s.Width, s.Height)
			}
			got := discsOf(t, s, point{800, 800})
			if len(got) != 1 || !near(got[0], 2*ten, 1.5) {
				t.Errorf("%d cities: dots of %v, want one of about %v", n, got, 2*ten)
			}
		}
	}
}

func TestMapMarksAPathThatEndsWhereItStarts(t *testing.T) {
	paths := map[string]Map{
		"one city":  {XY: []float64{3, 4}, Tour: []int32{0}},
		"one place": {XY: []float64{3, 4, 3, 4}, Tour: []int32{0, 1}},
		"round":     {XY: []float64{5, 5, 0, 0, 10, 0, 10, 10, 0, 10, 5, 5}, Tour: []int32{0, 1, 2, 3, 4, 5}},
	}
	for name, m := range paths {
		m.Open, m.Title = true, "path"
		s, _ := svgOf(t, m)
		if s.words() != "start and end|path" {
			t.Errorf("%s: texts %q", name, s.words())
		}
		l := m.layout()
		x, y := l.view.cx, l.view.cy
		widths := discsOf(t, s, at(x, y))
		for i := 2; i < len(widths); i++ { // above the dot
			if widths[i] >= widths[i-1] {
				t.Errorf("%s: a disc hides the one below it: %v", name, widths)
			}
		}
		if got := color.RGBAModel.Convert(pngOf(t, m).At(int(x), int(y))); got != m.gradient()(0).rgba() {
			t.Errorf("%s: the middle of the mark is %v", name, got)
		}
	}
}

func TestTallMapHasRoomForTheKeyOfAMarkOnly(t *testing.T) {
	m := Map{XY: []float64{0, 0, 0, 1}, Tour: []int32{0, 1}, Title: "x", Mark: true, Width: 200}
	if s, _ := svgOf(t, m); s.words() != "start|x" {
		t.Errorf("texts %q", s.words())
	}
	m.Open = true
	if s, _ := svgOf(t, m); s.words() != "x" {
		t.Errorf("texts of a path %q", s.words())
	}
}
