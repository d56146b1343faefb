package plot

import (
	"fmt"
	"io"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// Map is a picture of cities and a tour through them.
type Map struct {
	XY      []float64       // x, y per city, interleaved; y grows upwards
	World   float64         // width of the globe in x, if y is the latitude in degrees; 0 = a plane
	Labels  []string        // name per city, "" = none; nil = no names
	Holes   []float64       // diameter per city, for the detail Holes, 0 = unknown; nil = all unknown
	Tour    []int32         // visiting order; nil = cities only
	Legs    [][]float64     // XY of the places between the cities of each edge; nil = straight lines
	Open    bool            // the tour is a path: no closing edge, start and end marked
	Mark    bool            // mark the start of a closed tour, Tour[0], like that of a path
	Details Details         // parts shown in addition to cities and tour
	Crop    bool            // leave out few cities that are so far from the others that those would be too small
	Unit    string          // unit of x and y, such as "mm"; "" = unknown
	PerUnit float64         // number of units in a step of 1 in x or y; 0 = 1
	System  humanize.System // for long lengths
	Title   string          // such as "pr1002"
	Note    string          // such as "259,045 · optimal", small under the title
	Theme   Theme           // Light, Dark or Mono
	Width   int             // of the picture in pixels; 0 = 1600 on the long side, 2400 for many cities
}

// SVG writes the map as SVG.
func (m Map) SVG(w io.Writer) error {
	s, err := m.sheet()
	if err != nil {
		return err
	}
	return s.svg(w)
}

// PNG writes the map as PNG.
func (m Map) PNG(w io.Writer) error {
	s, err := m.sheet()
	if err != nil {
		return err
	}
	return s.png(w)
}

// many is the number of cities from which a map needs more pixels, and an SVG
// fewer points.
const many = 200_000

func (m Map) sheet() (sheet, error) {
	if err := m.check(); err != nil {
		return sheet{}, err
	}
	l := m.layout()
	s := sheet{width: l.width, height: l.height, title: m.name(), theme: m.Theme}
	s.paint = func(c canvas) { m.paint(c, l) }
	return s, nil
}

// name returns the text for screen readers.
func (m Map) name() string {
	if m.Title != "" {
		return m.Title
	}
	return humanize.Thousands(float64(len(m.XY)/2), 0) + " cities"
}

func (m Map) check() error {
	if err := checkPlaces(m.XY, "city"); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	for i, city := range m.Tour {
		if city < 0 || int(city) >= len(m.XY)/2 {
			return fmt.Errorf("plot: tour[%d] is city %d, want a city from 0 to less than %d", i, city, len(m.XY)/2)
		}
	}
	if err := m.checkLegs(); err != nil {
		return err
	}
	if len(m.Labels) > 0 && len(m.Labels) != len(m.XY)/2 {
		return fmt.Errorf("plot: %d labels for %d cities, want one per city", len(m.Labels), len(m.XY)/2)
	}
	if len(m.Holes) > 0 && len(m.Holes) != len(m.XY)/2 {
		return fmt.Errorf("plot: %d diameters for %d cities, want one per city", len(m.Holes), len(m.XY)/2)
	}
	return checkWidth(m.Width)
}

// checkPlaces accepts pairs of finite coordinates.
func checkPlaces(xy []float64, what string) error {
	if len(xy)%2 != 0 {
		return fmt.Errorf("got %d coordinates, want x and y for each %s", len(xy), what)
	}
	for i, v := range xy {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("coordinate %c of %s %d is %v, want a finite number", 'x'+rune(i%2), what, i/2, v)
		}
	}
	return nil
}

// checkLegs accepts one leg for each edge.
func (m Map) checkLegs() error {
	edges := len(m.Tour)
	if m.Open || edges == 1 {
		edges--
	}
	if m.Legs != nil && len(m.Legs) != max(edges, 0) {
		return fmt.Errorf("plot: %d legs for a tour of %d edges, want one per edge", len(m.Legs), edges)
	}
	for i, leg := range m.Legs {
		if err := checkPlaces(leg, "point"); err != nil {
			return fmt.Errorf("plot: leg %d: %w", i, err)
		}
	}
	return nil
}

func (m Map) paint(c canvas, l mapLayout) {
	cities := l.project(m.XY)
	r := m.route(cities, l)
	d := measure(l.inside(cities), r, l)
	e := m.ends(r.stops, d.markRadius(l))
	m.paintHeader(c, l, e)
	m.paintBar(c, l)
	m.paintRoute(c, r, d)
	if m.Details.Has(Arrows) {
		m.paintArrows(c, r, d)
	}
	radius := m.paintCities(c, cities, l, d)
	marks := m.visibleMarks(e, r, d, l)
	paintDiscs(c, marks)
	signs := l.signs(cities)
	m.paintSigns(c, signs)
	if m.Details&(Names|Numbers) != 0 || len(signs) > 0 {
		m.paintLabels(c, newLabelPlan(l, moved(cities, signs), r, radius, marks), l, signs)
	}
}

// paintCities draws dots or holes and returns the radius of the dots or of the smallest hole.
func (m Map) paintCities(c canvas, cities []point, l mapLayout, d density) float64 {
	r := d.dotRadius(len(m.Tour) == 0)
	switch {
	case m.Details.Has(Holes):
		r = max(r, min(0.12*d.spacing, 7*d.scale), 0.5)
		m.paintHoles(c, cities, l, r)
	case r > 0:
		c.dots(inRows(l.inside(cities)), r, m.Theme.palette().ink)
	}
	return r
}

// hues is the number of colour steps of a tour: enough to look smooth, few
// enough to draw long lines instead of single edges.
const hues = 64

// paintRoute draws the tour as up to hues lines of one colour each, and of each
// line the share that the density allows.
func (m Map) paintRoute(c canvas, r route, d density) {
	edges := r.edges()
	steps := min(hues, edges)
	p := pen{width: d.lineWidth(), coarse: edges > many}
	for i := range steps {
		from, to := i*edges/steps, (i+1)*edges/steps
		p.colour = m.colourAt(float64(from+to)/float64(2*edges), d)
		drawn := int(math.Ceil(float64(to-from) * d.share))
		if i == steps-1 && m.dashesReturn() {
			drawn--
		}
		paintLines(c, r.lines(from, from+drawn), p)
	}
	if m.dashesReturn() {
		p.dash = []float64{3 * p.width, 2.5 * p.width}
		paintLines(c, r.lines(edges-1, edges), p)
	}
}

func paintLines(c canvas, lines [][]point, p pen) {
	for _, line := range lines {
		c.line(line, p)
	}
}

// dashesReturn reports whether the way back to the start is dashed, because no colour
// distinguishes it from the other edges.
func (m Map) dashesReturn() bool { return m.Theme == Mono && !m.Open && len(m.Tour) > 2 }

// quiet is the largest number of cities for which the line alone shows the tour
// and colour is only decoration.
const quiet = 150

// colourAt returns the colour of the tour at t in [0, 1] along it. The colour is deeper on a
// crowded map, where the paper between the lines makes the tour look pale.
func (m Map) colourAt(t float64, d density) colour {
	c := m.gradient()(t)
	c.l += m.Theme.palette().deeper * d.crowded()
	return c
}

func (m Map) gradient() gradient {
	p := m.Theme.palette()
	switch {
	case m.Open:
		return p.sequential
	case len(m.Tour) <= quiet:
		return p.breath
	}
	return p.cyclic
}
