package plot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// paintLabels writes a name, a number or both for each city for which the plan finds a free spot.
// If a name and number do not both fit, it writes the number alone.
func (m Map) paintLabels(c canvas, plan *labelPlan, l mapLayout, signs []sign) {
	p := m.Theme.palette()
	letters := lettering{size: plan.size, colour: p.label, halo: p.paper}
	if len(m.Tour) > 0 {
		plan.first = int(m.Tour[0])
	}
	full, brief := m.labels(l, signs)
	placed := plan.place(full, brief)
	for _, s := range placed {
		if s.leader != nil {
			c.line(s.leader, pen{colour: p.muted, width: max(1.2*l.scale, 1)})
		}
	}
	for _, s := range placed {
		letters.align = s.align
		c.text(s.at, s.text, letters)
	}
}

// labels returns the labels of the cities, and shorter labels for cities with little space.
func (m Map) labels(l mapLayout, signs []sign) (full, brief []string) {
	full, brief = make([]string, len(m.XY)/2), make([]string, len(m.XY)/2)
	if m.Details.Has(Numbers) {
		numbered := m.Tour
		if m.Stops != nil {
			numbered = m.Stops
		}
		for i, city := range numbered {
			brief[city] = strconv.Itoa(i + 1)
		}
	}
	copy(full, brief)
	if len(m.Labels) > 0 && m.Details.Has(Names) {
		for i, name := range m.Labels {
			full[i] = words(full[i], short(name))
		}
	}
	for _, s := range signs {
		text := m.away(s.city, l)
		if len(m.Labels) > 0 {
			text = strings.TrimPrefix(strings.TrimSuffix(short(m.Labels[s.city])+", "+text, ", "), ", ")
		}
		full[s.city] = words(brief[s.city], text)
	}
	return full, brief
}

// words joins two strings with a space if neither is empty.
func words(a, b string) string { return strings.TrimSpace(a + " " + b) }

// longLabel is the number of letters above which a label is shortened.
const longLabel = 24

// short shortens a label to one line of up to longLabel letters.
func short(label string) string {
	label = strings.Join(strings.Fields(label), " ")
	letters := []rune(label)
	if len(letters) <= longLabel {
		return label
	}
	return strings.TrimRight(string(letters[:longLabel-1]), " ,;.-–") + "…"
}

// A labelPlan finds spots for labels one by one. A spot is free of dots, marks and other labels,
// lies within the frame, and covers as little of the route as possible.
type labelPlan struct {
	frame box
	size  float64   // text size
	dots  []disc    // dots of the cities, as large as the marks on top of them
	lines [][]point // lines of the route
	first int       // city whose label is placed first
	taken []box

	leaders [][]point
}

func newLabelPlan(l mapLayout, cities []point, r route, radius float64, marks []disc) *labelPlan {
	p := &labelPlan{frame: l.page(), size: labelSizeFor(len(cities), l.scale), lines: r.all(), first: -1}
	for _, c := range cities {
		dot := disc{at: c, radius: radius}
		for _, m := range marks {
			if m.at == c {
				dot.radius = max(dot.radius, m.radius)
			}
		}
		p.dots = append(p.dots, dot)
	}
	return p
}

// labelSizeFor returns a text size that is larger for few cities and never too small to read.
func labelSizeFor(cities int, scale float64) float64 {
	size := 18.0
	switch {
	case cities <= mostNamed/3:
		size = 24
	case cities <= mostNamed:
		size = 21
	}
	return max(size*scale, 10)
}

// place finds spots for the full labels, then for the brief labels of the remaining cities, and
// finally for brief labels that are farther away and connected by leader lines.
func (p *labelPlan) place(full, brief []string) []spot {
	placed, left := p.placeAll(full, p.spots)
	for _, spots := range []func(disc, string) []spot{p.spots, p.farSpots} {
		rest := make([]string, len(brief))
		for _, city := range left {
			rest[city] = brief[city]
		}
		var more []spot
		more, left = p.placeAll(rest, spots)
		placed = append(placed, more...)
	}
	return placed
}

// placeAll returns the chosen spots, and the cities whose labels do not fit. It handles the cities
// with the fewest free spots first.
func (p *labelPlan) placeAll(texts []string, spots func(disc, string) []spot) (placed []spot, left []int) {
	type wish struct {
		city int
		free []spot
	}
	var wishes []wish
	for i, text := range texts {
		if text != "" {
			wishes = append(wishes, wish{i, slices.DeleteFunc(spots(p.dots[i], text), p.blocked)})
		}
	}
	turn := func(w wish) int {
		if w.city == p.first {
			return -1
		}
		return len(w.free)
	}
	slices.SortStableFunc(wishes, func(a, b wish) int { return turn(a) - turn(b) })
	for _, w := range wishes {
		free := slices.DeleteFunc(w.free, p.blocked)
		if len(free) == 0 {
			left = append(left, w.city)
			continue
		}
		best := slices.MinFunc(free, func(a, b spot) int { return cmp.Compare(p.cost(a), p.cost(b)) })
		p.taken = append(p.taken, best.box.widened(0.3*p.size)) // separates adjacent labels
		p.leaders = append(p.leaders, best.leader)
		placed = append(placed, best)
	}
	return placed, left
}

// blocked reports whether a label would leave the frame or touch a dot, a leader line or another
// label.
func (p *labelPlan) blocked(s spot) bool {
	return !p.frame.contains(s.box) ||
		slices.ContainsFunc(p.leaders, s.box.crossed) ||
		slices.ContainsFunc(p.taken, func(b box) bool {
			return b.overlaps(s.box) || b.crossed(s.leader)
		}) ||
		slices.ContainsFunc(p.dots, func(d disc) bool {
			return s.box.distance(d.at) < d.radius+0.2*p.size
		})
}

// cost returns the cost of a spot, which grows with the length of the route that the label and its
// halo hide.
func (p *labelPlan) cost(s spot) float64 {
	hidden, around := 0.0, s.box.grown(haloWidth*p.size)
	for _, line := range p.lines {
		for i := 1; i < len(line); i++ {
			hidden += around.within(line[i-1], line[i])
		}
	}
	return s.dislike + 2.5*hidden/p.size
}
