package plot

// Details is a set of map elements that can be shown in addition to the cities and the tour.
type Details uint

// Numbers shows the positions of the cities in the tour, Names their labels, Arrows the direction
// of the tour, Scale a scale bar, and Holes circles instead of dots.
const (
	Numbers Details = 1 << iota
	Names
	Arrows
	Scale
	Holes
)

// Has reports whether the set contains all of the given details.
func (d Details) Has(some Details) bool { return d&some == some }

// Maximum numbers of cities at which each detail helps more than it hides.
const (
	mostNamed    = 60
	mostNumbered = 100
	mostDirected = 400
	flatWorld    = 30 // in degrees of latitude; a taller map has no single scale
)

// Helpful returns the details that help on a map of this size.
func (m Map) Helpful() Details {
	var d Details
	n := len(m.XY) / 2
	if n <= mostNamed && len(m.Labels) > 0 {
		d |= Names
	}
	if len(m.Tour) > 1 && n <= mostNumbered {
		d |= Numbers
	}
	if len(m.Tour) > 2 && n <= mostDirected {
		d |= Arrows
	}
	if box := m.layout().world; m.Unit != "" && (m.World == 0 || box.maxY-box.minY <= flatWorld) {
		d |= Scale
	}
	return d
}
