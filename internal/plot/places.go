package plot

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
