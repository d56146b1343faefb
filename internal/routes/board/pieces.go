package board

import "slices"

// A piece of a route leads from a stop to another one in the direction of a view. If it is turned,
// it is visited from the last stop to the first.
type piece struct {
	first, last int32
	turned      bool
}

// mostPieces is the maximum number of pieces of a route after a move.
const mostPieces = 5

// A cut collects the pieces of a route.
type cut struct {
	*view
	pieces []piece
}

// head adds the stops from the depot to a node, itself included.
func (c *cut) head(last int32, turned bool) {
	if last < c.n {
		c.add(c.next[c.n+c.route[last]], last, turned)
	}
}

// tail adds the stops from a node to the depot.
func (c *cut) tail(first int32, turned bool) {
	if first < c.n {
		c.add(first, c.prev[c.n+c.route[first]], turned)
	}
}

func (c *cut) add(first, last int32, turned bool) {
	c.pieces = append(c.pieces, piece{first, last, turned})
}

// pieces sets the parts of the route of v after a move, and of the route of w if it is another one.
func (b *Board) pieces(m *move) (one, two []piece) {
	x := b.view(m.mirrored)
	s := x.spanOf(m)
	r, o := cut{&x, b.parts[0][:0]}, cut{&x, b.parts[1][:0]}
	if b.route[m.v] == b.route[m.w] {
		r.within(m, &s)
	} else {
		r.lose(m, &s)
		o.gain(m, &s)
	}
	for i, pieces := range [][]piece{r.pieces, o.pieces} {
		if m.mirrored {
			mirror(pieces)
		}
		if m.over[i] {
			turnOver(pieces)
		}
	}
	return r.pieces, o.pieces
}

// mirror converts pieces of a mirrored view to those in the direction of the route.
func mirror(pieces []piece) {
	slices.Reverse(pieces)
	for i := range pieces {
		p := &pieces[i]
		p.first, p.last = p.last, p.first
	}
}

// turnOver changes the direction in which a route is visited.
func turnOver(pieces []piece) {
	slices.Reverse(pieces)
	for i := range pieces {
		pieces[i].turned = !pieces[i].turned
	}
}

// A span names the nodes of a move in the direction of its view. The segment v..end lies between p
// and z, and w and y are the nodes that become neighbours of segments. In an exchange, the segment
// lo..hi beside w lies between w and f.
type span struct{ p, end, z, y, lo, hi, f int32 }

func (x *view) spanOf(m *move) span {
	s := span{p: x.prev[m.v], end: m.v, y: x.prev[m.w]}
	for range m.a - 1 {
		s.end = x.next[s.end]
	}
	s.z = x.next[s.end]
	away := x.prev
	if m.ahead {
		away = x.next
		s.y = x.next[m.w]
	}
	s.f = s.y
	if m.b > 0 {
		last := s.y
		for range m.b - 1 {
			last = away[last]
		}
		s.f, s.lo, s.hi = away[last], last, s.y
		if m.ahead {
			s.lo, s.hi = s.y, last
		}
	}
	return s
}

// lose adds the pieces of the route of v after a move to another route.
func (c *cut) lose(m *move, s *span) {
	c.head(s.p, false)
	switch m.kind {
	case tails:
		c.tail(s.y, false)
	case turned:
		c.head(s.y, true)
	default:
		c.other(m, s)
		c.tail(s.z, false)
	}
}

// gain adds the pieces of the route of w after a move from another route.
func (c *cut) gain(m *move, s *span) {
	switch {
	case m.kind == tails:
		c.head(m.w, false)
		c.tail(m.v, false)
	case m.kind == turned:
		c.tail(m.w, true)
		c.tail(m.v, false)
	case m.ahead:
		c.head(m.w, false)
		c.add(m.v, s.end, false)
		c.tail(s.f, false)
	default:
		c.head(s.f, false)
		c.add(m.v, s.end, true)
		c.tail(m.w, false)
	}
}

// other adds the segment beside w of an exchange.
func (c *cut) other(m *move, s *span) {
	if m.b > 0 {
		c.add(s.lo, s.hi, m.flip)
	}
}

// within adds the pieces of a route after a move within it.
func (c *cut) within(m *move, s *span) {
	first := (c.at[m.v] < c.at[m.w]) != c.mirrored // whether v comes before w
	switch {
	case m.kind == reverse && first:
		c.head(s.p, false)
		c.add(m.v, s.y, true)
		c.tail(m.w, false)
	case m.kind == reverse:
		c.head(s.y, false)
		c.add(m.w, s.p, true)
		c.tail(m.v, false)
	case first:
		c.forth(m, s)
	default:
		c.back(m, s)
	}
}

// forth adds the pieces of a route in which the segment of v moves towards the end.
func (c *cut) forth(m *move, s *span) {
	c.head(s.p, false)
	c.other(m, s)
	last, rest := m.w, s.f
	if !m.ahead {
		last, rest = s.f, m.w
	}
	c.add(s.z, last, false)
	c.add(m.v, s.end, !m.ahead)
	c.tail(rest, false)
}

// back adds the pieces of a route in which the segment of v moves towards the start.
func (c *cut) back(m *move, s *span) {
	last, rest := m.w, s.f
	if !m.ahead {
		last, rest = s.f, m.w
	}
	c.head(last, false)
	c.add(m.v, s.end, !m.ahead)
	c.add(rest, s.p, false)
	c.other(m, s)
	c.tail(s.z, false)
}
