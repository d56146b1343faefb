package board

// set replaces the stops of a route, which must not be in other routes, and its kind of vehicle.
// Stops of the old route that are in none of the new routes must be dropped.
func (b *Board) set(r, kind int32, stops []int32) {
	b.note(r)
	head, tail := b.kept(r, stops)
	b.use(r, kind, len(stops) > 0)
	if b.fleet != nil && b.assign(r, kind) && len(stops) > 0 {
		b.prev[b.n+r], b.prev[stops[0]] = none, none // so that link computes the distances
	}
	last, load, length := b.n+r, int64(0), int64(0)
	for i, s := range stops {
		b.link(last, s)
		load += int64(b.demand[s])
		length += int64(b.leg[s])
		b.route[s], b.before[s], b.at[s] = r, load, int32(i)
		if b.absentAt[s] >= 0 {
			b.take(s)
		}
		last = s
	}
	b.link(last, b.n+r)
	b.load[r], b.size[r] = load, int32(len(stops))
	length += int64(b.leg[b.n+r])
	if b.fleet != nil {
		length = b.fleet.enter(kind, stops, head, tail)
	}
	b.cost += length - b.price[r]
	b.price[r] = length
}

// kept returns how many stops at the start and at the end of a route stay as they are, so that
// their sums do, too.
func (b *Board) kept(r int32, stops []int32) (head, tail int) {
	if b.fleet == nil {
		return 0, 0
	}
	for last := b.n + r; head < len(stops) && b.route[stops[head]] == r && b.prev[stops[head]] == last; head++ {
		last = stops[head]
	}
	for last, s := b.n+r, int32(0); tail < len(stops); tail++ {
		if s = stops[len(stops)-1-tail]; b.route[s] != r || b.next[s] != last {
			break
		}
		last = s
	}
	return head, tail
}

// use records whether a route has stops from now on, and its kind of vehicle.
func (b *Board) use(r, kind int32, stops bool) {
	if b.size[r] > 0 {
		b.kinds[b.kind[r]].free++
	}
	if stops {
		b.kinds[kind].free--
	}
	switch {
	case stops && b.size[r] == 0:
		leave(&b.unused, b.routeAt, r)
		enlist(&b.used, b.routeAt, r)
	case !stops && b.size[r] > 0:
		leave(&b.used, b.routeAt, r)
		enlist(&b.unused, b.routeAt, r)
	}
}

// assign gives a route another kind of vehicle. It reports whether this has another depot.
func (b *Board) assign(r, kind int32) bool {
	b.kind[r], b.limit[r] = kind, b.kinds[kind].capacity
	return b.space.move(b.n+r, b.fleet.types[kind].depot())
}

// link makes z the next node after a.
func (b *Board) link(a, z int32) {
	b.next[a] = z
	if b.prev[z] != a {
		b.prev[z], b.leg[z] = a, int32(b.space.dist(a, z))
	}
}

// drop records that a stop is in no route.
func (b *Board) drop(s int32) {
	b.route[s], b.prev[s] = none, none // the leg to s may change while it is in no route
	enlist(&b.absent, b.absentAt, s)
	b.cost += b.lost[s]
	if b.required[s] {
		b.needed++
	}
}

// take records that an absent stop is in a route.
func (b *Board) take(s int32) {
	leave(&b.absent, b.absentAt, s)
	b.cost -= b.lost[s]
	if b.required[s] {
		b.needed--
	}
}

// note saves a route before it changes.
func (b *Board) note(r int32) {
	b.journal.save(b, r)
	b.history.save(b, r)
	b.changed.touch(r)
}
