package plot

import (
	"io"
	"math"
	"strings"
	"testing"
)

func gapChart(series ...Series) Chart {
	return Chart{
		Series: series, Title: "gap", XLabel: "time", YLabel: "gap",
		XUnit: " s", YUnit: " %", Floor: 0.001, FloorLabel: "optimum",
	}
}

func TestLogScaleTicks(t *testing.T) {
	tests := []struct {
		lo, hi float64
		most   int
		want   string
	}{
		{0.1, 10, 9, "0.1 s 0.2 s 0.5 s 1 s 2 s 5 s 10 s"},
		{0.4, 31, 9, "0.5 s 1 s 2 s 5 s 10 s 20 s"},
		{0.001, 30, 13, "0.001 s 0.01 s 0.1 s 1 s 10 s"},
		{3, 3, 9, "2 s 5 s"},
		{0.21, 0.72, 9, "0.3 s 0.4 s 0.5 s 0.6 s 0.7 s"},
		{math.Inf(1), 0, 9, "1 s 2 s 5 s 10 s"},
		{1e-9, 1e9, 7, "1e-09 s 0.000001 s 0.001 s 1 s 1,000 s 1,000,000 s 1,000,000,000 s"},
	}
	for _, tt := range tests {
		if got := labels(logScale(axis{lo: tt.lo, hi: tt.hi}, tt.most, " s")); got != tt.want {
			t.Errorf("[%v, %v]: %s, want %s", tt.lo, tt.hi, got, tt.want)
		}
	}
}

func TestChartDrawsZeroAtTheFloor(t *testing.T) {
	c := gapChart(Series{Name: "a", X: []float64{0.1, 1, 10}, Y: []float64{8, 0.1, 0}})
	f := c.frame()
	if got, want := labels(f.y), "optimum 0.01 % 0.1 % 1 %"; got != want {
		t.Errorf("ticks %s, want %s", got, want)
	}
	for _, y := range []float64{0, 0.0005, 0.001, -3} {
		if p := f.place(10, y); !near(float64(p.y), f.bottom, 1e-3) || !near(float64(p.x), f.right, 1e-3) {
			t.Errorf("%v is at %v, want the lower right corner", y, p)
		}
	}
}

func TestChartWithoutZeroHasNoFloor(t *testing.T) {
	f := gapChart(Series{X: []float64{0.1, 10}, Y: []float64{8, 0.5}}).frame()
	if got, want := labels(f.y), "0.5 % 1 % 2 % 5 %"; got != want {
		t.Errorf("ticks %s, want %s", got, want)
	}
}

func TestChartSVG(t *testing.T) {
	c := gapChart(
		Series{Name: "one <&>", X: []float64{0.1, 10}, Y: []float64{8, 0.5}},
		Series{Name: "two", X: []float64{0.2, 10}, Y: []float64{9, 0.51}},
	)
	s, _ := svgOf(t, c)
	for _, want := range []string{"one <&>", "two", "10 s", "5 %", "gap"} {
		if !strings.Contains("|"+s.words()+"|", "|"+want+"|") {
			t.Errorf("no %q in %s", want, s.words())
		}
	}
	if p := c.Theme.palette(); p.serial(0) == p.serial(1) {
		t.Error("two series of one colour")
	}
}

func TestChartPNG(t *testing.T) {
	c := gapChart(Series{Name: "a", X: []float64{0.1, 10}, Y: []float64{5, 5}})
	c.Width = 800
	img := pngOf(t, c)
	if b := img.Bounds(); b.Dx() != 800 || b.Dy() != 450 {
		t.Errorf("size %v", b)
	}
	f := c.frame()
	if p := f.place(0.7, 5); !cornersArePaper(img, Light) || isPaper(img, int(p.x), int(p.y), Light) {
		t.Error("ink at the corners or none on the line")
	}
}

