package plot

// Details is a set of the parts that a map can show in addition to cities and tour.
type Details uint

// Numbers are the positions of the cities in the tour, Names the labels, Arrows the direction
// of the tour, Scale is a scale bar, and Holes are circles instead of dots.
const (
	Numbers Details = 1 << iota
	Names
	Arrows
	Scale
	Holes
)

// Has reports whether all of some details are in the set.
func (d Details) Has(some Details) bool { return d&some == some }

// The largest numbers of cities for which details help more than they hide.
const (
	mostNamed    = 60
	mostNumbered = 100
	mostDirected = 400
	flatWorld    = 30 // degrees of latitude: a higher map has no one scale
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
