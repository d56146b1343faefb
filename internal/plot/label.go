package plot

import (
	"cmp"
	"slices"
	"strings"
)

// labelled is the largest number of cities for which a map has labels.
const labelled = 60

func (m Map) hasLabels() bool { return len(m.Labels) > 0 && len(m.Labels) <= labelled }

// paintLabels writes the labels beside the dots, as many as find a free spot.
func (m Map) paintLabels(c canvas, plan *labelPlan) {
	p := m.Theme.palette()
	letters := lettering{size: plan.size, colour: p.label, halo: p.paper}
	for _, s := range plan.place(m.Labels) {
		letters.align = s.align
		c.text(s.at, s.text, letters)
	}
}

// longLabel is the number of letters above which a label is shortened.
const longLabel = 24

// short makes a label one line of up to longLabel letters.
func short(label string) string {
	label = strings.Join(strings.Fields(label), " ")
	letters := []rune(label)
	if len(letters) <= longLabel {
		return label
	}
	return strings.TrimRight(string(letters[:longLabel-1]), " ,;.-–") + "…"
}

// A labelPlan finds spots for labels one by one: free of dots, marks and other
// labels, within the frame, and crossed by as little of the route as possible.
type labelPlan struct {
	frame box
	size  float64 // of the letters
	dots  []disc  // of the cities, with the marks on top
	route []point
	taken []box
}

func newLabelPlan(l mapLayout, cities, route []point, radius float64, marks []disc) *labelPlan {
	p := &labelPlan{size: labelSizeFor(len(cities), l.scale), route: route}
	edge := 0.4 * l.margin
	p.frame = box{edge, float64(l.width) - edge, edge, float64(l.height) - edge}
	if l.header > 0 {
		p.frame.minY = l.margin + l.header - 34*l.scale
	}
	for _, c := range cities {
		p.dots = append(p.dots, disc{at: c, radius: widest(c, marks, radius)})
	}
	return p
}

// labelSizeFor is larger if there are few cities, and never too small to read.
func labelSizeFor(cities int, scale float64) float64 {
	size := 21.0
	if cities <= labelled/3 {
		size = 24
	}
	return max(size*scale, 10)
}

// widest is the radius of what is drawn at c: a mark or, without one, a dot.
func widest(c point, marks []disc, dot float64) float64 {
	for _, m := range marks {
		if m.at == c {
			dot = max(dot, m.radius)
		}
	}
	return dot
}

// place handles the labels with the fewest free spots first.
func (p *labelPlan) place(labels []string) []spot {
	var wishes [][]spot
	for i, label := range labels {
		free := slices.DeleteFunc(p.spots(p.dots[i], short(label)), p.blocked)
		wishes = append(wishes, free)
	}
	slices.SortStableFunc(wishes, func(a, b []spot) int { return cmp.Compare(len(a), len(b)) })
	var placed []spot
	for _, free := range wishes {
		free = slices.DeleteFunc(free, p.blocked)
		if len(free) == 0 {
			continue
		}
		best := slices.MinFunc(free, func(a, b spot) int { return cmp.Compare(p.cost(a), p.cost(b)) })
		p.taken = append(p.taken, best.box)
		placed = append(placed, best)
	}
	return placed
}

// blocked reports whether a label would leave the frame or touch anything.
func (p *labelPlan) blocked(s spot) bool {
	if s.text == "" || !p.frame.contains(s.box) {
		return true
	}
	if slices.ContainsFunc(p.taken, s.box.overlaps) {
		return true
	}
	return slices.ContainsFunc(p.dots, func(d disc) bool {
		return s.box.distance(d.at) < d.radius+0.2*p.size
	})
}

// cost grows with the length of route that the label and its halo hide.
func (p *labelPlan) cost(s spot) float64 {
	hidden, around := 0.0, s.box.grown(haloWidth*p.size)
	for i := 1; i < len(p.route); i++ {
		hidden += around.within(p.route[i-1], p.route[i])
	}
	return s.dislike + 2.5*hidden/p.size
}
