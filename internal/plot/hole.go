package plot

import (
	"maps"
	"slices"
)

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
