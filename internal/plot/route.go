package plot

import "slices"

// A route is the tour as it is drawn. Its edges are straight lines, except those with legs, those
// around the globe, and those that leave the page.
type route struct {
	stops []point           // stops in tour order; a closed tour repeats the first stop at the end
	parts map[int][][]point // lines of the edges that are not a single straight line
}

func (r route) edges() int { return max(len(r.stops)-1, 0) }

// lines returns the lines of the edges with indices in [from, to). Lines that meet are joined.
func (r route) lines(from, to int) [][]point {
	if len(r.parts) == 0 && from < to {
		return [][]point{r.stops[from : to+1]}
	}
	var j joiner
	done := from
	for i := from; i < to; i++ {
		if parts, ok := r.parts[i]; ok {
			j.add(r.stops[done : i+1])
			for _, part := range parts {
				j.add(part)
			}
			done = i + 1
		}
	}
	if done < to {
		j.add(r.stops[done : to+1])
	}
	return j.lines
}

// all returns the lines of the whole route.
func (r route) all() [][]point { return r.lines(0, r.edges()) }

// length returns the length of all lines, in pixels.
func (r route) length() float64 {
	sum := 0.0
	for _, line := range r.all() {
		sum += length(line)
	}
	return sum
}

// A joiner joins lines that meet.
type joiner struct {
	lines [][]point
	own   bool // whether the last line is a copy, to which points can be appended
}

func (j *joiner) add(line []point) {
	if len(line) < 2 {
		return
	}
	last := len(j.lines) - 1
	if last < 0 || j.lines[last][len(j.lines[last])-1] != line[0] {
		j.lines, j.own = append(j.lines, line), false
		return
	}
	if !j.own {
		j.lines[last], j.own = slices.Clone(j.lines[last]), true
	}
	j.lines[last] = append(j.lines[last], line[1:]...)
}

// route returns the tour through the cities.
func (m Map) route(cities []point, l mapLayout) route {
	if len(m.Tour) == 0 {
		return route{}
	}
	r := route{stops: make([]point, 0, len(m.Tour)+1)}
	for _, city := range m.Tour {
		r.stops = append(r.stops, cities[city])
	}
	if !m.Open {
		r.stops = append(r.stops, r.stops[0])
	}
	if m.World > 0 || m.Legs != nil || len(l.outside) > 0 {
		r.parts = m.parts(r, l)
	}
	return r
}

// parts returns the lines of the edges that are not a single straight line.
func (m Map) parts(r route, l mapLayout) map[int][][]point {
	parts := map[int][][]point{}
	page, globe := l.page(), float32(m.World*l.view.stretch/l.view.pixel)
	for i := range r.edges() {
		p, q := r.stops[i], r.stops[i+1]
		line := []point{p}
		if i < len(m.Legs) { // a tour of one city has one edge but no leg
			line = append(line, l.view.project(m.Legs[i])...)
		}
		if len(line) > 1 || around(p, q, globe) != 0 || len(l.outside) > 0 && !(page.has(p) && page.has(q)) {
			parts[i] = cut(append(line, q), globe, page)
		}
	}
	return parts
}

// around returns the shift in x that moves q to the other side of the globe if the distance from p
// is shorter there, and 0 otherwise.
func around(p, q point, globe float32) float32 {
	switch d := q.x - p.x; {
	case globe == 0:
		return 0
	case d > globe/2:
		return -globe
	case d < -globe/2:
		return globe
	}
	return 0
}

// cut returns the parts of a line that lie on the page. A piece that is shorter around the other
// side of the globe leaves the page on one side and enters it on the other.
func cut(line []point, globe float32, page box) [][]point {
	var j joiner
	for i := 1; i < len(line); i++ {
		p, q := line[i-1], line[i]
		by := around(p, q, globe)
		j.add(page.clip(p, point{q.x + by, q.y}))
		if by != 0 {
			j.add(page.clip(point{p.x - by, p.y}, q))
		}
	}
	return j.lines
}
