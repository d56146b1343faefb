package plot

import (
	"fmt"
	"io"
	"math"
)

// Map is a picture of cities and a tour through them.
type Map struct {
	XY     []float64 // x, y per city, interleaved; y grows upwards
	Labels []string  // name per city, "" = none, drawn on maps of up to 60 cities; nil = no names
	Tour   []int32   // visiting order; nil = cities only
	Open   bool      // the tour is a path: no closing edge, start and end marked
	Mark   bool      // mark the start of a closed tour, Tour[0], like that of a path
	Title  string    // such as "pr1002"
	Note   string    // such as "259,045 · optimal", small under the title
	Theme  Theme     // Light or Dark
	Width  int       // of the picture in pixels; 0 = 1600 on the long side, 2400 for many cities
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

// name is the text for screen readers.
func (m Map) name() string {
	if m.Title != "" {
		return m.Title
	}
	return thousands(float64(len(m.XY)/2), 0) + " cities"
}

func (m Map) check() error {
	if len(m.XY)%2 != 0 {
		return fmt.Errorf("plot: %d coordinates, want an x and a y per city", len(m.XY))
	}
	for i, v := range m.XY {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("plot: coordinate %c of city %d is %v, expected a finite number", 'x'+rune(i%2), i/2, v)
		}
	}
	for i, city := range m.Tour {
		if city < 0 || int(city) >= len(m.XY)/2 {
			return fmt.Errorf("plot: tour[%d] is city %d, expected 0 or more and less than %d", i, city, len(m.XY)/2)
		}
	}
	if len(m.Labels) > 0 && len(m.Labels) != len(m.XY)/2 {
		return fmt.Errorf("plot: %d labels for %d cities", len(m.Labels), len(m.XY)/2)
	}
	return checkWidth(m.Width)
}

func (m Map) paint(c canvas, l mapLayout) {
	cities := l.view.project(m.XY)
	route := m.route(cities)
	d := measure(cities, route, l)
	e := m.ends(route, d.markRadius(l))
	m.paintHeader(c, l, e)
	m.paintRoute(c, route, d)
	r := d.dotRadius(len(route) == 0)
	if r > 0 {
		c.dots(inRows(cities), r, m.Theme.palette().ink)
	}
	var marks []disc
	if e != unmarked {
		marks = m.marks(e, route[0], route[len(route)-1], d.markRadius(l))
	}
	paintDiscs(c, marks)
	if m.hasLabels() {
		m.paintLabels(c, newLabelPlan(l, cities, route, r, marks))
	}
}

// route is the tour as points, with the first repeated at the end if closed.
func (m Map) route(cities []point) []point {
	if len(m.Tour) == 0 {
		return nil
	}
	route := make([]point, 0, len(m.Tour)+1)
	for _, city := range m.Tour {
		route = append(route, cities[city])
	}
	if !m.Open {
		route = append(route, route[0])
	}
	return route
}

// hues is the number of colour steps of a tour: enough to look smooth, few
// enough to draw long lines instead of single edges.
const hues = 64

// paintRoute draws the tour as up to hues lines of one colour each, and of each
// line the share that the density allows.
func (m Map) paintRoute(c canvas, route []point, d density) {
	edges := len(route) - 1
	steps := min(hues, edges)
	p := pen{width: d.lineWidth(), coarse: edges > many}
	gradient := m.gradient()
	for i := range steps {
		from, to := i*edges/steps, (i+1)*edges/steps
		p.colour = gradient(float64(from+to) / float64(2*edges))
		drawn := int(math.Ceil(float64(to-from) * d.share))
		c.line(route[from:from+drawn+1], p)
	}
}

// quiet is the largest number of cities for which the line alone shows the tour
// and colour is only decoration.
const quiet = 150

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
