package plot

import "math"

// arrowGap is the minimum distance between two arrows on a picture of scale 1.
const arrowGap = 220

// paintArrows draws arrows on the tour that show its direction.
func (m Map) paintArrows(c canvas, r route, d density) {
	size := max(12*d.scale, 3.4*d.lineWidth())
	least := 2*d.dotRadius(false) + 2.2*size // minimum length of a line with an arrow
	way := arrowGap * d.scale / 2            // distance since the last arrow
	for i := range r.edges() {
		colour := m.colourAt((float64(i)+0.5)/float64(r.edges()), d)
		for _, line := range r.lines(i, i+1) {
			long := length(line)
			if way += long; long < least || way < arrowGap*d.scale {
				continue
			}
			arrows := max(math.Round(long/(2*arrowGap*d.scale)), 1)
			for k := range int(arrows) {
				m.paintArrow(c, line, (float64(k)+0.5)/arrows*long, size, colour)
			}
			way = long / arrows / 2
		}
	}
}

// paintArrow draws an arrow with a border in the paper colour. middle is the distance of the
// arrow's middle from the start of the line.
func (m Map) paintArrow(c canvas, line []point, middle, size float64, hue colour) {
	tail, head := on(line, middle-size/2), on(line, middle+size/2)
	dx, dy := float64(head.x-tail.x), float64(head.y-tail.y)
	if long := math.Hypot(dx, dy); long > 0.5*size { // false in a hairpin bend
		c.area(arrowhead(tail, dx/long, dy/long, size, 0.22*size), m.Theme.palette().paper, 1)
		c.area(arrowhead(tail, dx/long, dy/long, size, 0), hue, 1)
	}
}

// arrowhead returns a triangle that points in the direction of the unit vector (dx, dy), enlarged
// by a border of width edge.
func arrowhead(tail point, dx, dy, size, edge float64) []point {
	corner := func(forth, aside float64) point {
		return at(float64(tail.x)+float64(dx*forth)-float64(dy*aside), float64(tail.y)+float64(dy*forth)+float64(dx*aside))
	}
	half := 0.42*size + 1.6*edge
	return []point{corner(size+1.6*edge, 0), corner(-edge, half), corner(-edge, -half)}
}

// on returns the point at the given distance from the start of a line, measured along the line.
func on(line []point, distance float64) point {
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		long := float64(hypot(q.x-p.x, q.y-p.y))
		if distance <= long && long > 0 {
			return partway(p, q, distance/long)
		}
		distance -= long
	}
	return line[len(line)-1]
}
