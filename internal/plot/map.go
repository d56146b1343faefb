package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// Map is a picture of cities and a tour through them.
type Map struct {
	XY []float64 // interleaved x and y of each city; y grows upwards
	// width of the globe in x, if y is the latitude in degrees; 0 for a plane
	World  float64
	Labels []string // name of each city, "" if it has no name; nil for no names
	// diameter for each city, used by the detail Holes; 0 if unknown, nil if all are unknown
	Holes []float64
	Tour  []int32 // visiting order; nil to draw only cities
	Stops []int32 // part of Tour whose cities are numbered; nil for all
	Paths []Path  // drawn in one colour each, without marks, numbers and arrows; only without Tour
	// XY of the points along each edge, between its cities; nil for straight lines
	Legs [][]float64
	// the tour is a path without a closing edge, and its start and end are marked
	Open    bool
	Mark    bool    // mark the start of a closed tour, Tour[0], like the start of a path
	Details Details // elements shown in addition to the cities and the tour
	// leave out a few cities that are so far away that the others would be drawn too small
	Crop    bool
	Unit    string          // unit of lengths, for example "mm"; "" if unknown
	PerUnit float64         // number of units in a step of 1 in x or y; 0 means 1
	System  humanize.System // system of units for long lengths
	Title   string          // for example "pr1002"
	Note    string          // small text under the title, for example "259,045 · optimal"
	Theme   Theme           // Light, Dark or Mono
	// picture width in pixels; 0 means 1600 on the long side, or 2400 for many cities
	Width int
}

// SVG writes the map as SVG.
func (m Map) SVG(w io.Writer) error { return writeSVG(w, m.sheet) }

// PNG writes the map as PNG.
func (m Map) PNG(w io.Writer) error { return writePNG(w, m.sheet) }

// many is the number of cities from which a map has more pixels and an SVG has fewer points.
const many = 200_000

func (m Map) sheet() (sheet, error) {
	if err := m.check(); err != nil {
		return sheet{}, err
	}
	l := m.layout()
	title := cmp.Or(m.Title, humanize.Thousands(float64(len(m.XY)/2), 0)+" cities")
	return sheet{l.width, l.height, title, m.Theme, func(c canvas) { m.paint(c, l) }}, nil
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
	if err := errors.Join(m.checkLegs(), m.checkPaths()); err != nil {
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

// checkPlaces returns an error unless xy consists of pairs of finite coordinates.
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

// checkLegs returns an error unless there is one leg for each edge.
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
	r, strokes := m.route(cities, l), m.strokes(cities)
	d := measure(l.inside(cities), drawn(r, strokes), l)
	e := m.ends(r.stops, d.markRadius(l))
	m.paintHeader(c, l, e)
	m.paintBar(c, l)
	m.paintPaths(c, strokes, l, d)
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
	r := d.dotRadius(len(m.Tour)+len(m.Paths) == 0)
	switch {
	case m.Details.Has(Holes):
		r = max(r, min(0.12*d.spacing, 7*d.scale), 0.5)
		m.paintHoles(c, cities, l, r)
	case r > 0:
		c.dots(inRows(l.inside(cities)), r, m.Theme.palette().ink)
	}
	return r
}

// paintHoles draws circles with the diameters of the holes. A hole with an unknown diameter, or
// with a radius below least, has the radius least.
func (m Map) paintHoles(c canvas, cities []point, l mapLayout, least float64) {
	bySize := map[float64][]point{}
	for i, p := range cities {
		if l.leftOut(int32(i)) {
			continue
		}
		r := least
		if len(m.Holes) > 0 {
			r = max(m.Holes[i]/l.view.pixel/2, least)
		}
		bySize[r] = append(bySize[r], p)
	}
	p := m.Theme.palette()
	sizes := slices.Sorted(maps.Keys(bySize))
	for _, r := range slices.Backward(sizes) { // draws small holes above large ones
		c.dots(inRows(bySize[r]), r, p.ink)
		c.dots(inRows(bySize[r]), r-min(0.4*r, 2*l.scale), p.paper)
	}
}

// hues is the number of colour steps in a tour. It is large enough to look smooth, and small enough
// to draw long lines instead of single edges.
const hues = 64

// paintRoute draws the tour as up to hues lines of one colour each. It draws only the share of each
// line that the density allows.
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

// dashesReturn reports whether the edge back to the start is dashed. The theme Mono has no colours
// that could distinguish it from the other edges.
func (m Map) dashesReturn() bool { return m.Theme == Mono && !m.Open && len(m.Tour) > 2 }

// quiet is the maximum number of cities at which the line alone shows a closed tour and colour is
// only decoration.
const quiet = 150

// colourAt returns the colour at t in [0, 1] along the tour. The colour is darker on a crowded map,
// where the paper between the lines makes the tour look pale.
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
