package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func TestHelpfulDetails(t *testing.T) {
	for name, c := range map[string]struct {
		m    Map
		want Details
	}{
		"cities only":    {Map{XY: strips(3).XY}, 0},
		"few":            {strips(3), Numbers | Arrows},
		"a hundred":      {strips(10), Numbers | Arrows},
		"more":           {strips(11), Arrows},
		"four hundred":   {strips(20), Arrows},
		"many":           {strips(21), 0},
		"there and back": {Map{XY: []float64{0, 0, 1, 1}, Tour: []int32{0, 1}}, Numbers},
		"a known unit":   {Map{XY: strips(21).XY, Unit: "mm"}, Scale},
		"a country":      {Map{XY: strips(21).XY, Unit: "m", World: 300}, Scale},
		"a world":        {Map{XY: strips(40).XY, Unit: "m", World: 300}, 0},
	} {
		if got := c.m.Helpful(); got != c.want {
			t.Errorf("%s: %b, want %b", name, got, c.want)
		}
	}
}

func TestMapNumbersTheStops(t *testing.T) {
	m := square()
	m.Details, m.Tour = Numbers, []int32{2, 3, 0, 1}
	p := &painting{}
	l := m.layout()
	m.paint(p, l)
	cities := l.project(m.XY)
	for i, city := range m.Tour {
		at := slices.IndexFunc(p.texts, func(w written) bool { return w.text == strconv.Itoa(i+1) })
		if at < 0 {
			t.Fatalf("no number %d", i+1)
		}
		w := p.texts[at]
		if d := (box{w.left, w.right, w.top, w.bottom}).distance(cities[city]); d > 25 {
			t.Errorf("%d is %v from its city", i+1, d)
		}
	}
	m.Labels, m.Details = []string{"a", "Depot", "", "c"}, Numbers|Names
	if s, _ := svgOf(t, m); !strings.Contains(s.words(), "4 Depot") || !strings.Contains(s.words()+"|", "1|") {
		t.Errorf("texts %q", s.words())
	}
}

// If a name does not fit, its number may still fit. The text of the first stop is always placed
// first.
func TestNumbersStayWhereNamesFindNoRoom(t *testing.T) {
	m := strips(7)
	m.Width, m.Details = 400, Names|Numbers
	for range 49 {
		m.Labels = append(m.Labels, "a rather long name")
	}
	s, _ := svgOf(t, m)
	alone, both := 0, 0
	for _, text := range s.Texts {
		if strings.Contains(text.Body, "name") {
			both++
		} else {
			alone++
		}
	}
	if alone < 10 || both < 5 {
		t.Errorf("%d numbers alone, %d with names", alone, both)
	}
	crowdedFirst := Map{XY: make([]float64, 40), Tour: []int32{17}, Details: Numbers}
	for i := range int32(20) {
		if i != 17 {
			crowdedFirst.Tour = append(crowdedFirst.Tour, i)
		}
	}
	if s, _ := svgOf(t, crowdedFirst); s.Texts[0].Body != "1" {
		t.Errorf("texts at one place %q", s.words())
	}
}

// In a crowd, leader lines connect cities to numbers that are not next to them. The lines cross no
// number.
func TestLinesLeadToNumbersFarAway(t *testing.T) {
	m := Map{Details: Numbers}
	for i := range 40 { // a crowd; the two cities added below make it small
		m.XY = append(m.XY, float64(i%8), float64(i/8))
		m.Tour = append(m.Tour, int32(i))
	}
	m.XY, m.Tour = append(m.XY, -60, -60, 60, 60), append(m.Tour, 40, 41)
	plan, placed := planOf(m)
	leaders := 0
	for _, s := range placed {
		if s.leader == nil {
			continue
		}
		leaders++
		if d := plan.dots[m.Tour[number(t, s)-1]]; s.leader[0] != d.at || s.box.distance(s.leader[1]) > plan.size {
			t.Errorf("%s: its line leads from %v to %v, the city is at %v", s.text, s.leader[0], s.leader[1], d.at)
		}
		for _, o := range placed {
			if o.box.crossed(s.leader) {
				t.Errorf("the line to %s crosses %s", s.text, o.text)
			}
		}
	}
	if leaders < 3 || len(placed) < 25 {
		t.Errorf("%d numbers, lines lead to %d", len(placed), leaders)
	}
}

