package plot

import (
	"io"
	"math"
	"strings"
	"testing"
)

// square returns a map with cities at its corners and a tour around them.
func square() Map {
	return Map{XY: []float64{0, 0, 10, 0, 10, 10, 0, 10}, Tour: []int32{0, 1, 2, 3}, Width: 640}
}

func TestMapSVGHasEveryEdgeOfTheTour(t *testing.T) {
	for _, open := range []bool{false, true} {
		for _, side := range []int{2, 5, 30} {
			m := strips(side)
			m.Open = open
			s, _ := svgOf(t, m)
			edges := 0
			for _, p := range s.lines() {
				edges += len(p.points(t)) - 1
			}
			want := side * side
			if open {
				want--
			}
			if edges != want || len(s.lines()) > hues {
				t.Errorf("side %d, open %v: %d edges in %d lines, want %d in at most %d",
					side, open, edges, len(s.lines()), want, hues)
			}
		}
	}
}

func TestMapSVGFillsThePictureUpToTheMargin(t *testing.T) {
	m := square()
	s, _ := svgOf(t, m)
	margin := float32(m.layout().margin)
	w, h := float32(s.Width), float32(s.Height)
	want := []point{{margin, h - margin}, {w - margin, h - margin}, {w - margin, margin}, {margin, margin}}
	for i, p := range s.lines() {
		if got := p.points(t)[0]; got != want[i] {
			t.Errorf("city %d at %v, want %v", i, got, want[i])
		}
	}
	if s.ViewBox != "0 0 640 640" {
		t.Errorf("viewBox %q", s.ViewBox)
	}
}

func TestMapSVGNamesAndEscapes(t *testing.T) {
	m := square()
	m.Title, m.Note = `<a&b> "quoted"`, "1 < 2"
	s, _ := svgOf(t, m)
	if s.Title != m.Title || s.words() != m.Title+"|"+m.Note {
		t.Errorf("title %q, texts %q", s.Title, s.words())
	}
	if s, _ = svgOf(t, square()); s.Title != "4 cities" {
		t.Errorf("a map without a title is called %q", s.Title)
	}
}

func TestMapPNGHasInkWhereTheTourPasses(t *testing.T) {
	for _, theme := range []Theme{Light, Dark} {
		for _, open := range []bool{false, true} {
			m := square()
			m.Theme, m.Open = theme, open
			img := pngOf(t, m)
			if b := img.Bounds(); b.Dx() != 640 || b.Dy() != 640 {
				t.Fatalf("size %v", b)
			}
			margin := int(m.layout().margin)
			if !cornersArePaper(img, theme) || !isPaper(img, 320, 320, theme) {
				t.Error("ink where no tour passes")
			}
			if isPaper(img, 320, 640-margin, theme) || isPaper(img, 640-margin, 320, theme) || isPaper(img, 320, margin, theme) {
				t.Error("no ink where the tour passes")
			}
			if isPaper(img, margin, 320, theme) != open {
				t.Errorf("closing edge: open is %v", open)
			}
		}
	}
}

func TestMapMarksTheEndsOfAPath(t *testing.T) {
	m := square()
	m.Open, m.Title, m.Width = true, "path", 1000
	s, _ := svgOf(t, m)
	if words := s.words(); !strings.Contains(words, "start") || !strings.Contains(words, "end") {
		t.Errorf("the key is missing: %q", words)
	}
	m.Open = false
	if s, _ = svgOf(t, m); s.words() != "path" {
		t.Errorf("a closed tour has a key: %q", s.words())
	}
}

func TestMapDegenerate(t *testing.T) {
	tests := []struct {
		name string
		xy   []float64
		tour []int32
	}{
		{"nothing", nil, nil},
		{"one city", []float64{3, 4}, []int32{0}},
		{"one city, no tour", []float64{3, 4}, nil},
		{"two cities", []float64{3, 4, 5, 6}, []int32{0, 1}},
		{"all the same", []float64{1, 1, 1, 1, 1, 1}, []int32{0, 1, 2}},
		{"vertical", []float64{1, 0, 1, 5, 1, 9}, []int32{0, 1, 2}},
		{"horizontal", []float64{0, 7, 5, 7, 9, 7}, []int32{0, 1, 2}},
		{"huge", []float64{1e15, -1e15, -1e15, 1e15, 0, 0}, []int32{0, 1, 2}},
		{"far off", []float64{1e15, 1e15, 1e15 + 1, 1e15, 1e15, 1e15 + 1}, []int32{0, 1, 2}},
		{"largest", []float64{-math.MaxFloat64, 0, math.MaxFloat64, math.MaxFloat64}, []int32{0, 1}},
		{"tiny", []float64{0, 0, 1e-9, 0, 1e-9, 2e-9}, []int32{0, 1, 2}},
		{"smallest", []float64{0, 0, 5e-324, 5e-324}, []int32{0, 1}},
		{"elongated", []float64{0, 0, 1000, 1, 500, 0.5}, []int32{0, 1, 2}},
		{"few visited", []float64{0, 0, 1, 1, 2, 0}, []int32{2}},
	}
	for _, tt := range tests {
		for _, open := range []bool{false, true} {
			for _, width := range []int{400, minWidth} {
				m := Map{XY: tt.xy, Tour: tt.tour, Open: open, Title: "a title", Note: "a note", Width: width}
				t.Run(tt.name, func(t *testing.T) { checkSane(t, m) })
			}
		}
	}
}

