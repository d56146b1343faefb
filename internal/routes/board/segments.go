package board

// A place is where the segment that starts at v may move: between w and y.
type place struct {
	v, w, y int32
	ahead   bool  // whether y follows w, and does not precede it
	g       int64 // length of the removed edges before v and between w and y, minus that of the new one
	same    bool  // whether v and w are in the same route
	room    int64
	back    int64 // room in the route of v
}

// segments examines segments that start at v and move between w and y, and their exchanges with
// segments that start at y and lead away from w. As in Lin-Kernighan, the sum of removed minus new
// edges stays positive from edge to edge [LK73].
func (x *view) segments(at place, best *move) {
	r, o := x.route[at.v], x.route[at.w]
	at.room, at.back, at.same = x.limit[o]-x.load[o], x.limit[r]-x.load[r], r == o
	p, end, moved := x.prev[at.v], at.v, int64(0)
	py := x.space.dist(p, at.y)
	for a := 1; a <= longest && end < x.n && end != at.w && end != at.y; a++ {
		moved += int64(x.demand[end])
		z := x.next[end]
		gain := at.g + x.edge(z)
		if at.same || moved <= at.room {
			if ey := x.space.dist(end, at.y); ey < at.g {
				if d := ey + x.space.dist(p, z) - gain; d < best.delta+x.slack {
					x.try(move{kind: relocate, v: at.v, w: at.w, ahead: at.ahead, a: a, delta: d}, best)
				}
			}
		}
		if a < longest && at.y < x.n && (py < at.g || x.space.dist(z, at.y) < at.g) {
			x.exchanges(&at, segment{p, end, z, a, gain, moved}, best)
		}
		end = z
	}
}

// A segment has count stops after p, the last of which is end, and lies before z.
type segment struct {
	p, end, z int32
	count     int
	g         int64 // as in a place, with the removed edge after the segment
	load      int64
}

// exchanges examines the exchanges of a segment with those of one and two stops that start at y.
func (x *view) exchanges(at *place, s segment, best *move) {
	m := move{kind: exchange, v: at.v, w: at.w, ahead: at.ahead, a: s.count}
	away := x.next
	if !at.ahead {
		away = x.prev
	}
	last, load := at.y, int64(0)
	for m.b = 1; m.b < longest; m.b++ {
		if last >= x.n || last == at.v || last == s.p || last == s.z || last == s.end {
			return
		}
		load += int64(x.demand[last])
		f, edge := away[last], last
		if at.ahead {
			edge = f
		}
		if at.same || s.load-load <= at.room && load-s.load <= at.back {
			d := x.space.dist(s.end, f) - s.g - x.edge(edge)
			// in travel direction, the segment is y..last if it lies ahead, and last..y otherwise
			m.flip, m.delta = !at.ahead, d+x.space.dist(s.p, at.y)+x.space.dist(last, s.z)
			x.try(m, best)
			m.flip, m.delta = at.ahead, d+x.space.dist(s.p, last)+x.space.dist(at.y, s.z)
			x.try(m, best)
		}
		last = f
	}
}
