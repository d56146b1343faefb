package plot

import (
	"strings"
	"testing"
)

func TestPanelsStandBesideEachOther(t *testing.T) {
	for _, c := range []struct{ charts, width, across, down int }{
		{1, 0, 2, 1}, {2, 0, 2, 1}, {3, 0, 2, 2}, {5, 1600, 2, 3}, {3, 600, 1, 3},
	} {
		p := Panels{Width: c.width}
		for i := range c.charts {
			chart := gapChart(descent("run", 10))
			chart.Title = "panel " + string(rune('a'+i))
			p.Charts = append(p.Charts, chart)
		}
		s, _ := svgOf(t, p)
		width := c.width
		if width == 0 {
			width = 2400
		}
		if high := (width/c.across*9 + 8) / 16 * c.down; s.Width != width || s.Height < high-2 || s.Height > high+2 {
			t.Errorf("%+v: %d x %d", c, s.Width, s.Height)
		}
		for _, chart := range p.Charts {
			if !strings.Contains(s.words(), chart.Title) {
				t.Errorf("%+v: no %q", c, chart.Title)
			}
		}
	}
}

func TestPanelsDoNotOverlap(t *testing.T) {
	p := Panels{Title: "all of them", Charts: []Chart{gapChart(descent("one", 9)), gapChart(descent("two", 9)), gapChart(descent("three", 9))}}
	for i := range p.Charts {
		p.Charts[i].Title = "title"
	}
	checkTexts(t, p)
}

// checkTexts checks that all texts of a picture are inside it and that none overlap.
func checkTexts(t *testing.T, p interface{ sheet() (sheet, error) }) {
	t.Helper()
	s, err := p.sheet()
	if err != nil {
		t.Fatal(err)
	}
	on := &painting{}
	s.paint(on)
	for i, a := range on.texts {
		if a.left < 0 || a.right > float64(s.width) || a.top < 0 || a.bottom > float64(s.height) {
			t.Errorf("%+v is outside %d x %d", a, s.width, s.height)
		}
		for _, b := range on.texts[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("width %d: %+v and %+v overlap", s.width, a, b)
			}
		}
	}
}

func TestPanelsRefuse(t *testing.T) {
	for want, p := range map[string]Panels{
		"width 3":                   {Width: 3},
		"1 x values but 0 y values": {Charts: []Chart{{Series: []Series{{X: []float64{1}}}}}},
		"floor is -1,":              {Charts: []Chart{{Floor: -1}}},
	} {
		if _, err := p.sheet(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
