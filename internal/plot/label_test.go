package plot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// named returns a map like strips, with a label for each city.
func named(side int) Map {
	m := strips(side)
	m.Details = Names
	for i := range m.Tour {
		m.Labels = append(m.Labels, fmt.Sprintf("stop %d", i))
	}
	return m
}

// planOf returns the label plan of a map, and the spots it chose.
func planOf(m Map) (*labelPlan, []spot) {
	l := m.layout()
	cities := l.view.project(m.XY)
	route := m.route(cities, l)
	d := measure(cities, route, l)
	p := newLabelPlan(l, cities, route, d.dotRadius(false), nil)
	return p, p.place(m.labels(l, nil))
}

func TestMapWritesEveryLabelWhereThereIsRoom(t *testing.T) {
	m := named(3)
	s, _ := svgOf(t, m)
	for _, label := range m.Labels {
		if !slices.Contains(strings.Split(s.words(), "|"), label) {
			t.Errorf("%q is missing from %q", label, s.words())
		}
	}
	for _, text := range s.Texts {
		if text.Stroke != Light.palette().paper.hex() {
			t.Errorf("%q has a halo of %q", text.Body, text.Stroke)
		}
	}
}

func TestNamesHelpOnMapsOfFewCities(t *testing.T) {
	if named(8).Helpful().Has(Names) || !named(7).Helpful().Has(Names) || strips(7).Helpful().Has(Names) {
		t.Error("names are for 60 cities, and for those that have them")
	}
	m := named(7)
	m.Details = 0
	if s, _ := svgOf(t, m); s.words() != "" {
		t.Errorf("names that nobody wants: %q", s.words())
	}
}

func TestLabelsKeepClearOfEverything(t *testing.T) {
	for _, width := range []int{minWidth, 300, 640, 1600} {
		m := named(7)
		m.Width, m.Title, m.Note = width, "a title", "a note"
		for i := range m.Labels {
			m.Labels[i] += strings.Repeat(" long", i%5)
		}
		p, placed := planOf(m)
		for i, s := range placed {
			if !p.frame.contains(s.box) {
				t.Errorf("width %d: %q leaves the frame", width, s.text)
			}
			for _, o := range placed[:i] {
				if s.box.overlaps(o.box) {
					t.Errorf("width %d: %q and %q overlap", width, s.text, o.text)
				}
			}
			for _, d := range p.dots {
				if s.box.distance(d.at) < d.radius {
					t.Errorf("width %d: %q covers a dot", width, s.text)
				}
			}
		}
		if width == 1600 && len(placed) < 40 {
			t.Errorf("%d of %d labels placed", len(placed), len(m.Labels))
		}
	}
}

func TestLabelAvoidsTheRoute(t *testing.T) {
	// The path goes to the right and back to the middle, so the label of the middle city is better
	// on its left.
	m := Map{XY: []float64{0, 0, 5, 5, 10, 5, 0, 10}, Tour: []int32{1, 2}, Open: true, Labels: []string{"", "middle", "", ""}, Details: Names}
	p, placed := planOf(m)
	if len(placed) != 1 || placed[0].align != right {
		t.Fatalf("placed %+v", placed)
	}
	if p.cost(placed[0]) > 0.3 {
		t.Errorf("a free spot costs %v", p.cost(placed[0]))
	}
}

func TestLabelsOfCitiesAtOnePlaceSurroundIt(t *testing.T) {
	m := Map{XY: []float64{1, 1, 1, 1, 1, 1}, Tour: []int32{0, 1, 2}, Labels: []string{"a", "b", "c"}, Details: Names}
	if s, _ := svgOf(t, m); len(s.Texts) != 3 {
		t.Errorf("labels %q", s.words())
	}
	m.Open = true // the mark is wider than a dot
	if s, _ := svgOf(t, m); len(s.Texts) != 3 {
		t.Errorf("labels of a path %q", s.words())
	}
}

func TestLabelAtTheEdgeSlidesIntoTheFrame(t *testing.T) {
	m := square()
	m.Details = Names
	m.Labels = []string{"a somewhat long label", "", "", ""}
	p, placed := planOf(m)
	if len(placed) != 1 || !p.frame.contains(placed[0].box) {
		t.Errorf("placed %+v", placed)
	}
}

func TestShort(t *testing.T) {
	for label, want := range map[string]string{
		"":                                "",
		"Bern":                            "Bern",
		" two\nlines\t":                   "two lines",
		"exactly twenty-four long":        "exactly twenty-four long",
		"Unit 7, Industrial Estate, Ware": "Unit 7, Industrial Esta…",
		"Äußere Kanalstraße, Nürnberg":    "Äußere Kanalstraße, Nür…",
		"twenty-two letters now, and on":  "twenty-two letters now…",
	} {
		if got := short(label); got != want {
			t.Errorf("short(%q) = %q, want %q", label, got, want)
		}
	}
}
