package plot

import (
	"fmt"
	"slices"
)

// A Path is one of several things that are drawn in one colour each, such as the path of a tool.
type Path struct {
	Name  string
	Lines [][]int32 // cities in visiting order; more than one line if the path is interrupted
}

// checkPaths returns an error if a path visits a city that the map lacks.
func (m Map) checkPaths() error {
	for _, p := range m.Paths {
		for _, line := range p.Lines {
			for _, city := range line {
				if city < 0 || int(city) >= len(m.XY)/2 {
					return fmt.Errorf("plot: path %q visits city %d, want a city from 0 to less than %d", p.Name, city, len(m.XY)/2)
				}
			}
		}
	}
	return nil
}

// strokes returns the lines of the paths on the picture.
func (m Map) strokes(cities []point) [][][]point {
	all := make([][][]point, len(m.Paths))
	for i, p := range m.Paths {
		for _, line := range p.Lines {
			points := make([]point, len(line))
			for k, city := range line {
				points[k] = cities[city]
			}
			all[i] = append(all[i], points)
		}
	}
	return all
}

// paintPaths draws each path in its colour, the first one on top.
func (m Map) paintPaths(c canvas, strokes [][][]point, l mapLayout, d density) {
	p := m.Theme.palette()
	for i, lines := range slices.Backward(strokes) {
		s := p.patterned(i)
		one := pen{colour: s.colour, width: d.lineWidth(), coarse: len(m.XY)/2 > many}
		if m.Theme == Mono {
			one.dash = s.scaled(l.scale)
		}
		paintLines(c, lines, one)
	}
}

// drawn returns the route or, without one, all strokes as a route. Its length and number of edges
// determine the pens.
func drawn(r route, strokes [][][]point) route {
	for _, lines := range strokes {
		r.stops = append(r.stops, slices.Concat(lines...)...)
	}
	return r
}
