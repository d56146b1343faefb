package plot

import (
	"math"
	"strings"
	"testing"
)

func boxes() Boxes {
	return Boxes{XLabel: "gap", XUnit: " %", Rows: []Row{
		{Name: "ils", Values: []float64{1, 2, 3, 4, 9}, Low: 1, Lower: 2, Median: 3, Upper: 4, High: 4},
		{Name: "nobody"},
		{Name: "mmas", Values: []float64{5}, Low: 5, Lower: 5, Median: 5, Upper: 5, High: 5},
	}}
}

func TestBoxesShowTheirValues(t *testing.T) {
	s, _ := svgOf(t, boxes())
	for _, want := range []string{"ils", "nobody", "mmas", "gap", "4 %"} {
		if !strings.Contains("|"+s.words()+"|", "|"+want+"|") {
			t.Errorf("no %q in %s", want, s.words())
		}
	}
	b := boxes()
	f, p := b.frame(), &painting{}
	b.paintRow(p, f, 0, b.Rows[0])
	median := p.lines[len(p.lines)-1].points
	if want := f.place(3, 0.5); median[0].x != want.x || median[1].x != want.x || !(median[0].y < want.y && want.y < median[1].y) {
		t.Errorf("the median is at %v, want across %v", median, want)
	}
	if box := p.areas[0]; box[0] != f.place(2, 0.18) || box[2] != f.place(4, 0.82) {
		t.Errorf("the box is %v", box)
	}
	if len(p.lines) != 6 {
		t.Errorf("%d lines, want the box, two whiskers, two ends and the median", len(p.lines))
	}
}

func TestBoxesRefuse(t *testing.T) {
	for want, b := range map[string]Boxes{
		"floor is -1":   {Floor: -1},
		"value is NaN":  {Rows: []Row{{Values: []float64{math.NaN()}}}},
		"value is +Inf": {Rows: []Row{{High: math.Inf(1)}}},
		"plot: width 3": {Width: 3},
	} {
		if _, err := b.sheet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestBoxesPNG(t *testing.T) {
	img := pngOf(t, boxes())
	f := boxes().frame()
	if p := f.place(3, 0.5); isPaper(img, int(p.x), int(p.y), Light) || !cornersArePaper(img, Light) {
		t.Error("the median is not there, or the corners are not empty")
	}
	if p := f.place(3.5, 0.3); isPaper(img, int(p.x), int(p.y), Light) {
		t.Error("the box is not filled")
	}
}
