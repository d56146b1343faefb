package plot

import (
	"io"
	"math"
	"strings"
	"testing"
)

// descent returns a series that improves a cost from 200 to just above 100 in n steps of one
// second.
func descent(name string, n int) Series {
	s := Series{Name: name}
	for i := range n {
		s.X = append(s.X, float64(i))
		s.Y = append(s.Y, 100+100/float64(i+1))
	}
	return s
}

func TestSeriesAreStairs(t *testing.T) {
	c := Chart{Series: []Series{descent("one", 10)}}
	s, _ := svgOf(t, c)
	hue := c.Theme.palette().serial(0).hex()
	for _, p := range s.lines() {
		if p.Stroke != hue {
			continue
		}
		points := p.points(t)
		if len(points) != 19 {
			t.Errorf("%d points, want 19", len(points))
		}
		for i := 1; i < len(points); i++ {
			level, drop := points[i].y == points[i-1].y, points[i].x == points[i-1].x
			if i%2 == 1 && !level || i%2 == 0 && !drop {
				t.Errorf("step %d goes from %v to %v", i, points[i-1], points[i])
			}
		}
		return
	}
	t.Error("no line of the first colour")
}

func TestStaircaseSkipsWhatIsTooSmallToSee(t *testing.T) {
	s := descent("", 1_000_000)
	c := Chart{Series: []Series{s}}
	f := c.frame()
	route := f.staircase(s.X, s.Y)
	if len(route) > 20_000 {
		t.Errorf("%d points", len(route))
	}
	if last := f.place(s.X[len(s.X)-1], s.Y[len(s.Y)-1]); route[len(route)-1] != last {
		t.Error("the last point is not the last cost")
	}
}

func TestChartOfStrangeSeries(t *testing.T) {
	many := make([]Series, 100)
	for i := range many {
		many[i] = descent(strings.Repeat("long name ", 20), 3)
	}
	tests := map[string][]Series{
		"nothing":   nil,
		"no points": {{Name: "a"}, {Name: "b"}},
		"one point": {{X: []float64{0}, Y: []float64{0}}},
		"flat":      {{X: []float64{0, 1}, Y: []float64{7542, 7542}}},
		"huge":      {{X: []float64{0, 1e300}, Y: []float64{1e300, -1e300}}},
		"tiny":      {{X: []float64{0, 1e-310}, Y: []float64{1e-310, 0}}},
		"many":      many,
	}
	for name, series := range tests {
		for _, width := range []int{400, minWidth} {
			c := Chart{Series: series, Title: "title", XLabel: "seconds", YLabel: "cost", Width: width}
			s, _ := svgOf(t, c)
			for _, p := range s.Paths {
				for _, q := range p.points(t) {
					if !(q.x >= 0 && q.y >= 0 && q.y <= float32(s.Height)) {
						t.Fatalf("%s: %v is outside", name, q)
					}
				}
			}
			if img := pngOf(t, c); !cornersArePaper(img, Light) {
				t.Errorf("%s: ink at the corners", name)
			}
		}
	}
}

func TestChartRefusesSeries(t *testing.T) {
	tests := []struct {
		c    Chart
		want string
	}{
		{Chart{Series: []Series{{Name: "a", X: []float64{1}}}}, `series "a": 1 x values but 0 y values`},
		{Chart{Series: []Series{{X: []float64{1}, Y: []float64{math.NaN()}}}}, "point 0 is (1, NaN), want finite numbers"},
		{Chart{Series: []Series{{X: []float64{math.Inf(1)}, Y: []float64{1}}}}, "point 0 is (+Inf, 1), want finite numbers"},
		{Chart{Series: []Series{{X: []float64{2, 1}, Y: []float64{1, 1}}}}, "x[1] = 1 is less than x[0] = 2, want increasing values"},
		{Chart{Width: 3}, "width 3"},
	}
	for _, tt := range tests {
		err := tt.c.SVG(io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
}
