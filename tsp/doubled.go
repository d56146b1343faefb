package tsp

import "fmt"

// Doubled is an asymmetric instance in symmetric form [JV83]. City c becomes the entrance 2c and
// the exit 2c+1. An edge between them is part of every tour, and a distance leads from an exit to
// an entrance. Its fields must not be changed.
type Doubled struct {
	Instance *Instance // symmetric instance with closed tours
	base     *Instance
}

// apart is the distance between two entrances or two exits, which no tour contains. It outweighs
// any sum of distances that a search removes. Its lowest 32 bits are those of a large distance.
const apart = 1<<40 + 1<<31 - 1

// Doubled returns an asymmetric instance with closed tours, such as Closed creates, in symmetric
// form. It computes distances from those of the instance and stores none.
func (in *Instance) Doubled() *Doubled {
	d := &Doubled{base: in}
	d.Instance = &Instance{
		details: Details{Name: in.details.Name}, n: 2 * in.n, metric: doubled, scale: in.scale,
		barred: in.barred, doubled: d, offset: in.offset + int64(in.n)*tied,
	}
	return d
}

// dist returns the distance in either direction between two entrances or exits.
func (d *Doubled) dist(i, j int32) int64 {
	switch {
	case i&1 == j&1:
		return apart
	case i^1 == j:
		return tied
	case i&1 == 0:
		i, j = j, i
	}
	return d.base.Dist(i>>1, j>>1)
}

// unrounded returns the distance before rounding, or 0 between an entrance and its exit.
func (d *Doubled) unrounded(i, j int32) float64 {
	switch {
	case i&1 == j&1:
		return apart
	case i^1 == j:
		return 0
	case i&1 == 0:
		i, j = j, i
	}
	return d.base.unrounded(i>>1, j>>1)
}

// Double converts a tour of the asymmetric instance.
func (d *Doubled) Double(t Tour) Tour {
	out := make(Tour, 0, 2*len(t))
	for _, c := range t {
		out = append(out, 2*c, 2*c+1)
	}
	return out
}

// Back converts a tour of Instance, in either direction, to a tour of the asymmetric instance.
func (d *Doubled) Back(t Tour) Tour {
	out := make(Tour, 0, len(t)/2)
	for i := range t {
		if c := t[(i+1)%len(t)]; t[i]^1 != c {
			continue // an edge between two cities
		} else if c&1 == 1 {
			out = append(out, c>>1)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i := len(t) - 1; i >= 0; i-- {
		if t[i]&1 == 0 {
			out = append(out, t[i]>>1)
		}
	}
	return out
}

// check returns an error unless t alternates between entrances and exits, each entrance is next to
// its exit, and t contains all edges that are tied in the asymmetric instance.
func (d *Doubled) check(t Tour) error {
	ties := 0
	for i, c := range t {
		switch next := t[(i+1)%len(t)]; d.dist(c, next) {
		case apart:
			return fmt.Errorf("no tour goes from %d to %d", c, next)
		case tied:
			ties++
		}
	}
	if want := d.base.n + int(d.base.offset/tied); ties != want {
		return fmt.Errorf("the tour contains only %d of the %d fixed edges", ties, want)
	}
	return nil
}

// Ties returns the edges between the entrances and the exits of an instance that Doubled created,
// and the edges that are tied in the asymmetric instance. For other instances it returns nil.
func (in *Instance) Ties() (ties [][2]int32) {
	d := in.doubled
	if d == nil {
		return nil
	}
	for c := range int32(d.base.n) {
		ties = append(ties, [2]int32{2 * c, 2*c + 1})
	}
	if p := d.base.plain; p != nil && p.start >= 0 {
		ties = append(ties, [2]int32{2*p.Dummy + 1, 2 * p.start})
	}
	if p := d.base.plain; p != nil && p.end >= 0 {
		ties = append(ties, [2]int32{2*p.end + 1, 2 * p.Dummy})
	}
	return ties
}
