package plot

import (
	"math"
	"slices"
	"testing"
)

// ring is a map of a rectangle of that size.
func ring(w, h float64, cities int) Map {
	m := Map{XY: []float64{0, 0, w, h}}
	for len(m.XY) < 2*cities {
		m.XY = append(m.XY, w/2, h/2)
	}
	return m
}

// The long side of a picture has the default length, or half as much again for many
// cities, and the picture is as elongated as the cities are, within limits.
func TestPicturesFitTheCities(t *testing.T) {
	for name, c := range map[string]struct {
		m             Map
		width, height int // without the margins
	}{
		"square":       {ring(10, 10, 4), 1600 - 2*64, 1600 - 2*64},
		"wide":         {ring(20, 10, 4), 1600 - 2*45, (1600 - 2*45) / 2},
		"high":         {ring(10, 20, 4), 800 - 2*45, 2 * (800 - 2*45)},
		"a line":       {ring(10, 0, 4), 1600 - 2*32, (1600 - 2*32) / 4},
		"a high line":  {ring(0, 10, 4), 400 - 2*32, 4 * (400 - 2*32)},
		"one place":    {ring(0, 0, 4), 1600 - 2*64, 1600 - 2*64},
		"nothing":      {Map{}, 1600 - 2*64, 1600 - 2*64},
		"many":         {ring(10, 10, many), 2400 - 2*96, 2400 - 2*96},
		"not so many":  {ring(10, 10, many-1), 1600 - 2*64, 1600 - 2*64},
		"as was asked": {Map{XY: ring(10, 10, 4).XY, Width: 320}, 320 - 2*19, 320 - 2*19},
	} {
		l := c.m.layout()
		w, h := float64(l.width)-2*l.margin, float64(l.height)-2*l.margin
		if int(math.Round(w)) != c.width || math.Abs(h-float64(c.height)) > 1 {
			t.Errorf("%s: %v x %v without the margins of %v, want %d x %d", name, w, h, l.margin, c.width, c.height)
		}
		if l.header != 0 {
			t.Errorf("%s: a header of %v", name, l.header)
		}
	}
}

// Text is no larger than what is legible needs, and grows with the picture.
func TestTextScales(t *testing.T) {
	for name, c := range map[string]struct {
		m    Map
		want float64
	}{
		"usual":            {Map{Width: 1600}, 1},
		"twice":            {Map{Width: 3200}, 2},
		"large":            {Map{Width: 100_000}, 4},
		"small":            {Map{Width: 800}, 0.5},
		"smaller":          {Map{Width: 320}, 0.3},
		"narrow":           {Map{Width: 160}, 0.25},
		"wide and low":     {Map{XY: ring(40, 10, 2).XY, Width: 1600}, 0.5},
		"high and narrow":  {Map{XY: ring(10, 40, 2).XY, Width: 400}, 0.5},
		"higher, narrower": {Map{XY: ring(10, 40, 2).XY, Width: 160}, 0.25},
	} {
		if got := c.m.layout().scale; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: scale %v, want %v", name, got, c.want)
		}
	}
}

// A header makes a picture higher by its lines, and moves the cities down.
func TestHeadersMakeRoom(t *testing.T) {
	bare := ring(10, 10, 4).layout()
	for _, c := range []struct {
		title, note string
		want        float64
	}{{"title", "", 44 + 36}, {"", "note", 30 + 36}, {"title", "note", 44 + 30 + 36}} {
		m := ring(10, 10, 4)
		m.Title, m.Note = c.title, c.note
		l := m.layout()
		if l.header != c.want || l.height != bare.height+int(c.want) || l.width != bare.width {
			t.Errorf("%q, %q: header %v, %d x %d", c.title, c.note, l.header, l.width, l.height)
		}
		if l.view.cy != bare.view.cy+c.want || l.view.cx != bare.view.cx {
			t.Errorf("%q, %q: the middle is at %v, %v", c.title, c.note, l.view.cx, l.view.cy)
		}
	}
}

// The corners of the world come to the corners of the area, in the middle and the right
// way up, also where the picture is less elongated than the world.
func TestCitiesAreInTheMiddle(t *testing.T) {
	for name, m := range map[string]Map{"square": ring(10, 10, 2), "wide": ring(30, 10, 2), "far too wide": ring(1000, 10, 2), "high": ring(10, 35, 2)} {
		m.Title = "title"
		l := m.layout()
		p := l.view.project(m.XY)
		left, right := float64(p[0].x), float64(l.width)-float64(p[1].x)
		top, bottom := float64(p[1].y)-l.header, float64(l.height)-float64(p[0].y)
		if math.Abs(left-right) > 1 || math.Abs(top-bottom) > 1.5 || left < l.margin-1 || top < l.margin-1 {
			t.Errorf("%s: %v from the left, %v from the right, %v from the top, %v from below", name, left, right, top, bottom)
		}
		if math.Abs(float64(p[1].x-p[0].x)-l.view.w) > 0.01 || math.Abs(float64(p[0].y-p[1].y)-l.view.h) > 0.01 {
			t.Errorf("%s: the box is %v x %v, the cities take %v x %v", name, l.view.w, l.view.h, p[1].x-p[0].x, p[0].y-p[1].y)
		}
		if min(left, top) > l.margin+1 {
			t.Errorf("%s: neither side is filled", name)
		}
	}
}

