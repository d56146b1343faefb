package plot

import (
	"math"
	"slices"
	"testing"
)

// ring returns a map of the given size, with two cities at opposite corners and the others in the
// middle.
func ring(w, h float64, cities int) Map {
	m := Map{XY: []float64{0, 0, w, h}}
	for len(m.XY) < 2*cities {
		m.XY = append(m.XY, w/2, h/2)
	}
	return m
}

// The long side of a picture has the default length, or one and a half times that length for many
// cities. The picture has the aspect ratio of the cities, within limits.
func TestPicturesFitTheCities(t *testing.T) {
	for name, c := range map[string]struct {
		m             Map
		width, height int // excluding the margins
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
		"as was asked": {Map{XY: ring(10, 10, 4).XY, Width: 320}, 320 - 2*29, 320 - 2*29},
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

// Text grows with the picture but always stays legible.
func TestTextScales(t *testing.T) {
	for name, c := range map[string]struct {
		m    Map
		want float64
	}{
		"usual":            {Map{Width: 1600}, 1},
		"twice":            {Map{Width: 3200}, 2},
		"large":            {Map{Width: 100_000}, 4},
		"small":            {Map{Width: 800}, 0.5},
		"smaller":          {Map{Width: 320}, 0.45},
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

// A header increases the picture height by the height of its lines, and moves the cities down.
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

// The corners of the world are drawn at the corners of the area, centred and the right way up, even
// if the picture is less elongated than the world.
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

// A bounding box contains all cities, including those far from the origin.
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

// full returns a caption with a title and both axis labels.
func full(width int) caption { return caption{title: "title", x: "time", y: "cost", width: width} }

// The title, the label and the curves are stacked with enough room for their text, and the axis and
// its label are below the curves.
func TestFramesAreStacked(t *testing.T) {
	for _, c := range []struct {
		name        string
		caption     caption
		top, bottom float64
	}{
		{"bare", caption{}, 56 + 12, 900 - 56 - 22},
		{"title", caption{title: "t"}, 56 + 36 + 12 + 12, 900 - 56 - 22},
		{"labels", caption{x: "x", y: "y"}, 56 + 22 + 8 + 12, 900 - 56 - 22 - 22 - 14},
		{"full", full(0), 56 + 48 + 30 + 12, 900 - 56 - 22 - 36},
	} {
		f := c.caption.frame()
		if f.width != 1600 || f.height != 900 || f.top != c.top || f.bottom != c.bottom {
			t.Errorf("%s: %d x %d, from %v to %v, want from %v to %v", c.name, f.width, f.height, f.top, f.bottom, c.top, c.bottom)
		}
	}
}

// The plot area starts to the right of the widest number and extends to the names.
func TestChartsLeaveRoomForNumbers(t *testing.T) {
	f := gapChart(descent("", 10)).frame()
	widest := 0.0
	for _, tick := range f.y.ticks {
		widest = max(widest, textWidth(tick.label, 22))
	}
	if f.left != 56+widest+14 || f.right != 1600-56-nameGap {
		t.Errorf("from %v to %v, the widest number takes %v", f.left, f.right, widest)
	}
	if low, high := f.place(f.x.lo, f.y.lo), f.place(f.x.hi, f.y.hi); low != at(f.left, f.bottom) || high != at(f.right, f.top) {
		t.Errorf("the ends of the axes are at %v and %v", low, high)
	}
}

// A picture of twice the width has the same layout, twice as large.
func TestFramesScale(t *testing.T) {
	for _, series := range []int{0, 1, 2, 30} {
		charts := gapChart(slices.Repeat([]Series{descent("name", 10)}, series)...)
		charts.Width = 1600
		small := charts.frame()
		charts.Width = 3200
		large := charts.frame()
		for name, pair := range map[string][2]float64{
			"scale": {small.scale, large.scale}, "margin": {small.margin, large.margin},
			"height": {float64(small.height), float64(large.height)},
			"top":    {small.top, large.top}, "bottom": {small.bottom, large.bottom},
			"left": {small.left, large.left}, "right": {small.right, large.right},
		} {
			if math.Abs(2*pair[0]-pair[1]) > 2 { // font sizes are whole numbers
				t.Errorf("%d series: %s is %v and %v", series, name, pair[0], pair[1])
			}
		}
	}
	for width, want := range map[int]float64{200: 0.5, 800: 0.5, 1200: 0.75, 6400: 4, 20_000: 4} {
		if got := full(width).frame().scale; got != want {
			t.Errorf("width %d: scale %v, want %v", width, got, want)
		}
	}
}
