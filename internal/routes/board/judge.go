package board

import "math"

// judge sets the delta of a move to the change of the cost. It reports false if a route would break
// a limit. Where a move does not say in which direction routes are visited, judge chooses.
func (x *view) judge(m *move) bool {
	b := x.Board
	r, o := b.route[m.v], b.route[m.w]
	one, two := b.pieces(m)
	m.delta = -b.price[r]
	if !b.visit(m, 0, b.kind[r], one) {
		return false
	}
	if r == o {
		return true
	}
	m.delta -= b.price[o]
	return b.visit(m, 1, m.vehicle, two)
}

// visit adds the cost of one of the routes of a move to its delta. It reports false if the route
// breaks a limit.
func (b *Board) visit(m *move, which int, kind int32, pieces []piece) bool {
	f := b.fleet
	cost, ok := f.worth(kind, b.split(pieces))
	if m.kind == turned {
		turnOver(pieces)
		if other, fine := f.worth(kind, b.split(pieces)); fine && (!ok || other < cost) {
			cost, ok, m.over[which] = other, true, true
		}
	}
	m.delta += cost
	return ok
}

// split divides pieces into parts whose sums are known.
func (b *Board) split(pieces []piece) []part {
	f := b.fleet
	f.parts = f.parts[:0]
	for _, p := range pieces {
		switch {
		case p.turned:
			f.parts = b.singles(f.parts, p.last, p.first, b.prev)
		case b.prev[p.first] >= b.n:
			f.parts = append(f.parts, part{p.first, p.last, upTo, p.last})
		case b.next[p.last] >= b.n:
			f.parts = append(f.parts, part{p.first, p.last, from, p.first})
		default:
			f.parts = b.singles(f.parts, p.first, p.last, b.next)
		}
	}
	return f.parts
}

// singles appends the stops from one to another along links.
func (b *Board) singles(dst []part, first, last int32, next []int32) []part {
	for s := first; ; s = next[s] {
		dst = append(dst, part{s, s, single, s})
		if s == last {
			return dst
		}
	}
}

// slack returns by how much the distance of a move between routes of two kinds may be above the
// change of its cost.
func (f *fleet) slack(a, b int32) int64 {
	if v := &f.types[a]; a == b && !f.directed && v.PerDistance == 1 && v.PerTime == 0 && v.start == v.end {
		return v.Fixed
	}
	return math.MaxInt64 / 4
}
