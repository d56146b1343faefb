package plot

import (
	"math"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// mostSigns is the maximum number of signs. If more cities are outside the frame, no signs are
// drawn.
const mostSigns = 8

// A sign is an arrow at the edge of the page that points to a city outside the frame.
type sign struct {
	city   int32
	at     point
	dx, dy float64 // unit vector of the direction
	size   float64
}

func (l mapLayout) signs(cities []point) []sign {
	if len(l.outside) > mostSigns {
		return nil
	}
	size := 22 * l.scale
	middle, page := at(l.view.cx, l.view.cy), l.page().grown(-size)
	var signs []sign
	for _, city := range l.outside {
		p := cities[city]
		dx, dy := float64(p.x-middle.x), float64(p.y-middle.y)
		_, to := page.share(middle, p)
		long := math.Hypot(dx, dy)
		signs = append(signs, sign{city, partway(middle, p, to), dx / long, dy / long, size})
	}
	return signs
}

func (m Map) paintSigns(c canvas, signs []sign) {
	p := m.Theme.palette()
	for _, s := range signs {
		tail := at(float64(s.at.x)-s.dx*s.size/2, float64(s.at.y)-s.dy*s.size/2)
		c.area(arrowhead(tail, s.dx, s.dy, s.size, 0.2*s.size), p.paper, 1)
		c.area(arrowhead(tail, s.dx, s.dy, s.size, 0), p.ink, 1)
	}
}

// moved returns the city positions, with every city that has a sign moved to its sign.
func moved(cities []point, signs []sign) []point {
	if len(signs) == 0 {
		return cities
	}
	cities = slices.Clone(cities)
	for _, s := range signs {
		cities[s.city] = s.at
	}
	return cities
}

// away returns the distance of a city from the middle of the frame, as text.
func (m Map) away(city int32, l mapLayout) string {
	if m.Unit == "" {
		return ""
	}
	x, y := float64(m.XY[2*city]*l.view.stretch), m.XY[2*city+1]
	distance := math.Hypot(x-l.view.midX, y-l.view.midY)
	if m.World > 0 {
		globe := m.World * l.view.stretch
		distance = arc(l.view.midY, y, (x-l.view.midX)/globe*360)
	}
	return humanize.Amount(distance*m.perUnit(), m.Unit, m.System) + " away"
}

// arc returns the great-circle distance, in degrees, between two points with the given latitudes
// and difference of longitudes.
func arc(lat1, lat2, lon float64) float64 {
	const degree = math.Pi / 180
	a, b := math.Sin((lat2-lat1)/2*degree), math.Sin(lon/2*degree)
	h := float64(a*a) + float64(math.Cos(lat1*degree)*math.Cos(lat2*degree)*b*b)
	return 2 * math.Asin(math.Sqrt(min(h, 1))) / degree
}

// Places returns the positions of the cities on the picture, as interleaved x and y in pixels, and
// the picture size. Pages with pointer events need them. Cities outside the frame are at the
// positions of their signs.
func (m Map) Places() (xy []float64, width, height int, err error) {
	if err := m.check(); err != nil {
		return nil, 0, 0, err
	}
	l := m.layout()
	cities := l.project(m.XY)
	for _, p := range moved(cities, l.signs(cities)) {
		xy = append(xy, float64(p.x), float64(p.y))
	}
	return xy, l.width, l.height, nil
}