// checkSane checks that a picture has a reasonable shape and that everything lies inside it.
func checkSane(t *testing.T, m Map) {
	s, _ := svgOf(t, m)
	w, h := float64(s.Width), float64(s.Height)
	if aspect := w / h; aspect < 0.2 || aspect > 4.5 {
		t.Errorf("%v x %v", w, h)
	}
	dots := 0
	for _, p := range s.Paths {
		for _, q := range p.points(t) {
			dots++
			if !(q.x >= 0 && q.y >= 0 && float64(q.x) <= w && float64(q.y) <= h) {
				t.Fatalf("%v is outside %v x %v", q, w, h)
			}
		}
	}
	if dots == 0 && len(m.XY) > 0 {
		t.Error("nothing drawn")
	}
	if img := pngOf(t, m); img.Bounds().Dx() != s.Width || !cornersArePaper(img, Light) {
		t.Error("PNG differs")
	}
}

func TestMapKeepsTheAspectRatio(t *testing.T) {
	m := Map{XY: []float64{0, 0, 30, 0, 30, 10, 0, 10}, Tour: []int32{0, 1, 2, 3}}
	s, _ := svgOf(t, m)
	lines := s.lines()
	a, b, c := lines[0].points(t)[0], lines[1].points(t)[0], lines[2].points(t)[0]
	if ratio := float64(b.x-a.x) / float64(b.y-c.y); !near(ratio, 3, 0.01) {
		t.Errorf("30 x 10 is drawn at %v : 1", ratio)
	}
	if s.Width != 1600 {
		t.Errorf("the long side is %d", s.Width)
	}
}

func TestMapRefuses(t *testing.T) {
	tests := []struct {
		m    Map
		want string
	}{
		{Map{XY: []float64{1, math.NaN()}}, "coordinate y of city 0 is NaN"},
		{Map{XY: []float64{1, 2, math.Inf(-1), 4}}, "coordinate x of city 1 is -Inf"},
		{Map{XY: []float64{1, 2, 3}}, "3 coordinates"},
		{Map{XY: []float64{1, 2}, Tour: []int32{0, 1}}, "tour[1] is city 1, want a city from 0 to less than 1"},
		{Map{XY: []float64{1, 2}, Tour: []int32{-1}}, "tour[0] is city -1, want a city from 0 to less than 1"},
		{Map{XY: []float64{1, 2}, Labels: []string{"a", "b"}}, "2 labels for 1 cities"},
		{Map{Width: -5}, "width -5"},
		{Map{Width: 1 << 20}, "width 1048576"},
		{Map{Width: maxWidth}, "PNG of 16384 x 16384"},
	}
	for _, tt := range tests {
		err := tt.m.PNG(io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}

func TestMapOfAMillionIsASmallSVG(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds with the race detector")
	}
	const limit = 15_000_000
	m := strips(1000)
	if _, size := svgOf(t, m); size > limit {
		t.Errorf("tour: %d bytes", size)
	}
	m.Tour = nil
	if _, size := svgOf(t, m); size > limit {
		t.Errorf("cities: %d bytes", size)
	}
}

// A random tour of many cities is drawn only in part, because it would cover every pixel a hundred
// times.
func TestMapDrawsAHopelessTourInPart(t *testing.T) {
	m := strips(300)
	n := len(m.Tour)
	for i := range m.Tour {
		m.Tour[i] = int32(int64(i) * 40_009 % int64(n))
	}
	s, _ := svgOf(t, m)
	total := 0.0
	for _, p := range s.lines() {
		total += length(p.points(t))
	}
	if total > 1.1*longest || total < 0.5*longest {
		t.Errorf("%.3g pixels of line, want about %.3g", total, longest)
	}
}

func BenchmarkMapPNGMillion(b *testing.B) {
	m := strips(1000)
	b.ReportAllocs()
	for b.Loop() {
		if err := m.PNG(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMapSVGMillion(b *testing.B) {
	m := strips(1000)
	for b.Loop() {
		if err := m.SVG(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