// Boxes hold all cities, also those that lie far from the origin.
func TestBounds(t *testing.T) {
	if got, want := bounds([]float64{5, -7, 3, 9, 4, 2}), (box{3, 5, -7, 9}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := bounds([]float64{5, 7}), (box{5, 5, 7, 7}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, c := range []struct{ lo, hi, mid, reach float64 }{
		{2, 6, 4, 2}, {-6, -2, -4, 2}, {3, 3, 3, 0},
		{-math.MaxFloat64, math.MaxFloat64, 0, math.MaxFloat64},
	} {
		if mid, reach := centre(c.lo, c.hi); mid != c.mid || reach != c.reach {
			t.Errorf("from %v to %v: %v, give or take %v", c.lo, c.hi, mid, reach)
		}
	}
}

// full has everything that a picture of curves can have.
func full(series, width int) Curves {
	c := Curves{Title: "title", XLabel: "time", YLabel: "cost", Width: width, Reference: 99}
	for i := range series {
		c.Series = append(c.Series, descent(string(rune('a'+i))+" series", 10))
	}
	return c
}

// Title, legend, label and curves are below each other, with room for their type, and the
// axis and its label below the curves.
func TestFramesAreStacked(t *testing.T) {
	for _, c := range []struct {
		name        string
		curves      Curves
		top, bottom float64
	}{
		{"bare", Curves{}, 56 + 12, 900 - 56 - 22},
		{"title", Curves{Title: "t"}, 56 + 36 + 12 + 12, 900 - 56 - 22},
		{"labels", Curves{XLabel: "x", YLabel: "y"}, 56 + 22 + 8 + 12, 900 - 56 - 22 - 22 - 14},
		{"one series", full(1, 0), 56 + 48 + 30 + 12, 900 - 56 - 22 - 36},
		{"two series", full(2, 0), 56 + 48 + 22 + 24 + 30 + 12, 900 - 56 - 22 - 36},
	} {
		f := c.curves.frame()
		if f.width != 1600 || f.height != 900 || f.top != c.top || f.bottom != c.bottom {
			t.Errorf("%s: %d x %d, from %v to %v, want from %v to %v", c.name, f.width, f.height, f.top, f.bottom, c.top, c.bottom)
		}
	}
}

// The area of the curves begins right of the widest number, and ends at the margin.
func TestFramesLeaveRoomForNumbers(t *testing.T) {
	f := full(1, 1600).frame()
	widest := 0.0
	for _, tick := range f.y.ticks {
		widest = max(widest, textWidth(tick.label, 22))
	}
	if f.left != 56+widest+14 || f.right != 1600-56 {
		t.Errorf("from %v to %v, the widest number takes %v", f.left, f.right, widest)
	}
	for x, y := range map[float64]float64{f.x.lo: f.y.lo, f.x.hi: f.y.hi} {
		want := at(f.left, f.bottom)
		if x == f.x.hi {
			want = at(f.right, f.top)
		}
		if got := f.place(x, y); math.Abs(float64(got.x-want.x)) > 1e-3 || math.Abs(float64(got.y-want.y)) > 1e-3 {
			t.Errorf("(%v, %v) is at %v, want %v", x, y, got, want)
		}
	}
}

// A picture of twice the width is the same picture, twice as large.
func TestFramesScale(t *testing.T) {
	for _, series := range []int{0, 1, 2, 30} {
		small, large := full(series, 1600).frame(), full(series, 3200).frame()
		for name, pair := range map[string][2]float64{
			"scale": {small.scale, large.scale}, "margin": {small.margin, large.margin},
			"height": {float64(small.height), float64(large.height)},
			"top":    {small.top, large.top}, "bottom": {small.bottom, large.bottom},
			"left": {small.left, large.left}, "right": {small.right, large.right},
		} {
			if math.Abs(2*pair[0]-pair[1]) > 2 { // type has whole sizes
				t.Errorf("%d series: %s is %v and %v", series, name, pair[0], pair[1])
			}
		}
	}
	for width, want := range map[int]float64{200: 0.5, 800: 0.5, 1200: 0.75, 6400: 4, 20_000: 4} {
		if got := full(1, width).frame().scale; got != want {
			t.Errorf("width %d: scale %v, want %v", width, got, want)
		}
	}
}

// A legend has its names in rows that do not touch each other or the margin. If it is long
// the picture grows, so that there is room for curves.
func TestLegends(t *testing.T) {
	for _, width := range []int{400, 1600} {
		for _, series := range []int{2, 5, 60} {
			f := full(series, width).frame()
			if len(f.legend) != series {
				t.Fatalf("%d entries for %d series", len(f.legend), series)
			}
			size := labelSize * f.scale
			for i, e := range f.legend {
				end := e.x + 46*f.scale + textWidth(e.name, size)
				if e.index != i || e.x < f.margin || end > float64(f.width)-f.margin+1e-6 || e.y < f.margin+size || e.y > f.top {
					t.Errorf("width %d: entry %d of %d is %+v, up to %v", width, i, series, e, end)
				}
				if i == 0 {
					continue
				}
				switch last := f.legend[i-1]; {
				case e.y == last.y && e.x < last.x+textWidth(last.name, size)+2*46*f.scale-1e-6:
					t.Errorf("width %d: entries %d and %d touch", width, i-1, i)
				case e.y != last.y && (math.Abs(e.y-last.y-1.5*size) > 1e-6 || e.x != f.margin):
					t.Errorf("width %d: entry %d begins a row at %v, %v below", width, i, e.x, e.y-last.y)
				}
			}
			if f.bottom-f.top < 120*f.scale-1e-6 {
				t.Errorf("width %d, %d series: %v is left for the curves", width, series, f.bottom-f.top)
			}
			if below := float64(f.height) - f.bottom; math.Abs(below-f.margin-(22+36)*f.scale) > 1 {
				t.Errorf("width %d, %d series: %v below the curves", width, series, below)
			}
		}
	}
}

// Names that do not fit are cut, and there is at most one of them in a row.
func TestLongNamesInLegends(t *testing.T) {
	c := full(3, 800)
	for i := range c.Series {
		c.Series[i].Name = string(slices.Repeat([]byte("long "), 50))
	}
	f := c.frame()
	for i, e := range f.legend {
		if e.x != f.margin || len(e.name) >= 250 || len(e.name) < 20 {
			t.Errorf("entry %d begins at %v and is %d long", i, e.x, len(e.name))
		}
	}
}

// There is air above and below the curves: a little, enough for words at the reference,
// and none below zero that nobody needs.
func TestAirAroundTheCurves(t *testing.T) {
	around := func(reference float64, y ...float64) frame {
		return Curves{Series: []Series{{X: make([]float64, len(y)), Y: y}}, Reference: reference}.frame()
	}
	for name, c := range map[string]struct {
		f      frame
		lo, hi float64
	}{
		"above zero":   {around(0, 200, 100), 97, 203},
		"near zero":    {around(0, 100, 1), 0, 100 + 0.03*99},
		"at zero":      {around(0, 100, 0), 0, 103},
		"as near":      {around(0, 103, 3), 0, 106}, // the air is 3
		"farther":      {around(0, 104, 4), 1, 107},
		"below zero":   {around(0, 100, -100), -106, 106},
		"a flat curve": {around(0, 100, 100), 95 - 0.3, 105 + 0.3},
	} {
		if math.Abs(c.f.y.lo-c.lo) > 1e-9 || math.Abs(c.f.y.hi-c.hi) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v to %v", name, c.f.y.lo, c.f.y.hi, c.lo, c.hi)
		}
	}
	f := around(90, 200, 100)
	text := 1.8 * labelSize
	if p := f.place(0, 90); math.Abs(f.bottom-float64(p.y)-text) > 0.01 || !f.reference {
		t.Errorf("the reference is %v above the end, its words take %v", f.bottom-float64(p.y), text)
	}
	if p := f.place(0, 200); math.Abs(float64(p.y)-f.top-text) > 0.01 {
		t.Errorf("the highest point is %v below the end", float64(p.y)-f.top)
	}
}

// A reference is shown if it is within half of the range, or five per cent of a curve
// that is flat.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		lo, hi, v float64
		want      bool
	}{
		{100, 200, 50, true}, {100, 200, 49.9, false}, {100, 200, 250, true}, {100, 200, 250.1, false},
		{100, 100, 95, true}, {100, 100, 94.9, false}, {100, 100, 105, true}, {100, 100, 105.1, false},
	} {
		if got := (extent{lo: c.lo, hi: c.hi}).near(c.v); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Narrow pictures have fewer ticks.
func TestTicksOfTime(t *testing.T) {
	for width, want := range map[int]string{1600: "0 1 2 3 4 5 6 7 8 9", 900: "0 1 2 3 4 5 6 7 8 9", 899: "0 2 4 6 8", 400: "0 2 4 6 8"} {
		if got := labels(full(1, width).frame().x); got != want {
			t.Errorf("width %d: %s, want %s", width, got, want)
		}
	}
}