func number(t *testing.T, s spot) int {
	t.Helper()
	n, err := strconv.Atoi(s.text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Arrows are on the lines and point along them.
func TestArrowsPointAlongTheTour(t *testing.T) {
	m := square()
	m.Details, m.Width = Arrows, 1600
	p := &painting{}
	l := m.layout()
	m.paint(p, l)
	if len(p.areas) != 2*4*3 { // two areas per arrow, four sides, three arrows per side
		t.Fatalf("%d areas", len(p.areas))
	}
	directions := [][2]float32{{1, 0}, {0, -1}, {-1, 0}, {0, 1}}
	for i := 1; i < len(p.areas); i += 2 {
		tip, a, b := p.areas[i][0], p.areas[i][1], p.areas[i][2]
		dx, dy := tip.x-(a.x+b.x)/2, tip.y-(a.y+b.y)/2
		want := directions[i/6]
		if long := hypot(dx, dy); long < 10 || !near(float64(dx/long), float64(want[0]), 1e-3) || !near(float64(dy/long), float64(want[1]), 1e-3) {
			t.Errorf("arrow %d points to (%v, %v), want %v", i/2, dx, dy, want)
		}
		if d := l.view.project(m.XY); want[0] != 0 && tip.y != d[i/6].y {
			t.Errorf("arrow %d is beside its line", i/2)
		}
	}
}

func TestArrowsKeepTheirDistance(t *testing.T) {
	m := strips(20)
	m.Details = Arrows
	p := &painting{}
	l := m.layout()
	m.paint(p, l)
	r := m.route(l.project(m.XY), l)
	if n, most := len(p.areas)/2, int(r.length()/arrowGap)+1; n > most || n < most/4 {
		t.Errorf("%d arrows on %v pixels", n, r.length())
	}
}

// The scale bar has the length that its label states.
func TestScaleBar(t *testing.T) {
	for _, c := range []struct {
		unit   string
		per    float64
		system humanize.System
		want   string
	}{
		{"m", 111_195, humanize.Metric, "100 km"},
		{"m", 111_195, humanize.Imperial, "100 mi"},
		{"m", 1, humanize.Metric, "1 m"},
		{"m", 100, humanize.Imperial, "500 ft"},
		{"m", 60, humanize.Metric, "100 m"},
		{"km", 0, humanize.Metric, "1 km"},
		{"mm", 0, humanize.Imperial, "1 mm"},
		{"in", 0.1, humanize.Metric, "0.1 in"},
		{"", 0, humanize.Metric, "1"},
	} {
		m := square()
		m.Details, m.Width, m.Unit, m.PerUnit, m.System = Scale, 1600, c.unit, c.per, c.system
		p, l := &painting{}, m.layout()
		m.paint(p, l)
		if len(p.texts) != 1 || p.texts[0].text != c.want {
			t.Errorf("%+v: texts %+v", c, p.texts)
			continue
		}
		bar := p.lines[2].points
		var amount float64
		if _, err := fmt.Sscan(c.want, &amount); err != nil {
			t.Fatal(err)
		}
		steps := float64(bar[1].x-bar[0].x) * l.view.pixel
		_, unit, _ := strings.Cut(c.want, " ")
		size, ok := humanize.Metres(unit)
		own, _ := humanize.Metres(c.unit)
		if ok {
			amount *= size / own
		}
		if got := steps * m.perUnit(); math.Abs(got/amount-1) > 1e-3 {
			t.Errorf("%s: the bar of %s is %v long", c.unit, c.want, got)
		}
		if y := float64(bar[0].y); y < l.page().maxY || y > float64(l.height) {
			t.Errorf("the bar is at %v, the page ends at %v", y, l.page().maxY)
		}
	}
	place := Map{XY: []float64{3, 4}, Details: Scale}
	if s, _ := svgOf(t, place); s.words() != "" {
		t.Errorf("one place has a scale: %q", s.words())
	}
}

func TestHolesAreAsLargeAsTheyAre(t *testing.T) {
	m := square()
	m.Width, m.Details, m.Holes = 1600, Holes, []float64{1, 2, 0, 1}
	s, _ := svgOf(t, m)
	l := m.layout()
	cities := l.project(m.XY)
	for i, d := range m.Holes {
		widths := discsOf(t, s, cities[i])
		want := d / l.view.pixel
		if d == 0 {
			want = 14 // diameter of a dot
		}
		if len(widths) != 2 || !near(widths[0], want, 1) || widths[1] >= widths[0] {
			t.Errorf("hole %d: discs %v, want one of %v around paper", i, widths, want)
		}
	}
	m.Holes = m.Holes[1:]
	if err := m.check(); err == nil || !strings.Contains(err.Error(), "3 diameters for 4 cities") {
		t.Errorf("error %v", err)
	}
}

// A picture in the theme Mono has no colours, and only the edge back to the start is dashed.
func TestMonoIsBlackAndWhite(t *testing.T) {
	m := strips(5)
	m.Theme, m.Title, m.Details = Mono, "print", m.Helpful()
	s, _ := svgOf(t, m)
	dashed := 0
	for _, p := range s.Paths {
		if h := p.Stroke; h != "" && (h[1:3] != h[3:5] || h[3:5] != h[5:7]) {
			t.Errorf("a line of %s", h)
		}
		if p.Dash != "" {
			dashed++
			last := m.layout().project(m.XY)
			if got := p.points(t); len(got) != 2 || !near(float64(got[0].x), float64(last[24].x), 0.1) || !near(float64(got[1].x), float64(last[0].x), 0.1) {
				t.Errorf("dashes from %v", got)
			}
		}
	}
	m.Open = true
	open, _ := svgOf(t, m)
	for _, p := range open.Paths {
		if p.Dash != "" {
			t.Error("a path has a way back")
		}
	}
	if dashed != 1 {
		t.Errorf("%d dashed lines", dashed)
	}
}
