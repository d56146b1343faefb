package plot

// Places returns where the cities are on the picture, x and y in pixels, interleaved, and
// the size of the picture: for pages with pointer events. Cities outside the frame
// are at their signs.
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
