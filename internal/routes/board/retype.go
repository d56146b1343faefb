package board

// Retype gives the routes that have changed since the last Commit better kinds of vehicles: unused
// ones, or those of other routes in exchange.
func (b *Board) Retype() {
	if len(b.kinds) == 1 {
		return
	}
	for _, r := range b.journal.routes {
		if b.size[r] > 0 && !b.replace(r, b.price[r]) {
			b.swap(r)
		}
	}
}

// replace gives a route the best unused kind. It reports false if none costs less than most.
func (b *Board) replace(r int32, most int64) bool {
	best, least := b.kind[r], most
	for k := range b.kinds {
		if b.kinds[k].free <= 0 || int32(k) == b.kind[r] {
			continue
		}
		if cost, ok := b.as(r, int32(k)); ok && cost < least {
			best, least = int32(k), cost
		}
	}
	if best == b.kind[r] {
		return false
	}
	b.retype(r, best)
	return true
}

// swap exchanges the vehicles of a route and of the other one for which this saves most, and of
// several such routes, the one whose first stop has the smallest number.
func (b *Board) swap(r int32) {
	best, partner := int64(-1), int32(none)
	for _, o := range b.used {
		if b.kind[o] == b.kind[r] || b.kinds[b.kind[o]].free > 0 {
			continue
		}
		own, ok := b.as(r, b.kind[o])
		if !ok || own-b.price[r] > b.price[o]+best {
			continue
		}
		other, ok := b.as(o, b.kind[r])
		saved := own + other - b.price[r] - b.price[o]
		if ok && (saved < best || saved == best && (partner < 0 || b.next[b.n+o] < b.next[b.n+partner])) {
			best, partner = saved, o
		}
	}
	if partner >= 0 {
		k := b.kind[r]
		b.retype(r, b.kind[partner])
		b.retype(partner, k)
	}
}

// as returns the cost of a route with another kind of vehicle, or false if this breaks a limit.
func (b *Board) as(r, kind int32) (int64, bool) {
	if b.load[r] > b.kinds[kind].capacity {
		return 0, false
	}
	f, first, last := b.fleet, b.next[b.n+r], b.prev[b.n+r]
	f.parts = append(f.parts[:0], part{first, last, from, first})
	return f.worth(kind, f.parts)
}

// retype changes the kind of a route.
func (b *Board) retype(r, kind int32) {
	b.made[0] = b.Stops(b.made[0][:0], r)
	b.set(r, kind, b.made[0])
}
