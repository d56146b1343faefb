package board

// mostSpare is the maximum number of routes without stops that a lane receives.
const mostSpare = 256

// Lanes returns boards for parts of the plan of b. They share its arrays, and each element of an
// array belongs to one lane, so lanes can change the plan at the same time: see Deal.
func (b *Board) Lanes(count int) []*Board {
	lanes := make([]*Board, count)
	for i := range lanes {
		l := *b
		l.self = uint8(i)
		l.kinds = append([]kind{}, b.kinds...)
		l.own, l.used, l.unused, l.absent = nil, nil, nil, nil
		l.old, l.made, l.parts = nil, [2][]int32{}, [2][mostPieces]piece{}
		for _, j := range []*journal{&l.journal, &l.history, &l.changed} {
			*j = journal{saved: j.saved}
		}
		l.queue = queue{waits: b.queue.waits, nodes: b.n}
		if b.fleet != nil {
			f := *b.fleet
			f.parts, l.fleet = nil, &f
		}
		lanes[i] = &l
	}
	return lanes
}

// Deal divides the plan among lanes. The order of the stops, which begins at first, is cut into
// stretches, and a route belongs to the lane in whose stretch its middle stop is. Until Gather, a
// lane changes only what belongs to it, reads nothing that other lanes change, and b must not be
// used. Nothing depends on the numbers of routes, which differ after a search is restored.
func (b *Board) Deal(lanes []*Board, first int32) {
	b.Mark()
	for _, l := range lanes {
		l.own, l.used, l.absent = l.own[:0], l.used[:0], l.absent[:0]
		l.cost, l.needed = 0, 0
	}
	b.dealRoutes(lanes, first)
	for s := range b.n {
		if r := b.route[s]; r >= 0 {
			b.owner[s] = b.owner[b.n+r]
		}
		l := lanes[b.owner[s]]
		l.own = append(l.own, s)
	}
	b.dealVehicles(lanes)
}

// dealRoutes gives each route and each absent stop to a lane.
func (b *Board) dealRoutes(lanes []*Board, first int32) {
	now, dealt := 0, 0
	for i := range b.n {
		s := i + first
		if s >= b.n {
			s -= b.n
		}
		l := lanes[now]
		switch r := b.route[s]; {
		case r < 0:
			b.owner[s] = uint8(now)
			enlist(&l.absent, b.absentAt, s)
			if b.required[s] {
				l.needed++
			}
			dealt++
		case b.at[s] == b.size[r]/2:
			b.owner[b.n+r] = uint8(now)
			enlist(&l.used, b.routeAt, r)
			dealt += int(b.size[r])
		}
		now = min(dealt*len(lanes)/int(b.n), len(lanes)-1)
	}
}

// dealVehicles divides the vehicles that are not used, and the routes for them.
func (b *Board) dealVehicles(lanes []*Board) {
	left := b.unused
	for i, l := range lanes {
		rest := len(lanes) - i // lanes to which this share is the first of those that are left
		for k := range b.kinds {
			l.kinds[k].free = b.kinds[k].free / rest
			b.kinds[k].free -= l.kinds[k].free
		}
		spare := min(len(b.unused)/len(lanes), mostSpare)
		l.unused = l.unused[:0]
		for _, r := range left[len(left)-spare:] {
			b.owner[b.n+r] = uint8(i)
			enlist(&l.unused, b.routeAt, r)
		}
		left = left[:len(left)-spare]
	}
	b.unused = left
}

// Gather makes b the plan that the lanes have left.
func (b *Board) Gather(lanes []*Board) {
	b.used, b.absent, b.needed = b.used[:0], b.absent[:0], 0
	clear(b.owner)
	for _, l := range lanes {
		for k := range b.kinds {
			b.kinds[k].free += l.kinds[k].free
		}
		b.cost += l.cost
		b.needed += l.needed
		for _, r := range l.used {
			enlist(&b.used, b.routeAt, r)
		}
		for _, r := range l.unused {
			enlist(&b.unused, b.routeAt, r)
		}
		for _, s := range l.absent {
			enlist(&b.absent, b.absentAt, s)
		}
		b.changed.routes = append(b.changed.routes, l.changed.routes...)
		l.changed.routes = l.changed.routes[:0]
		l.Mark()
	}
}
