package lk

import "github.com/tourmaline-opt/tourmaline/rng"

// A kick is a double bridge [MOF91] inside a short stretch of the tour: three
// neighbouring segments B C D become D C B. Four edges change, none of the
// segments is reversed, and no sequence of 2-opt and Or-opt moves takes it
// back easily. Staying short keeps the damage, and so the repair, local.

// kickLengths draws the lengths of three segments and the position before
// them, or false where the tour is too short.
func (a *array) kickLengths(s *rng.Stream, longest int32) (at int32, b, c, d int32, ok bool) {
	longest = min(longest, (a.n-2)/3)
	if longest < 1 {
		return 0, 0, 0, 0, false
	}
	at = s.IntN(a.n)
	return at, 1 + s.IntN(longest), 1 + s.IntN(longest), 1 + s.IntN(longest), true
}

// kickEdges are the cities around the four cuts of a kick, in tour order.
func (a *array) kickEdges(at, b, c, d int32) [8]int32 {
	var e [8]int32
	for i, p := range [4]int32{at, at + b, at + b + c, at + b + c + d} {
		e[2*i], e[2*i+1] = a.tour[a.wrap(p)], a.tour[a.wrap(p+1)]
	}
	return e
}

// bridge makes the kick's change of length: the cuts' cities in tour order are
// a|b1 b2|c1 c2|d1 d2|z, and become a d1 … d2 c1 … c2 b1 … b2 z.
func (c *core) bridge(e [8]int32) int64 {
	return c.dist(e[0], e[5]) + c.dist(e[6], e[3]) + c.dist(e[4], e[1]) + c.dist(e[2], e[7]) -
		c.dist(e[0], e[1]) - c.dist(e[2], e[3]) - c.dist(e[4], e[5]) - c.dist(e[6], e[7])
}

// mustStay tells whether an edge may not be cut.
func (s *space) mustStay(a, b int32) bool {
	p := s.in.Plain()
	if p == nil {
		return false
	}
	if s.names != nil {
		a, b = s.names[a], s.names[b]
	}
	return p.Tied(a, b)
}

// Kick makes a double bridge with segments of up to longest cities at a random
// place and queues the cities at the cuts. It tells whether it did: an edge
// that must stay is never cut.
func (u *Undirected) Kick(s *rng.Stream, longest int32) bool {
	at, b, c, d, ok := u.kickLengths(s, longest)
	if !ok {
		return false
	}
	e := u.kickEdges(at, b, c, d)
	for i := 0; i < 8; i += 2 {
		if u.isLocked(e[i], e[i+1]) || u.mustStay(e[i], e[i+1]) {
			return false
		}
	}
	u.length += u.bridge(e)
	first, last := u.wrap(at+1), u.wrap(at+b+c+d)
	u.turn(first, last)
	u.turn(first, u.wrap(first+d-1))
	u.turn(u.wrap(first+d), u.wrap(first+d+c-1))
	u.turn(u.wrap(first+d+c), last)
	for _, city := range e {
		u.push(city)
	}
	return true
}