func TestChartDegenerate(t *testing.T) {
	many := make([]Series, 60)
	for i := range many {
		many[i] = descent(strings.Repeat("long name ", 20), 3)
	}
	tests := map[string][]Series{
		"nothing":   nil,
		"no points": {{Name: "a"}, {Name: "b"}},
		"one point": {{Name: "a", X: []float64{0}, Y: []float64{0}}},
		"optimum":   {{Name: "a", X: []float64{0, 1}, Y: []float64{0, 0}}},
		"huge":      {{Name: "a", X: []float64{0, 1e300}, Y: []float64{1e300, -1e300}}},
		"tiny":      {{Name: "a", X: []float64{0, 1e-300}, Y: []float64{1e-310, 0}}},
		"many":      many,
	}
	for name, series := range tests {
		for _, width := range []int{1600, 400, minWidth} {
			c := gapChart(series...)
			c.Width = width
			s, _ := svgOf(t, c)
			for _, p := range s.Paths {
				for _, q := range p.points(t) {
					if !(q.x >= 0 && q.y >= 0 && q.y <= float32(s.Height)) {
						t.Fatalf("%s: %v is outside", name, q)
					}
				}
			}
		}
	}
}

func TestChartRefuses(t *testing.T) {
	good := Series{X: []float64{1}, Y: []float64{1}}
	tests := []struct {
		c    Chart
		want string
	}{
		{Chart{Series: []Series{good}, Floor: -1}, "floor is -1"},
		{Chart{Series: []Series{good}, From: 2, To: 1}, "values: 2 to 1"},
		{Chart{Series: []Series{{X: good.X, Y: good.Y, Low: []float64{1}}}}, "a band of 1 and 0 values"},
		{Chart{Series: []Series{good}, Floor: math.NaN()}, "floor is NaN"},
		{Chart{Series: []Series{good}, Floor: math.Inf(1)}, "floor is +Inf"},
		{gapChart(Series{Name: "a", X: []float64{1}}), `series "a": 1 x values but 0 y values`},
		{Chart{Floor: 1, Width: 3}, "width 3"},
	}
	for _, tt := range tests {
		err := tt.c.SVG(io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}

func TestChartOfValuesOnALinearAxis(t *testing.T) {
	c := Chart{Series: []Series{{X: []float64{1, 10}, Y: []float64{-40, -60}}}, YUnit: " m"}
	if f := c.frame(); labels(f.y) != "−60 m −58 m −56 m −54 m −52 m −50 m −48 m −46 m −44 m −42 m −40 m" {
		t.Errorf("ticks %s", labels(f.y))
	}
	c.From, c.To = 0, 100
	if f := c.frame(); f.y.lo != 0 || f.y.hi != 100 {
		t.Errorf("from %v to %v", f.y.lo, f.y.hi)
	}
}

// The outline of a band follows the steps of the low values forwards and the steps of the high
// values backwards.
func TestBandGoesRoundItsValues(t *testing.T) {
	s := Series{X: []float64{1, 5, 10}, Y: []float64{50, 20, 10}, Low: []float64{40, 10, 5}, High: []float64{60, 30, 20}}
	c := Chart{Series: []Series{s}}
	f, p := c.frame(), &painting{}
	f.paintBand(p, s, style{})
	if len(p.areas) != 1 || len(p.areas[0]) != 10 {
		t.Fatalf("%d areas", len(p.areas))
	}
	outline := p.areas[0]
	for i, want := range map[int]point{0: f.place(1, 40), 1: f.place(5, 40), 2: f.place(5, 10), 4: f.place(10, 5), 5: f.place(10, 20), 9: f.place(1, 60)} {
		if outline[i] != want {
			t.Errorf("corner %d at %v, want %v", i, outline[i], want)
		}
	}
	if f.y.lo > 5 || f.y.hi < 60 {
		t.Errorf("the axis from %v to %v leaves out a part of the band", f.y.lo, f.y.hi)
	}
}

// A chart with many names is taller, so that the names do not overlap.
func TestChartHasRoomForManyNames(t *testing.T) {
	c := Chart{Column: true}
	for range 30 {
		c.Series = append(c.Series, Series{Name: "name", X: []float64{1, 2}, Y: []float64{1, 1}})
	}
	f, p := c.frame(), &painting{}
	f.paintNames(p, c)
	for i, a := range p.texts {
		for _, b := range p.texts[:i] {
			if a.top < b.bottom && b.top < a.bottom {
				t.Fatalf("%+v covers %+v", a, b)
			}
		}
	}
}

func TestColumnsHaveNoTitle(t *testing.T) {
	c := gapChart(Series{X: []float64{1, 2}, Y: []float64{1, 1}})
	c.Title, c.Column = "a title", true
	if s, _ := svgOf(t, c); s.Title != "a title" || strings.Contains(s.words(), "a title") {
		t.Errorf("title %q, words %s", s.Title, s.words())
	}
}
